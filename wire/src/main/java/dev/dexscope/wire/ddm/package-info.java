/**
 * The chunks of the Dalvik Debug Monitor in all their generations: the draft of 2007, Dalvik's,
 * ART's.
 */
package dev.dexscope.wire.ddm;
