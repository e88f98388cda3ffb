package dev.dexscope.observe.trace;

import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.write.TraceviewWriter;
import dev.dexscope.vm.instrument.MethodIds;
import dev.dexscope.vm.runtime.Hooks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One trace while it runs: threads fill their own records, which are written when they are full,
 * and when the trace ends.
 */
final class CallTrace implements Hooks.Recorder {
  static final int ENTER = TraceviewWriter.ENTER;
  static final int EXIT = TraceviewWriter.EXIT;
  static final int UNROLL = TraceviewWriter.UNROLL;

  /** Receives records on their way to the file. */
  interface RecordSink {
    void record(ThreadRecords thread, int methodAndAction, int cpu, int wall) throws IOException;
  }

  private static final int LARGEST_THREAD = 0xffff;

  /** Records that a thread keeps, 24 KB; fewer where the whole buffer is small. */
  private static final int RECORDS_OF_THREAD = 2048;

  /** Dead threads are looked for when so many new ones have come. */
  private static final int SWEEP = 64;

  private final TraceRequest request;
  private final TraceviewWriter writer;
  private final MethodIds methods;
  private final Clocks clocks;
  private long startWall = System.nanoTime();
  private final List<ThreadRecords> threads = new ArrayList<>();
  private final ThreadLocal<ThreadRecords> ofThread =
      ThreadLocal.withInitial(this::ofCurrentThread);
  private final BitSet namedMethods = new BitSet();
  private final BitSet namedThreads = new BitSet();
  private final int recordsOfThread;

  /** Null if the platform's frames are not to be in it. */
  private final @Nullable HeldRecords held;

  /** The numbers of threads, by {@link Thread#threadId}. */
  private final Map<Integer, Long> threadIds = new HashMap<>();

  private long recordsLeft;
  private int lastThread;
  private long calls;
  private boolean overflow;
  private @Nullable IOException failure;
  private boolean ended;

  CallTrace(TraceRequest request, TraceviewWriter writer, MethodIds methods) {
    this(request, writer, methods, null);
  }

  private CallTrace(
      TraceRequest request, TraceviewWriter writer, MethodIds methods, @Nullable HeldRecords held) {
    this.held = held;
    this.request = request;
    this.writer = writer;
    this.methods = methods;
    this.clocks = new Clocks(request.clock());
    this.recordsLeft = request.bufferSize() / request.recordSize();
    this.recordsOfThread = Math.clamp(recordsLeft / 16, 1, RECORDS_OF_THREAD);
  }

  /**
   * Returns a trace that has the platform's frames, too, as samples show them.
   *
   * @throws IOException if there is no place for a temporary file
   */
  static CallTrace withPlatform(
      TraceRequest request, TraceviewWriter writer, MethodIds methods, PlatformSamples platform)
      throws IOException {
    return new CallTrace(request, writer, methods, new HeldRecords(platform));
  }

  @Override
  public void enter(int method) {
    ofThread.get().enter(method);
  }

  @Override
  public void exit(int method) {
    ofThread.get().exit(method, EXIT);
  }

  @Override
  public void unwind(int method) {
    ofThread.get().exit(method, UNROLL);
  }

  @Override
  public void caught(int method) {
    ofThread.get().unrollTo(method);
  }

  /**
   * The time of its records begins now: what records them has taken time to start. To be called
   * before the first record.
   */
  void begin() {
    startWall = System.nanoTime();
  }

  Clocks clocks() {
    return clocks;
  }

  long startWall() {
    return startWall;
  }

  long calls() {
    return calls;
  }

  boolean overflow() {
    return overflow;
  }

  /** New records for the current thread. */
  synchronized ThreadRecords ofCurrentThread() {
    if (threads.size() % SWEEP == SWEEP - 1) {
      letGoOfDeadThreads();
    }
    var records = new ThreadRecords(this, ++lastThread, recordsOfThread);
    threads.add(records);
    if (held != null) {
      threadIds.put(records.number(), Thread.currentThread().threadId());
    }
    return records;
  }

  private void letGoOfDeadThreads() {
    threads.removeIf(records -> {
      boolean dead = records.isOfDeadThread();
      if (dead) {
        write(records);
      }
      return dead;
    });
  }

  /** Writes the records of the current thread; returns false if nothing more is to be recorded. */
  synchronized boolean makeRoom(ThreadRecords records) {
    write(records);
    int room = (int) Math.min(recordsLeft, recordsOfThread);
    if (ended || room == 0 || records.number() > LARGEST_THREAD) {
      overflow |= !ended;
      records.restart(0);
      return false;
    }
    recordsLeft -= room;
    records.restart(room);
    return true;
  }

  private void write(ThreadRecords records) {
    if (ended) {
      return;
    }
    try {
      records.writeTo(this::record);
    } catch (IOException e) {
      stopRecording(e);
    }
  }

