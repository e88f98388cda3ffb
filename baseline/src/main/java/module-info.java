/** Profiles of the methods and classes that Android compiles before it starts an app. */
module dev.dexscope.baseline {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.base;
  requires transitive dev.dexscope.dex;
  requires transitive dev.dexscope.trace;

  exports dev.dexscope.baseline;
}
