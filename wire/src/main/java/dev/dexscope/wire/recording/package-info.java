/** Recordings of the bytes of links, with their times: writing, reading, printing. */
package dev.dexscope.wire.recording;
