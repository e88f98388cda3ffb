package dev.dexscope.libcore;

/** What a VM lets programs see of itself, beside their code: traces, the heap, threads, the log. */
public interface VmServices {
  /** Traces of methods. */
  MethodTracer tracer();

  /** What is in the heap. */
  HeapInspection heap();

  /** What allocates. */
  AllocationTracking allocations();

  /** The program's threads. */
  ThreadInspection threads();

  /** The connection to a debugger or a monitor. */
  DebugMonitor monitor();

  /** The log. */
  SystemLog log();
}
