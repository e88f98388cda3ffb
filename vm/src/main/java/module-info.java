/** The Dalvik VM: runs dex code as JVM code, with an interpreter beside it. */
module dev.dexscope.vm {
  requires dev.dexscope.base;
  requires dev.dexscope.dex;
  requires transitive dev.dexscope.libcore;
  requires dev.dexscope.trace;
  requires transitive java.instrument;
  requires jdk.management;
  requires jdk.unsupported;
  requires static transitive org.jspecify;

  exports dev.dexscope.vm;
  exports dev.dexscope.vm.ddm;
  exports dev.dexscope.vm.debug;
  exports dev.dexscope.vm.inspect;
  exports dev.dexscope.vm.logcat;
  exports dev.dexscope.vm.trace;
}
