/** Android packages: binary XML, the manifest, signing. Imports {@code base}. */
module dev.dexscope.apk {
  requires static transitive org.jspecify;
  requires apksig;
  requires transitive dev.dexscope.base;

  exports dev.dexscope.apk;
  exports dev.dexscope.apk.bundle;
  exports dev.dexscope.apk.manifest;
  exports dev.dexscope.apk.preflight;
  exports dev.dexscope.apk.sign;
  exports dev.dexscope.apk.xml;
}
