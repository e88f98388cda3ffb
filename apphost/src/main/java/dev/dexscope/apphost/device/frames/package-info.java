/** What is drawn, and when: the frames, the windows and their pixels. */
package dev.dexscope.apphost.device.frames;
