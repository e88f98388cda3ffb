/** What runs whole apps: the framework that is fetched for them, the process, how it is driven. */
module dev.dexscope.apps {
  requires static org.jspecify;
  requires dev.dexscope.base;
  requires dev.dexscope.apk;

  exports dev.dexscope.apps;
}
