/** The device's part in the processes of programs: their start, and their end of DDM. */
package dev.dexscope.device.guest;
