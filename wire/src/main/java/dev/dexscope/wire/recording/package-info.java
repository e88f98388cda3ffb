/** What went over links, with its times: recorded, read again, printed. */
package dev.dexscope.wire.recording;
