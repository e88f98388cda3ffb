package dev.dexscope.trace;

import dev.dexscope.trace.tree.MethodSums;
import java.util.List;
import java.util.function.Consumer;

/**
 * A method trace, read and analysed. What was damaged has been repaired by the rules of
 * docs/trace-formats.md and is counted in {@link #quality()}.
 *
 * <pre>{@code
 * Trace trace = TraceReader.open(Path.of("app.trace"));
 * for (TraceThread thread : trace.threads()) {
 *   System.out.println(thread.name() + ": " + thread.tree().inclusiveWall(0) + " ns");
 * }
 * }</pre>
 */
public final class Trace {
  private final TraceInfo info;
  private final MethodTable methods;
  private final List<TraceThread> threads;
  private final List<MethodSums> sums;
  private final DataQuality quality;
  private final LineTimes lines;
  private final Observed observed;
  private final Consumer<CallVisitor> replay;

  /**
   * A trace as read from a file.
   *
   * @param sums by the numbers of the threads, in the place of call trees; empty if there are trees
   * @param lines the time at lines; {@link LineTimes#NONE} if its records have none
   * @param observed figures of a run without instrumentation; {@link Observed#NONE} for others
   * @param replay replays the calls; see {@link #replay}
   */
  public Trace(
      TraceInfo info,
      MethodTable methods,
      List<TraceThread> threads,
      List<MethodSums> sums,
      DataQuality quality,
      LineTimes lines,
      Observed observed,
      Consumer<CallVisitor> replay) {
    this.info = info;
    this.methods = methods;
    this.threads = List.copyOf(threads);
    this.sums = List.copyOf(sums);
    this.quality = quality;
    this.lines = lines;
    this.observed = observed;
    this.replay = replay;
  }

  public TraceInfo info() {
    return info;
  }

  public MethodTable methods() {
    return methods;
  }

  public List<TraceThread> threads() {
    return threads;
  }

  /**
   * Returns the calls by method, by the numbers of the threads, if it was opened without their
   * paths ({@link TraceOptions#withoutPaths}); else empty.
   */
  public List<MethodSums> sums() {
    return sums;
  }

  /** Returns the number of calls of a thread. */
  public long calls(int thread) {
    return sums.isEmpty() ? threads.get(thread).tree().allCalls() : sums.get(thread).allCalls();
  }

  /**
   * Returns the id of the thread on which the process began, or -1 if unknown: on Linux it is the
   * process's id, of which records contain 16 bits.
   */
  public int mainThread() {
    int main = -1;
    for (int i = 0; i < threads.size(); i++) {
      TraceThread thread = threads.get(i);
      if (info.pid() > 0 && (thread.id() == info.pid() || thread.id() == (info.pid() & 0xffff))) {
        return i;
      }
      if (main < 0 && thread.name().equals("main")) {
        main = i;
      }
    }
    return main;
  }

  /** Returns the repairs made while reading. */
  public DataQuality quality() {
    return quality;
  }

  /** Returns how long its samples saw methods at each line. */
  public LineTimes lines() {
    return lines;
  }

  /** Returns the figures of the run without instrumentation, if there was one. */
  public Observed observed() {
    return observed;
  }

  /**
   * Goes through all calls again, in the order of the file, without holding them in memory. Calls
   * that were running when the trace began are entered first.
   */
  public void replay(CallVisitor visitor) {
    replay.accept(visitor);
  }
}
