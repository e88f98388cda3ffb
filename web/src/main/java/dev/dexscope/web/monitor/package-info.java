/** Live VMs over HTTP: requests and events of the monitor's page. */
package dev.dexscope.web.monitor;
