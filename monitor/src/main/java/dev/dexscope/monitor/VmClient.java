package dev.dexscope.monitor;

import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.ddm.AllocationChunk;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.ProfilingChunk;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One VM, asked by one thread at a time. Every question has a deadline; what a VM sends unasked
 * waits in a queue of bounded length.
 *
 * <pre>{@code
 * try (VmClient vm = VmClient.connect(device.open(pid), Duration.ofSeconds(10))) {
 *   vm.threads().forEach(System.out::println);
 * }
 * }</pre>
 */
public final class VmClient implements Closeable {
  private static final int MOST_EVENTS = 100_000;
  private static final int NOW = 1;
  private static final int NO_FLAGS = 0;

  private final JdwpClient vm;
  private final Duration patience;
  private final BlockingQueue<Chunk> events;

  private VmClient(JdwpClient vm, Duration patience, BlockingQueue<Chunk> events) {
    this.vm = vm;
    this.patience = patience;
    this.events = events;
  }

  /**
   * Shakes hands with a VM.
   *
   * @param patience how long an answer may take
   */
  public static VmClient connect(Link link, Duration patience) throws IOException {
    BlockingQueue<Chunk> events = new LinkedBlockingQueue<>(MOST_EVENTS);
    var limits = new JdwpConnection.Limits(JdwpPacket.MOST_BYTES, patience);
    JdwpClient client = JdwpClient.connect(link, limits, packet -> take(packet, events));
    return new VmClient(client, patience, events);
  }

  /** What does not fit, or is no chunk, is lost: it is this VM's fault alone. */
  private static void take(JdwpPacket.Command packet, BlockingQueue<Chunk> events) {
    if (packet.set() == JdwpCommand.DDM_SET) {
      for (RawChunk each : RawChunk.readAll("DDM", packet.data())) {
        var _ = events.offer(ChunkCodec.decode(Meaning.EVENT, each));
      }
    }
  }

  /**
   * The answer of a VM; null for an empty one.
   *
   * @throws MonitorException where the VM refuses
   */
  private @Nullable Chunk ask(Chunk request) throws IOException {
    String name = ChunkType.name(request.type());
    JdwpPacket.Reply reply =
        vm.ask(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, request.toRaw().toPacket(), patience);
    if (reply.error() != 0) {
      throw new MonitorException("the VM knows no DDM (" + name + ": error " + reply.error() + ")");
    }
    List<RawChunk> chunks = RawChunk.readAll(name, reply.data());
    if (chunks.isEmpty()) {
      return null;
    }
    Chunk answer = ChunkCodec.decode(Meaning.REPLY, chunks.getFirst());
    if (answer instanceof CommonChunk.Failure failure) {
      throw new MonitorException("the VM refuses " + name + ": " + failure.message());
    }
    return answer;
  }

  private <T extends Chunk> T ask(Chunk request, Class<T> kind) throws IOException {
    Chunk answer = ask(request);
    if (!kind.isInstance(answer)) {
      throw new WireFormatException("the VM", 0, ChunkType.name(request.type()) + " unanswered");
    }
    return kind.cast(answer);
  }

  private <T extends Chunk> T ask(String bare, Class<T> kind) throws IOException {
    return ask(CommonChunk.Bare.of(bare), kind);
  }

  /** Asks for something to be done. ART sends no answer where it has nothing to tell. */
  private void tell(Chunk request) throws IOException {
    vm.tell(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, request.toRaw().toPacket());
  }

