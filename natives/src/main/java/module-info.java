/** Android's native libraries on the C library of this machine. */
module dev.dexscope.natives {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.base;

  exports dev.dexscope.natives;
  exports dev.dexscope.natives.elf;
}
