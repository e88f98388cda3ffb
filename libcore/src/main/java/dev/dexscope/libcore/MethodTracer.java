package dev.dexscope.libcore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;

/** Method tracing: one trace at a time. */
public interface MethodTracer {
  /**
   * The extent of a trace.
   *
   * @param wall whether records have the wall clock's time
   * @param cpu whether they have the thread's CPU time; without either they have both
   * @param bufferSize how many bytes of records are kept
   * @param streaming whether the trace can be read while it runs
   * @param interval between samples; zero records every call
   * @param countAllocations whether the trace tells bytes allocated and garbage collections
   */
  record Options(
      boolean wall,
      boolean cpu,
      long bufferSize,
      boolean streaming,
      Duration interval,
      boolean countAllocations) {}

  /** The modes of tracing. */
  enum Mode {
    OFF,
    /** Every call is recorded. */
    TRACING,
    SAMPLING
  }

  /** Starts a trace into a file. */
  void start(Options options, Path file) throws IOException;

  /** Starts a trace into a stream, which is left open at the end. */
  void start(Options options, OutputStream out) throws IOException;

  /** Ends the trace; nothing happens where none is under way. */
  void stop() throws IOException;

  /** Returns the current mode. */
  Mode mode();
}
