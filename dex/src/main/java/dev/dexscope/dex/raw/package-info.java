/** The layout of dex files, in and out: sections, offsets and bytes, without names. */
package dev.dexscope.dex.raw;
