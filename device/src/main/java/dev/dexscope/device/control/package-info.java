/** The messages between the device and its processes, besides their output. */
package dev.dexscope.device.control;
