/** The DDM server: devices, VMs, threads, heaps, traces, debugger ports. */
module dev.dexscope.monitor {
  requires static transitive org.jspecify;
  requires transitive dev.dexscope.trace;
  requires transitive dev.dexscope.wire;

  exports dev.dexscope.monitor;
  exports dev.dexscope.monitor.device;
  exports dev.dexscope.monitor.hprof;
  exports dev.dexscope.monitor.vm;
  exports dev.dexscope.monitor.watch;
}
