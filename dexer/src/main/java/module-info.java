/** Class files to dex code, in this process and quickly; what it does not make is left to D8. */
module dev.dexscope.dexer {
  requires static transitive org.jspecify;
  requires dev.dexscope.dex;

  exports dev.dexscope.dexer;
}
