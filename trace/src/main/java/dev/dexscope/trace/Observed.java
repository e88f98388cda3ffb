package dev.dexscope.trace;

import java.util.List;
import java.util.Locale;

/**
 * Figures of a run that was not instrumented: what threads waited for, and what its end waited for.
 * Threads and methods are numbers of the trace.
 *
 * @param sampleNanos the CPU time that one sample stands for; 0 if no time is by samples
 * @param waits each kind of wait of each method
 * @param path the critical path: its times add up to the elapsed time
 * @param allocations by method and class, by samples
 * @param exceptions those that were made, by method and class, by samples
 * @param spans the critical path in the order of time; empty if the trace does not have it
 */
public record Observed(
    long sampleNanos,
    List<Wait> waits,
    List<Part> path,
    List<Made> allocations,
    List<Made> exceptions,
    List<Span> spans) {
  /** Those of a trace without such figures. */
  public static final Observed NONE =
      new Observed(0, List.of(), List.of(), List.of(), List.of(), List.of());

  public Observed {
    waits = List.copyOf(waits);
    path = List.copyOf(path);
    allocations = List.copyOf(allocations);
    exceptions = List.copyOf(exceptions);
    spans = List.copyOf(spans);
  }

  /** The states of a thread at a moment. */
  public enum Kind {
    WORK("work"),
    FIRST_USE("class loading"),
    COLLECTION("garbage collection"),
    /** Compilers had the processors. */
    COMPILATION("compilation"),
    SLEEP("sleep"),
    PARK("waiting for other threads"),
    LOCK("waiting for locks"),
    OBJECT("waiting for other threads"),
    SOCKET("the network"),
    FILE("files"),
    /** It neither works nor waits for anything that is known. */
    OTHER("not running");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    /** Returns it in words. */
    public String words() {
      return words;
    }

    /** The word for it in files and JSON. */
    public String key() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * The waits of one method for one thing.
   *
   * @param method the program's innermost one
   * @param line its line; -1 if unknown
   * @param what what it waited for: a method of the platform, a class, an address, a file
   * @param by the thread that it waited for; -1 if unknown or several
   * @param longest the longest one
   */
  public record Wait(
      int thread,
      int method,
      int line,
      Kind kind,
      String what,
      int by,
      long count,
      long nanos,
      long longest) {}

  /**
   * A part of the critical path.
   *
   * @param method the program's innermost one; -1 if there is none
   * @param what what is waited for; empty for work
   */
  public record Part(int thread, int method, Kind kind, String what, long nanos) {}

  /**
   * Objects that a method has made.
   *
   * @param method the program's innermost one
   * @param line its line; -1 if unknown
   * @param type their class
   * @param amount bytes, or how many there were
   */
  public record Made(int method, int line, String type, long amount) {}

  /**
   * A span of time in which the critical path was in one thread.
   *
   * @param begin nanoseconds from the start of the run
   * @param active how much of it the thread did that: it may have been able to run, and not have
   */
  public record Span(int thread, Kind kind, String what, long begin, long nanos, long active) {}
}
