/** The device's shell: a small language, and the commands that tools ask of a device. */
package dev.dexscope.device.shell;
