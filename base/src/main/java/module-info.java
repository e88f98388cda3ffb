/** Bytes, files and words, as every other module reads and writes them. Imports no other module. */
module dev.dexscope.base {
  requires static transitive org.jspecify;

  exports dev.dexscope.base.bytes;
  exports dev.dexscope.base.files;
  exports dev.dexscope.base.install;
  exports dev.dexscope.base.net;
  exports dev.dexscope.base.process;
  exports dev.dexscope.base.text;
  exports dev.dexscope.base.zip;
}
