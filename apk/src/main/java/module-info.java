/** Android packages: zip entries, binary XML, the manifest. Imports no other module. */
module dev.dexscope.apk {
  requires static org.jspecify;

  exports dev.dexscope.apk;
  exports dev.dexscope.apk.manifest;
  exports dev.dexscope.apk.xml;
  exports dev.dexscope.apk.zip;
}
