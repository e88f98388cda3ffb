/** The device's files, in a folder of the host's. */
package dev.dexscope.device.files;
