/** Drawing and its times: the frames, the windows and their pixels. */
package dev.dexscope.apphost.device.frames;
