/** The classes that travel into an app. Imports no other module. */
module dev.dexscope.runtime {
  requires static org.jspecify;

  exports dev.dexscope.runtime;

  // For classes.dex, which stands beside the classes.
  opens dev.dexscope.runtime;
}
