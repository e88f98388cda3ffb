/** The page: a local web server for traces and live VMs. */
module dev.dexscope.web {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.monitor;
  requires transitive dev.dexscope.trace;
  requires transitive com.fasterxml.jackson.core;
  requires dev.dexscope.apps;
  requires dev.dexscope.base;
  requires dev.dexscope.dex;
  requires transitive dev.dexscope.sql;
  requires transitive dev.dexscope.store;
  requires org.eclipse.jetty.http;
  requires org.eclipse.jetty.io;
  requires org.eclipse.jetty.server;
  requires org.eclipse.jetty.util;

  exports dev.dexscope.web;
  exports dev.dexscope.web.fleet;
  exports dev.dexscope.web.http;
  exports dev.dexscope.web.monitor;
  exports dev.dexscope.web.serve;
  exports dev.dexscope.web.store;
  exports dev.dexscope.web.traces;
}
