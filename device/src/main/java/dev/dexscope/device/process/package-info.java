/** The device's processes, seen from outside: start, end, output. */
package dev.dexscope.device.process;
