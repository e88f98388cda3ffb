/** Finds devices, and uses their features besides VMs: apps, files, shell, log, system figures. */
package dev.dexscope.monitor.device;
