/** The JVM Tool Interface for dex code. Imports {@code base} and {@code vm}. */
module dev.dexscope.tools {
  requires static org.jspecify;
  requires dev.dexscope.base;
  requires dev.dexscope.vm;
  requires jdk.attach;

  exports dev.dexscope.tools;
}
