/** The Dalvik VM: runs dex code as JVM code, with an interpreter beside it. */
module dev.dexscope.vm {
  requires dev.dexscope.dex;
  requires dev.dexscope.trace;
  requires java.instrument;
  requires jdk.management;
  requires jdk.unsupported;
  requires static org.jspecify;

  exports dev.dexscope.vm;
  exports dev.dexscope.vm.trace;

  // What programs see.
  exports android.ddm;
  exports android.os;
  exports android.util;
  exports dalvik.annotation.optimization;
  exports dalvik.system;
  exports org.apache.harmony.dalvik.ddmc;
  exports org.json;
}
