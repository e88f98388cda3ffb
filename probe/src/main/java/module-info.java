/** The classes that travel into an app. Imports no other module. */
module dev.dexscope.probe {
  requires static transitive org.jspecify;

  exports dev.dexscope.probe;

  // For classes.dex, which stands beside the classes.
  opens dev.dexscope.probe;
}
