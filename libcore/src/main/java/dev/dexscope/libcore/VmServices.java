package dev.dexscope.libcore;

/**
 * The parts of a VM that it shows to programs, beside their code: traces, the heap, threads, the
 * log.
 */
public interface VmServices {
  /** Traces of methods. */
  MethodTracer tracer();

  /** Returns the heap's inspection. */
  HeapInspection heap();

  /** Returns the recorder of allocations. */
  AllocationTracking allocations();

  /** The program's threads. */
  ThreadInspection threads();

  /** The connection to a debugger or a monitor. */
  DebugMonitor monitor();

  /** The log. */
  SystemLog log();
}
