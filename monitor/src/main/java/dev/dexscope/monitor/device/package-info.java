/** Finds devices, and uses what they offer beside VMs: apps, files, shell, log, system figures. */
package dev.dexscope.monitor.device;
