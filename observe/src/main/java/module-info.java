/** Observes a VM and its program from inside: traces, threads, the heap, the log. */
module dev.dexscope.observe {
  requires dev.dexscope.base;
  requires transitive dev.dexscope.libcore;
  requires transitive dev.dexscope.trace;
  requires transitive dev.dexscope.vm;
  requires java.management;
  requires jdk.management;
  // Samples of running threads; without it they are less exact.
  requires static jdk.jfr;
  requires static transitive org.jspecify;

  exports dev.dexscope.observe;
  exports dev.dexscope.observe.ddm;
  exports dev.dexscope.observe.inspect;
  exports dev.dexscope.observe.logcat;
  exports dev.dexscope.observe.recording;
  exports dev.dexscope.observe.trace;

  uses dev.dexscope.observe.inspect.AllocationSource;
}
