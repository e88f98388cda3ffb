/** Follows devices and their VMs as they come and go, and reports what changes to subscribers. */
package dev.dexscope.monitor.watch;
