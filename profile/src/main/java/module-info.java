/** From a program to its profile: injects the profiler, runs it, reads its output. */
module dev.dexscope.profile {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires dev.dexscope.apk;
  requires transitive dev.dexscope.apps;
  requires dev.dexscope.base;
  requires dev.dexscope.observe;
  requires transitive dev.dexscope.inject;
  requires transitive dev.dexscope.trace;
  requires transitive dev.dexscope.vm;
  // For observe, which can do without it: a profile's times are by its samples.
  requires jdk.jfr;

  exports dev.dexscope.profile;
}
