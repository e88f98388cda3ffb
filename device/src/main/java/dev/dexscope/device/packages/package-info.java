/** The packages installed on the device. */
package dev.dexscope.device.packages;
