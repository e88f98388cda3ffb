package dev.dexscope.monitor.vm;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.ddm.AllocationChunk;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.ProfilingChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpConnection;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of one VM, for any number of threads. Every request has a deadline.
 *
 * <pre>{@code
 * try (VmClient vm = VmClient.connect(device.open(pid), Duration.ofSeconds(10))) {
 *   vm.threads().forEach(System.out::println);
 * }
 * }</pre>
 */
public final class VmClient implements Closeable {
  private static final int NEVER = 0;
  private static final int NOW = 1;
  private static final int AT_EACH_GC = 3;
  private static final int NO_FLAGS = 0;

  /** The interval for states that are needed once, in milliseconds. */
  private static final int SOON = 100;

  private static final int MERGED = 0;
  private static final int OBJECT_BY_OBJECT = 1;
  private static final int MAP = ChunkType.of("HPSG");
  private static final int MAP_BEGINS = ChunkType.of("HPST");
  private static final int MAP_ENDS = ChunkType.of("HPEN");

  private static final int NATIVE_MAP = ChunkType.of("NHSG");

  /** As many names are kept of a VM that makes up threads. */
  private static final int MOST_NAMES = 1 << 14;

  private static final int MOST_NAME = 256;

  private final DdmChannel vm;
  private final Consumer<Chunk> events;
  private final Map<Integer, String> names = new ConcurrentHashMap<>();
  private final Object debugging = new Object();
  private int debuggers;
  private boolean isRetired;
  private volatile boolean seemsDebugged;
  private volatile boolean tellsLocks;
  private volatile boolean tracesAsDraft;
  private final ReentrantLock mapping = new ReentrantLock();

  /** Whether a caller waits for a map; the map being received; and the complete one. */
  private volatile boolean isMapping;

  private volatile @Nullable HeapMap map;
  private volatile @Nullable HeapMap finished;

  private VmClient(Link link, Duration patience, Consumer<Chunk> events) throws IOException {
    this.events = events;
    vm = DdmChannel.connect(link, patience, this::take);
  }

  /**
   * Shakes hands with a VM.
   *
   * @param patience how long an answer may take
   */
  public static VmClient connect(Link link, Duration patience) throws IOException {
    return connect(link, patience, _ -> {});
  }

  /**
   * The same.
   *
   * @param events receives the VM's events, in their order. It may neither wait nor send requests.
   */
  public static VmClient connect(Link link, Duration patience, Consumer<Chunk> events)
      throws IOException {
    return new VmClient(link, patience, events);
  }

  private void take(Chunk event) {
    switch (event) {
      case AppChunk.Name name -> DdmChannel.brief(name);
      case ThreadChunk.Created created -> name(created.id(), created.name());
      case ThreadChunk.Renamed renamed -> name(renamed.id(), renamed.name());
      case ThreadChunk.Died died -> names.remove(died.id());
      case HeapChunk.SegmentsEdge edge -> {
        if (edge.type() == MAP_BEGINS && isMapping) {
          map = new HeapMap();
        } else if (edge.type() == MAP_ENDS && map != null) {
          finished = map;
          map = null;
        }
      }
      case HeapChunk.Segment segment -> {
        HeapMap begun = map;
        if (begun != null && segment.type() != NATIVE_MAP) {
          begun.add(segment);
        }
      }
      default -> {
        // Of no concern here.
      }
    }
    events.accept(event);
  }

  private void name(int thread, String name) {
    if (names.size() < MOST_NAMES || names.containsKey(thread)) {
      names.put(thread, name.length() > MOST_NAME ? name.substring(0, MOST_NAME) : name);
    }
  }

  /** Of how many threads a name is kept. */
  int knownNames() {
    return names.size();
  }

  private <T extends Chunk> T ask(String bare, Class<T> kind) throws IOException {
    return vm.ask(CommonChunk.Bare.of(bare), kind);
  }

  /** Returns the VM's introduction. */
  public AppChunk.Hello hello() throws IOException {
    return DdmChannel.brief(vm.ask(new AppChunk.Greeting(1), AppChunk.Hello.class));
  }

  /** Returns its features. */
  public List<String> features() throws IOException {
    return DdmChannel.brief(ask("FEAT", AppChunk.Features.class)).names();
  }

  /**
   * A thread.
   *
   * @param id its number in the VM
   * @param state its state
   * @param tid the system's number; 0 if the VM does not report it nor the times
   * @param userMillis CPU time in the program
   * @param systemMillis CPU time in the system
   */
  public record VmThread(
      int id,
      String name,
      RunState state,
      int tid,
      long userMillis,
      long systemMillis,
      boolean daemon) {}

  /** Turns reports of all existing threads, starts and ends on or off. */
  public void notifyThreads(boolean on) throws IOException {
    vm.tell(new ThreadChunk.Notify(on));
  }

