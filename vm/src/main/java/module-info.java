/** The Dalvik VM: runs dex code as JVM code, with an interpreter beside it. */
module dev.dexscope.vm {
  requires dev.dexscope.base;
  requires dev.dexscope.dex;
  requires transitive dev.dexscope.libcore;
  requires transitive dev.dexscope.trace;
  requires transitive java.instrument;
  requires jdk.management;
  requires jdk.unsupported;
  requires static transitive org.jspecify;

  uses dev.dexscope.vm.Platform;

  exports dev.dexscope.vm;
  exports dev.dexscope.vm.debug;

  // What looks at the VM from inside.
  exports dev.dexscope.vm.instrument to
      dev.dexscope.observe;
  exports dev.dexscope.vm.interpret to
      dev.dexscope.observe;
  exports dev.dexscope.vm.runtime to
      dev.dexscope.observe;
}
