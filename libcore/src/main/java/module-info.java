/** The core library's classes that the JDK has not: {@code dalvik.*}, {@code org.json}, DDM. */
module dev.dexscope.libcore {
  requires jdk.management;
  requires static transitive org.jspecify;

  exports dalvik.annotation.optimization;
  exports dalvik.system;
  exports dev.dexscope.libcore;
  exports libcore.io;
  exports libcore.reflect;
  exports libcore.util;
  exports org.apache.harmony.dalvik.ddmc;
  exports org.json;

  provides java.nio.charset.spi.CharsetProvider with
      dev.dexscope.libcore.IcuCharsets;
}
