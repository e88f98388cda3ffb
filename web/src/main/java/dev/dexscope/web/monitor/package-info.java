/** Live VMs over HTTP: what the monitor's page asks and is told. */
package dev.dexscope.web.monitor;