  /**
   * Stops recording after an error: the program continues, and the caller that ends the trace gets
   * the error.
   */
  private void stopRecording(IOException e) {
    failure = failure == null ? e : failure;
    recordsLeft = 0;
    overflow = true;
  }

  private void record(ThreadRecords thread, int methodAndAction, int cpu, int wall)
      throws IOException {
    nameThread(thread.number(), thread.name());
    if ((methodAndAction & 3) == ENTER) {
      calls++;
    }
    if (held == null) {
      write(thread.number(), methodAndAction, cpu, wall);
    } else {
      held.add(thread.number(), methodAndAction, cpu, wall);
    }
  }

  private void nameThread(int number, String name) throws IOException {
    if (!namedThreads.get(number)) {
      namedThreads.set(number);
      writer.thread(number, name.replace('\n', ' '));
    }
  }

  private void write(int thread, int methodAndAction, int cpu, int wall) throws IOException {
    int method = methodAndAction >>> 2;
    if (!namedMethods.get(method)) {
      namedMethods.set(method);
      writer.method(methods.method(method));
    }
    int time = clocks.clock().hasCpu() ? cpu : wall;
    writer.record(thread, methodAndAction & ~3, methodAndAction & 3, time, wall);
  }

  /** A number for a thread that is sampled. */
  synchronized int newThread() {
    return ++lastThread;
  }

  /** A record of a sampled thread. */
  synchronized void add(int thread, String threadName, int methodAndAction, int cpu, int wall) {
    if (recordsLeft == 0 || thread > LARGEST_THREAD) {
      overflow = true;
      return;
    }
    recordsLeft--;
    if ((methodAndAction & 3) == ENTER) {
      calls++;
    }
    try {
      nameThread(thread, threadName);
      write(thread, methodAndAction, cpu, wall);
    } catch (IOException e) {
      stopRecording(e);
    }
  }

  /**
   * Writes the rest and the summary.
   *
   * @param stopped when the trace was stopped, by {@link System#nanoTime}; writing the rest takes
   *     time that is not traced
   * @throws IOException also when records could not be written before
   */
  synchronized void end(long stopped) throws IOException {
    for (ThreadRecords records : threads) {
      write(records);
    }
    ended = true;
    threads.clear();
    if (held != null) {
      try (HeldRecords records = held) {
        merge(records);
      }
    }
    writer.key("data-file-overflow", Boolean.toString(overflow));
    writer.key("clock", request.clock().key());
    writer.key("elapsed-time-usec", Long.toString((stopped - startWall) / 1000));
    if (!request.streaming()) {
      writer.key("num-method-calls", Long.toString(calls));
    }
    writer.key("clock-call-overhead-nsec", Integer.toString(clocks.overhead()));
    if (!request.interval().isZero()) {
      writer.key(
          TraceviewWriter.SAMPLING_INTERVAL,
          Long.toString(TimeUnit.NANOSECONDS.toMicros(request.interval().toNanos())));
    }
    writer.key("vm", TraceviewWriter.VM);
    writer.key("pid", Long.toString(ProcessHandle.current().pid()));
    if (failure != null) {
      throw failure;
    }
  }

  private void merge(HeldRecords records) throws IOException {
    PlatformSamples samples = records.samples();
    Map<Integer, PlatformFrames> frames = new HashMap<>();
    threadIds.forEach((number, id) ->
        frames.put(number, new PlatformFrames(methods, samples.take(id), startWall)));
    records.readAll(
        (thread, methodAndAction, _, wall) -> of(thread, frames).place(methodAndAction, wall));
    frames.values().forEach(PlatformFrames::rewind);
    records.readAll((thread, methodAndAction, cpu, wall) ->
        of(thread, frames)
            .merge(
                methodAndAction, cpu, wall, (record, at, time) -> write(thread, record, at, time)));
    for (Map.Entry<Integer, PlatformFrames> each : frames.entrySet()) {
      each.getValue().finish((record, cpu, wall) -> write(each.getKey(), record, cpu, wall));
    }
    int unplaced = frames.values().stream().mapToInt(PlatformFrames::unplaced).sum();
    writer.key(
        TraceInfo.PLATFORM_SAMPLES,
        Long.toString(TimeUnit.NANOSECONDS.toMicros(request.platform().toNanos())));
    int placed = frames.values().stream().mapToInt(PlatformFrames::placed).sum();
    writer.key("platform-samples", Integer.toString(placed));
    writer.key("platform-samples-unplaced", Integer.toString(unplaced));
    writer.key("platform-samples-dropped", Integer.toString(samples.dropped()));
  }

  private static PlatformFrames of(int thread, Map<Integer, PlatformFrames> frames) {
    return Objects.requireNonNull(frames.get(thread));
  }
}