  /** Returns its threads, by their numbers. Their names are known while it reports threads. */
  public List<VmThread> threads() throws IOException {
    if (names.isEmpty()) {
      notifyThreads(true);
    }
    ThreadChunk.Status status =
        vm.askIfSupported(CommonChunk.Bare.of("THST"), ThreadChunk.Status.class);
    if (status == null) {
      return draftThreads();
    }
    List<VmThread> all = new ArrayList<>();
    for (ThreadChunk.ThreadState each : status.threads()) {
      all.add(
          new VmThread(
              each.id(),
              names.getOrDefault(each.id(), "?"),
              RunState.of(each.state()),
              each.tid(),
              10 * each.userTime(),
              10 * each.systemTime(),
              each.daemon()));
    }
    return all;
  }

  /** Of a VM of the draft of 2007, which reports states at an interval only. */
  private List<VmThread> draftThreads() throws IOException {
    ThreadChunk.DraftStatus status;
    try (Closeable _ = () -> vm.tell(new ThreadChunk.StatusInterval(NEVER))) {
      status =
          vm.event(
              new ThreadChunk.StatusInterval(SOON),
              ThreadChunk.DraftStatus.class,
              "states of threads");
    }
    List<VmThread> all = new ArrayList<>();
    for (ThreadChunk.DraftThread each : status.threads()) {
      RunState state = each.suspended() ? RunState.SUSPENDED : RunState.of(each.state());
      all.add(new VmThread(each.id(), names.getOrDefault(each.id(), "?"), state, 0, 0, 0, false));
    }
    return all;
  }

  /** The frames of a thread, the innermost first. */
  public List<ThreadChunk.StackFrame> stack(int thread) throws IOException {
    return vm.ask(new ThreadChunk.StackRequest(thread), ThreadChunk.Stack.class).frames();
  }

  /**
   * Returns the threads that wait for locks of others.
   *
   * @throws MonitorException if the VM does not report it: Android's do not
   */
  public LockWaits lockWaits() throws IOException {
    if (names.isEmpty()) {
      notifyThreads(true);
    }
    if (!tellsLocks) {
      if (!features().contains(ThreadChunk.Locks.FEATURE)) {
        throw new MonitorException(
            "the VM does not report owners of locks; only VMs of the virtual device do");
      }
      tellsLocks = true;
    }
    return LockWaits.of(ask("THLK", ThreadChunk.Locks.class), names);
  }

  /** Returns the occupancy of its heaps. */
  public List<HeapChunk.HeapInfo> heaps() throws IOException {
    return vm.event(new HeapChunk.InfoRequest(NOW), HeapChunk.Infos.class, "figures of the heap")
        .heaps();
  }

  /** Requests a report of the occupancy of its heaps, without waiting for it. */
  public void notifyHeapOnce() throws IOException {
    vm.request(new HeapChunk.InfoRequest(NOW));
  }

  /** Turns reports of the occupancy of its heaps after each collection on or off. */
  public void notifyHeap(boolean on) throws IOException {
    vm.request(new HeapChunk.InfoRequest(on ? AT_EACH_GC : NEVER));
  }

  /** Lets it collect garbage. */
  public void collect() throws IOException {
    vm.tell(CommonChunk.Bare.of("HPGC"));
  }

  /**
   * Returns the layout of its heap, for which it collects garbage.
   *
   * @param isByObject whether equal neighbours are separated, which takes longer
   */
  public HeapMap mapHeap(boolean isByObject) throws IOException {
    mapping.lock();
    // Else it would send maps at each collection, also when this one never ends.
    try (Closeable _ = () -> vm.tell(new HeapChunk.SegmentsRequest(MAP, NEVER, MERGED))) {
      isMapping = true;
      vm.tell(new HeapChunk.SegmentsRequest(MAP, NOW, isByObject ? OBJECT_BY_OBJECT : MERGED));
      var _ = vm.event(CommonChunk.Bare.of("HPGC"), _ -> finished != null, "map of the heap");
      return Objects.requireNonNull(finished);
    } finally {
      isMapping = false;
      map = null;
      finished = null;
      mapping.unlock();
    }
  }

  /**
   * Writes a dump of its heap, an hprof file, as it arrives.
   *
   * @return its size
   */
  public long dumpHeap(OutputStream out) throws IOException {
    return vm.download(CommonChunk.Bare.of("HPDS"), ChunkType.of("HPDS"), "dump of the heap", out);
  }

  /**
   * Begins or ends to record allocations.
   *
   * @throws MonitorException if the VM does not begin
   */
  public void recordAllocations(boolean on) throws IOException {
    AllocationChunk.Enable undo = new AllocationChunk.Enable(false);
    AllocationChunk.Enabled enabled =
        confirm(new AllocationChunk.Enable(on), "REAQ", AllocationChunk.Enabled.class, undo);
    if (!on) {
      return;
    }
    if (enabled == null) {
      throw new MonitorException("the VM does not record allocations");
    }
    if (!enabled.on()) {
      throw new MonitorException("the VM has not begun to record allocations");
    }
  }

