/** The DEX container: read, transform, write, verify, disassemble. Imports no other module. */
module dev.dexscope.dex {
  requires static transitive org.jspecify;

  exports dev.dexscope.dex;
  exports dev.dexscope.dex.raw;
  exports dev.dexscope.dex.smali;
  exports dev.dexscope.dex.verify;
  exports dev.dexscope.dex.verify.verdict;
  exports dev.dexscope.dex.write;
}
