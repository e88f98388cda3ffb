/** The device's shell: a small language, and the commands that tools use on a device. */
package dev.dexscope.device.shell;
