/** JDWP, DDM and adb, both sides of each. Imports {@code base}. */
module dev.dexscope.wire {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.base;

  exports dev.dexscope.wire;
  exports dev.dexscope.wire.adb;
  exports dev.dexscope.wire.ddm;
  exports dev.dexscope.wire.jdwp;
  exports dev.dexscope.wire.recording;
}
