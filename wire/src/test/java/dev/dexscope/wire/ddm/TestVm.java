package dev.dexscope.wire.ddm;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A VM's end of DDM, made of this module's codecs: it reports to a monitor what the test expects.
 */
public final class TestVm {
  static final byte[] HPROF = "JAVA PROFILE 1.0.3\0...".getBytes(StandardCharsets.US_ASCII);
  static final byte[] TRACE = "*version\n3\n*end\n".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MAPS =
      "1000-2000 r-xp 00000000 00:00 7 /lib/libc.so\n".getBytes(StandardCharsets.US_ASCII);

  private final int pid;
  private volatile boolean isTracing;
  private final BlockingQueue<Chunk> asked = new LinkedBlockingQueue<>();
  private final AtomicInteger lastId = new AtomicInteger(0x10000000);

  public TestVm(int pid) {
    this.pid = pid;
  }

  /** Returns the requests of monitors so far. */
  BlockingQueue<Chunk> asked() {
    return asked;
  }

  /** Serves one monitor. */
  public void serve(Link link) throws IOException {
    try (JdwpConnection monitor = JdwpConnection.accept(link, JdwpConnection.Limits.DEFAULT)) {
      JdwpPacket packet;
      while ((packet = monitor.read()) != null) {
        boolean isDdm =
            packet instanceof JdwpPacket.Command command && command.set() == JdwpCommand.DDM_SET;
        if (isDdm) {
          for (RawChunk each : RawChunk.readAll(monitor.peer(), packet.data())) {
            answer(monitor, packet.id(), ChunkCodec.decode(Meaning.REQUEST, each));
          }
        }
      }
    }
  }

  private void answer(JdwpConnection monitor, int id, Chunk request) throws IOException {
    asked.add(request);
    isTracing |= request instanceof ProfilingChunk.StreamStart;
    isTracing &= request.type() != ChunkType.of("MPSE");
    Chunk reply = reply(request);
    byte[] data = reply == null ? new byte[0] : reply.toRaw().toPacket();
    monitor.write(new JdwpPacket.Reply(id, 0, data));
    for (Chunk event : events(request)) {
      monitor.write(
          new JdwpPacket.Command(
              lastId.getAndIncrement(),
              JdwpCommand.DDM_SET,
              JdwpCommand.DDM_COMMAND,
              event.toRaw().toPacket()));
    }
  }

  /** Null where Dalvik's reply is empty. */
  private @Nullable Chunk reply(Chunk request) {
    return switch (request) {
      case AppChunk.Greeting _ ->
          new AppChunk.Hello(
              1,
              pid,
              "Dalvik v2.1",
              "org.test.app",
              0,
              "64-bit (x86_64)",
              "CheckJNI=false",
              0,
              "org.test.app",
              null);
      case ThreadChunk.StackRequest stack ->
          new ThreadChunk.Stack(
              stack.id(),
              List.of(
                  new ThreadChunk.StackFrame("java.lang.Object", "wait", null, -2),
                  new ThreadChunk.StackFrame("org.test.Main", "main", "Main.java", 42)));
      case CommonChunk.Bare bare ->
          switch (ChunkType.name(bare.type())) {
            case "FEAT" ->
                new AppChunk.Features(
                    List.of(
                        "method-trace-profiling",
                        "method-trace-profiling-streaming",
                        "hprof-heap-dump",
                        "hprof-heap-dump-streaming"));
            case "THST" ->
                new ThreadChunk.Status(
                    List.of(
                        new ThreadChunk.ThreadState(1, 1, 4242, 77, 33, false),
                        new ThreadChunk.ThreadState(2, 4, 4243, 5, 6, true)));
            case "REAQ" -> new AllocationChunk.Enabled(true);
            case "REAL" ->
                new AllocationChunk.Recent(
                    List.of(
                        new AllocationChunk.Allocation(
                            24, 1, 0, List.of(new AllocationChunk.AllocationFrame(1, 0, 0, 42)))),
                    List.of("Ljava/lang/String;", "Lorg/test/Main;"),
                    List.of("main"),
                    List.of("Main.java"));
            case "NHGT" ->
                new HeapChunk.NativeHeap(
                    8,
                    240,
                    2,
                    MAPS,
                    List.of(new HeapChunk.NativeAllocation(24, 10, List.of(0x1004L, 0L))));
            case "MPRQ" -> new ProfilingChunk.State(isTracing ? 1 : 0);
            default -> null;
          };
      default -> null;
    };
  }

  private static List<Chunk> events(Chunk request) {
    return switch (request) {
      case ThreadChunk.Notify notify when notify.on() ->
          List.of(new ThreadChunk.Created(1, "main"), new ThreadChunk.Created(2, "HeapTaskDaemon"));
      case HeapChunk.InfoRequest _ ->
          List.of(
              new HeapChunk.Infos(
                  List.of(
                      new HeapChunk.HeapInfo(
                          1, 1_700_000_000_000L, 1, 1 << 28, 1 << 24, 1 << 23, 1234))));
      case HeapChunk.SegmentsRequest segments when segments.when() != 0 ->
          List.of(
              new HeapChunk.SegmentsEdge(ChunkType.of("HPST"), 1),
              HeapChunk.Segment.of(
                  ChunkType.of("HPSG"),
                  1,
                  8,
                  0x40000000,
                  List.of(new HeapChunk.Run(1, 0, false, 3), new HeapChunk.Run(0, 0, false, 5))),
              new HeapChunk.SegmentsEdge(ChunkType.of("HPEN"), 1));
      case CommonChunk.Bare bare when bare.type() == ChunkType.of("HPDS") ->
          List.of(new HeapChunk.Dump(HPROF));
      case CommonChunk.Bare bare when bare.type() == ChunkType.of("MPSE") ->
          List.of(new ProfilingChunk.Trace(TRACE));
      default -> List.of();
    };
  }
}
