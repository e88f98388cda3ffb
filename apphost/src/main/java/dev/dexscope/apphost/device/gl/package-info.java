/** OpenGL ES: the machine's own, drawn into pixels in memory. */
package dev.dexscope.apphost.device.gl;
