/** Runs whole apps: the framework that is fetched for them, the process, and its control. */
module dev.dexscope.apps {
  requires static transitive org.jspecify;
  requires dev.dexscope.base;
  requires dev.dexscope.apk;
  requires static org.junit.jupiter.api;

  exports dev.dexscope.apps;
  exports dev.dexscope.apps.junit;
}