  private <T extends Chunk> T event(Class<T> kind, String what) throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (true) {
        Chunk next = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next == null) {
          throw new DeadlineException("the VM", what, patience);
        }
        if (kind.isInstance(next)) {
          return kind.cast(next);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Who it is. */
  public AppChunk.Hello hello() throws IOException {
    return ask(new AppChunk.Greeting(1), AppChunk.Hello.class);
  }

  /** What it can do. */
  public List<String> features() throws IOException {
    return ask("FEAT", AppChunk.Features.class).names();
  }

  /**
   * A thread.
   *
   * @param id its number in the VM
   * @param state what it does, in one word
   * @param tid the system's number
   * @param userMillis CPU time in the program
   * @param systemMillis CPU time in the system
   */
  public record VmThread(
      int id,
      String name,
      String state,
      int tid,
      long userMillis,
      long systemMillis,
      boolean daemon) {}

  /** Its threads, by their numbers. */
  public List<VmThread> threads() throws IOException {
    tell(new ThreadChunk.Notify(true));
    ThreadChunk.Status status = ask("THST", ThreadChunk.Status.class);
    Map<Integer, String> names = new HashMap<>();
    Chunk next;
    while ((next = events.poll()) != null) {
      switch (next) {
        case ThreadChunk.Created created -> names.put(created.id(), created.name());
        case ThreadChunk.Renamed renamed -> names.put(renamed.id(), renamed.name());
        default -> {
          // Of another question.
        }
      }
    }
    tell(new ThreadChunk.Notify(false));
    List<VmThread> all = new ArrayList<>();
    for (ThreadChunk.ThreadState each : status.threads()) {
      all.add(
          new VmThread(
              each.id(),
              names.getOrDefault(each.id(), "?"),
              state(each.state()),
              each.tid(),
              10 * each.userTime(),
              10 * each.systemTime(),
              each.daemon()));
    }
    return all;
  }

  private static String state(int number) {
    return switch (number) {
      case 0 -> "zombie";
      case 1 -> "running";
      case 2 -> "timed wait";
      case 3 -> "monitor";
      case 4 -> "wait";
      case 5 -> "initializing";
      case 6 -> "starting";
      case 7 -> "native";
      case 8 -> "vm wait";
      case 9 -> "suspended";
      default -> number + "";
    };
  }

  /** The frames of a thread, the innermost first. */
  public List<ThreadChunk.StackFrame> stack(int thread) throws IOException {
    return ask(new ThreadChunk.StackRequest(thread), ThreadChunk.Stack.class).frames();
  }

  /** How full its heaps are. */
  public List<HeapChunk.HeapInfo> heaps() throws IOException {
    events.clear();
    tell(new HeapChunk.InfoRequest(NOW));
    return event(HeapChunk.Infos.class, "figures of the heap").heaps();
  }

  /** Lets it collect garbage. */
  public void collect() throws IOException {
    tell(CommonChunk.Bare.of("HPGC"));
  }

  /** A dump of its heap: an hprof file. */
  public byte[] dumpHeap() throws IOException {
    events.clear();
    tell(CommonChunk.Bare.of("HPDS"));
    return event(HeapChunk.Dump.class, "dump of the heap").hprof();
  }

  /** Begins or ends to record allocations; whether they are recorded now. */
  public boolean recordAllocations(boolean on) throws IOException {
    tell(new AllocationChunk.Enable(on));
    return ask("REAQ", AllocationChunk.Enabled.class).on();
  }

  /** What was allocated last, the newest first. */
  public AllocationChunk.Recent allocations() throws IOException {
    return ask("REAL", AllocationChunk.Recent.class);
  }

  /**
   * Begins to trace all calls; or to take samples at an interval in microseconds, if that is not 0.
   */
  public void startTrace(int bufferBytes, int intervalMicros) throws IOException {
    tell(
        intervalMicros == 0
            ? new ProfilingChunk.StreamStart(bufferBytes, NO_FLAGS)
            : new ProfilingChunk.SampleStart(bufferBytes, NO_FLAGS, intervalMicros));
    if (ask("MPRQ", ProfilingChunk.State.class).state() == 0) {
      throw new MonitorException("the VM has begun no trace");
    }
  }

  /** Ends the trace: a file of Traceview's. */
  public byte[] stopTrace(boolean isSampled) throws IOException {
    tell(CommonChunk.Bare.of(isSampled ? "SPSE" : "MPSE"));
    return event(ProfilingChunk.Trace.class, "trace").file();
  }

  /** Ends the VM's process. */
  public void exit(int status) throws IOException {
    tell(new AppChunk.Exit(status));
  }

  @Override
  public void close() throws IOException {
    vm.close();
  }
}
