/** From Java sources and class files to dex code. */
module dev.dexscope.compile {
  requires static transitive org.jspecify;
  requires dev.dexscope.base;
  requires dev.dexscope.dex;
  requires dev.dexscope.dexer;
  requires jdk.compiler;

  exports dev.dexscope.compile;
}
