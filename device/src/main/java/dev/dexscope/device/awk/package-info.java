/** The language awk, as POSIX has it, for the device's shell. */
package dev.dexscope.device.awk;
