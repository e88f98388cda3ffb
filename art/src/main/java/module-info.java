/** Android's own runtime: finds, installs and starts it. */
module dev.dexscope.art {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.base;
  requires dev.dexscope.compile;
  requires java.compiler;

  exports dev.dexscope.art;
  exports dev.dexscope.art.install;
}
