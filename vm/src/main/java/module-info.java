/** The Dalvik VM: runs dex code as JVM code, with an interpreter beside it. */
module dev.dexscope.vm {
  requires dev.dexscope.dex;
  requires dev.dexscope.trace;
  requires static org.jspecify;

  exports dev.dexscope.vm.runtime;
  exports dev.dexscope.vm.translate;
}
