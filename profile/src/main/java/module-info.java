/** From a program to its profile: puts the profiler into it, runs it, reads what it left. */
module dev.dexscope.profile {
  requires static transitive org.jspecify;
  requires dev.dexscope.apk;
  requires transitive dev.dexscope.apps;
  requires dev.dexscope.base;
  requires dev.dexscope.observe;
  requires transitive dev.dexscope.inject;
  requires transitive dev.dexscope.trace;
  requires transitive dev.dexscope.vm;

  exports dev.dexscope.profile;
}
