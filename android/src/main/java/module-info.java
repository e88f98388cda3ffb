/** Android's own classes, {@code android.*}: a whole framework may stand in their place. */
module dev.dexscope.android {
  requires transitive dev.dexscope.libcore;
  requires java.management;
  requires static transitive org.jspecify;

  exports android.ddm;
  exports android.net;
  exports android.os;
  exports android.system;
  exports android.test;
  exports android.test.suitebuilder.annotation;
  exports android.util;
}
