/** A store of many runs, and questions about them. */
module dev.dexscope.store {
  requires static transitive org.jspecify;
  requires transitive com.fasterxml.jackson.core;
  requires transitive dev.dexscope.base;
  requires transitive dev.dexscope.sql;
  requires transitive dev.dexscope.trace;
  requires java.net.http;
  requires java.xml;

  exports dev.dexscope.store;
  exports dev.dexscope.store.fleet;
  exports dev.dexscope.store.s3;
}
