/** Touches, keys and text, and the nodes of the screen that they go to. */
package dev.dexscope.apphost.device.input;
