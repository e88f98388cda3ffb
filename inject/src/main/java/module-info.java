/** Puts the profiler's run time into packages. */
module dev.dexscope.inject {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.apk;
  requires transitive dev.dexscope.base;
  requires transitive dev.dexscope.dex;
  requires dev.dexscope.probe;

  exports dev.dexscope.inject;
  exports dev.dexscope.inject.coverage;
  exports dev.dexscope.inject.select;
}
