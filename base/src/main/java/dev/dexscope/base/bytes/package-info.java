/** Bounded views over bytes, and the number formats that several file formats share. */
package dev.dexscope.base.bytes;
