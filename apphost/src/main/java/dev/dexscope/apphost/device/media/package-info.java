/** Pictures, sounds and videos. */
package dev.dexscope.apphost.device.media;
