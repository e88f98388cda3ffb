/** The device's processes, seen from outside: their start, their end, what they print. */
package dev.dexscope.device.process;
