/** Binds Android's native libraries to the C library of this machine (docs/natives.md). */
@org.jspecify.annotations.NullMarked
package dev.dexscope.natives;
