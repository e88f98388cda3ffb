/** Shared libraries in ELF's 64-bit form: read and written. */
@org.jspecify.annotations.NullMarked
package dev.dexscope.natives.elf;
