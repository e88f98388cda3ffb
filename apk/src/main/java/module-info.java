/** Android packages: zip entries, binary XML, the manifest, signing. Imports no other module. */
module dev.dexscope.apk {
  requires static org.jspecify;
  requires apksig;

  exports dev.dexscope.apk;
  exports dev.dexscope.apk.bundle;
  exports dev.dexscope.apk.manifest;
  exports dev.dexscope.apk.preflight;
  exports dev.dexscope.apk.sign;
  exports dev.dexscope.apk.xml;
  exports dev.dexscope.apk.zip;
}
