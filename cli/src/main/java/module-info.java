/** The {@code dexscope} command. Commands only parse, call another module and print. */
module dev.dexscope.cli {
  requires static transitive org.jspecify;
  requires com.fasterxml.jackson.core;
  requires dev.dexscope.apk;
  requires dev.dexscope.apps;
  requires dev.dexscope.art;
  requires dev.dexscope.baseline;
  requires dev.dexscope.base;
  requires dev.dexscope.compile;
  requires dev.dexscope.device;
  requires dev.dexscope.dex;
  requires dev.dexscope.inject;
  requires dev.dexscope.monitor;
  requires dev.dexscope.natives;
  requires dev.dexscope.observe;
  requires dev.dexscope.profile;
  requires dev.dexscope.sql;
  requires dev.dexscope.store;
  requires dev.dexscope.agents;
  requires dev.dexscope.trace;
  requires dev.dexscope.vm;
  requires dev.dexscope.web;
  requires dev.dexscope.wire;
  requires info.picocli;
  requires java.management;
  // Loaded only for "run --jfr".
  requires static jdk.jfr;

  // picocli fills annotated fields by reflection.
  opens dev.dexscope.cli to
      info.picocli;
  opens dev.dexscope.cli.devices to
      info.picocli;
  opens dev.dexscope.cli.packages to
      info.picocli;
  opens dev.dexscope.cli.pages to
      info.picocli;
  opens dev.dexscope.cli.programs to
      info.picocli;
  opens dev.dexscope.cli.traces to
      info.picocli;
}