  /**
   * Sends a request, and queries whether the VM has followed it.
   *
   * @param undo sent if it does not answer: otherwise it might follow the request until its end
   * @return null if the VM does not support the question
   */
  private <T extends Chunk> @Nullable T confirm(
      Chunk request, String bare, Class<T> kind, Chunk undo) throws IOException {
    try {
      return vm.confirm(request, CommonChunk.Bare.of(bare), kind);
    } catch (MonitorException e) {
      throw e; // It has refused it.
    } catch (IOException | RuntimeException e) {
      try {
        vm.tell(undo);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /**
   * Returns what the records of allocations lack; empty for a VM that records all.
   *
   * @throws IOException if the VM does not answer
   */
  public String missingAllocations() throws IOException {
    return features().contains(AllocationChunk.PARTIAL)
        ? "not recorded: objects that the class library makes for the program (boxes, strings, nodes"
            + " of maps), and those of methods that have run since before the start"
        : "";
  }

  /** Returns the last allocations, the newest first. */
  public AllocationChunk.Recent allocations() throws IOException {
    return ask("REAL", AllocationChunk.Recent.class);
  }

  /**
   * Begins to trace all calls; or to take samples at an interval in microseconds, if that is not 0.
   * A VM that supports only the command of the draft of 2007 ({@code DTRC}) receives that.
   *
   * @throws MonitorException if the VM does not begin
   */
  public void startTrace(int bufferBytes, int intervalMicros) throws IOException {
    Chunk start =
        intervalMicros == 0
            ? new ProfilingChunk.StreamStart(bufferBytes, NO_FLAGS)
            : new ProfilingChunk.SampleStart(bufferBytes, NO_FLAGS, intervalMicros);
    Chunk undo = CommonChunk.Bare.of(intervalMicros == 0 ? "MPSE" : "SPSE");
    ProfilingChunk.State state = confirm(start, "MPRQ", ProfilingChunk.State.class, undo);
    tracesAsDraft = state == null;
    if (state == null && intervalMicros != 0) {
      throw new MonitorException("the VM does not take samples, only traces of all calls");
    } else if (state == null) {
      startDraftTrace();
    } else if (state.state() == 0) {
      throw new MonitorException("the VM has begun no trace");
    }
  }

  /**
   * Ends the trace, and writes it as it arrives: a file of Traceview's.
   *
   * @return its size
   */
  public long stopTrace(boolean isSampled, OutputStream out) throws IOException {
    if (tracesAsDraft) {
      return stopDraftTrace(out);
    }
    return vm.download(
        CommonChunk.Bare.of(isSampled ? "SPSE" : "MPSE"), ChunkType.of("MPSE"), "trace", out);
  }

  /**
   * Begins to trace a VM of the draft of 2007, which supports neither {@code MPSS} nor {@code MPRQ}
   * (chunk {@code DTRC}).
   */
  public void startDraftTrace() throws IOException {
    vm.tell(new ProfilingChunk.DraftSwitch(true));
  }

  /**
   * Ends it, and writes it: a file of Traceview's.
   *
   * @return its size
   */
  public long stopDraftTrace(OutputStream out) throws IOException {
    DraftTrace trace = new DraftTrace();
    vm.event(new ProfilingChunk.DraftSwitch(false), trace, "trace");
    return trace.writeTo(out);
  }

  /** Ends the VM's process. */
  public void exit(int status) throws IOException {
    vm.tell(new AppChunk.Exit(status));
  }

  /**
   * Serves a debugger over the shared connection until it disconnects. Then its suspensions end,
   * and the VM is notified if it was the last one (chunk {@code DBGD} of the draft of 2007).
   */
  public void serveDebugger(JdwpConnection debugger) throws IOException {
    if (!tryToServe(debugger)) {
      throw new MonitorException("the connection is about to end");
    }
  }

  /** The same; whether the connection was not about to end. */
  public boolean tryToServe(JdwpConnection debugger) throws IOException {
    synchronized (debugging) {
      if (isRetired) {
        return false;
      }
      debuggers++;
    }
    try {
      vm.hub().serve(debugger);
    } finally {
      boolean isLast;
      synchronized (debugging) {
        isLast = --debuggers == 0;
      }
      if (isLast && !vm.ended().isDone()) {
        seemsDebugged = !knowsThatDebuggerLeft();
      }
    }
    return true;
  }

  /**
   * Stops accepting debuggers if the VM still treats this connection as a debugger's, though all
   * have disconnected: it does not support the chunk that reports it, and recognizes only the
   * connection's end.
   */
  public boolean retire() {
    synchronized (debugging) {
      isRetired |= seemsDebugged && debuggers == 0;
      return isRetired;
    }
  }

  /** Other generations do not answer unknown chunks, or send an empty answer. */
  private boolean knowsThatDebuggerLeft() {
    try {
      return vm.ask(CommonChunk.Bare.of("DBGD")) != null;
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  /** Ends when the connection does, with the reason where that is a failure. */
  public CompletableFuture<@Nullable Void> ended() {
    return vm.ended();
  }

  @Override
  public void close() throws IOException {
    vm.close();
  }
}
