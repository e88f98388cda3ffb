package dev.dexscope.observe.recording;

import dev.dexscope.trace.Method;
import dev.dexscope.trace.Observed;
import java.util.List;

/**
 * The threads of a run that was not instrumented: where samples saw them, and each of their waits.
 * Times are nanoseconds since the run's start.
 *
 * @param elapsed the time from the run's start to its end
 * @param threads those that ran code of the program, by their starts
 * @param samples by time
 * @param waits by their ends
 * @param pauses the collector's, in which no thread ran
 * @param compilations those of HotSpot's compilers, which run beside the program
 * @param allocations samples of them
 * @param thrown samples of exceptions that were made
 * @param dropped how many waits there were too many of: their times are missing
 */
public record Recorded(
    long elapsed,
    List<RecordedThread> threads,
    List<Sample> samples,
    List<Wait> waits,
    List<Span> pauses,
    List<Span> compilations,
    List<Allocation> allocations,
    List<Thrown> thrown,
    long dropped) {

  public Recorded {
    threads = List.copyOf(threads);
    samples = List.copyOf(samples);
    waits = List.copyOf(waits);
    pauses = List.copyOf(pauses);
    compilations = List.copyOf(compilations);
    allocations = List.copyOf(allocations);
    thrown = List.copyOf(thrown);
  }

  /**
   * A thread of the program.
   *
   * @param id {@link Thread#threadId}
   * @param parent the thread that started it; -1 if unknown
   * @param begin when it started
   * @param end when it ended; the run's end for one that did not
   * @param cpu its CPU time by the system's clock; -1 if that is unknown
   */
  public record RecordedThread(long id, String name, long parent, long begin, long end, long cpu) {}

  /** The kinds of frames. */
  public enum Kind {
    /** A method of the program. */
    PROGRAM,
    /** A method of the platform. */
    PLATFORM,
    /** The first use of a class: it is loaded or translated. */
    FIRST_USE,
    /** The probe in an instrumented program. */
    PROFILER
  }

  /**
   * A frame.
   *
   * @param line the source line; -1 if unknown
   */
  public record Frame(Kind kind, Method method, int line) {}

  /**
   * A stack.
   *
   * @param frames from the outermost on
   * @param isWhole whether the outermost frame is the thread's first
   * @param isNative whether the innermost method is native
   */
  public record Stack(List<Frame> frames, boolean isWhole, boolean isNative) {
    public Stack {
      frames = List.copyOf(frames);
    }

    /** Returns whether code of the program is in it. */
    public boolean isOfProgram() {
      return frames.stream().anyMatch(each -> each.kind() == Kind.PROGRAM);
    }
  }

  /** The clocks by which samples are taken. */
  public enum Source {
    /** A thread has used a period of CPU time: in whatever code. */
    CPU,
    /** A period has elapsed, and the thread was in Java code. */
    JAVA,
    /** A period has elapsed, and the thread was in native code, which may wait. */
    NATIVE
  }

  /** A thread was seen at a time. */
  public record Sample(long thread, long time, Source source, Stack stack) {}

  /**
   * A thread waited; without a frame of the program, it had no work of the program to do.
   *
   * @param what what it waited for: a class, an address, a file; empty if unknown
   * @param by the thread that ended the wait, or had the lock; itself if its time was over; -1 if
   *     unknown
   */
  public record Wait(
      long thread, long begin, long end, Observed.Kind kind, String what, long by, Stack stack) {}

  /** A part of the run. */
  public record Span(long begin, long end) {}

  /**
   * An object that a thread has made.
   *
   * @param type its class, as in Java
   * @param bytes those that were allocated since the last sample
   */
  public record Allocation(long thread, String type, long bytes, Stack stack) {}

  /**
   * An exception that a thread has made.
   *
   * @param type its class
   * @param count for how many it stands
   */
  public record Thrown(String type, double count, Stack stack) {}
}
