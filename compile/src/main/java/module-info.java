/** From Java sources and class files to dex code. */
module dev.dexscope.compile {
  requires static transitive org.jspecify;
  requires dev.dexscope.base;
  requires jdk.compiler;

  exports dev.dexscope.compile;
}
