package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbBanner;
import dev.dexscope.wire.adb.AdbKey;
import dev.dexscope.wire.adb.AdbStream;
import dev.dexscope.wire.adb.AdbTransport;
import dev.dexscope.wire.ddm.AllocationChunk;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.ProfilingChunk;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Monitors query a VM of the device, with this project's own codecs. */
@FullTier("starts programs on the virtual device")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DdmTest {
  private static final String PROGRAM =
      """
      import org.apache.harmony.dalvik.ddmc.Chunk;
      import org.apache.harmony.dalvik.ddmc.ChunkHandler;
      import org.apache.harmony.dalvik.ddmc.DdmServer;

      public class Chatty {
        static volatile Object made;

        public static void main(String[] words) throws Exception {
          DdmServer.registerHandler(
              ChunkHandler.type("ECHO"),
              new ChunkHandler() {
                @Override public void onConnected() {}
                @Override public void onDisconnected() {}
                @Override public Chunk handleChunk(Chunk asked) {
                  DdmServer.sendChunk(asked);
                  byte[] reversed = new byte[asked.length];
                  for (int i = 0; i < reversed.length; i++) {
                    reversed[i] = asked.data[asked.offset + reversed.length - 1 - i];
                  }
                  return new Chunk(asked.type, reversed, 0, reversed.length);
                }
              });
          DdmServer.registerHandler(ChunkHandler.type("SEED"), new Seed());
          Thread worker = new Thread(Chatty::work, "worker");
          worker.setDaemon(true);
          worker.start();
          System.out.println("ready");
          synchronized (worker) {
            worker.wait();
          }
        }

        static volatile boolean startsOne;

        /** As of the first Android, and not well written. */
        static class Seed extends ChunkHandler {
          private int connected;
          private int disconnected;
          private Object[] kept;

          @Override public void connected() {
            connected++;
            throw new AbstractMethodError();
          }
          @Override public void disconnected() {
            disconnected++;
            throw new AssertionError();
          }
          @Override public Chunk handleChunk(Chunk asked) {
            switch (asked.data[asked.offset]) {
              case 0: return new Chunk(asked.type, new byte[] {(byte) connected, (byte) disconnected}, 0, 2);
              case 1: return handleChunk(asked);
              case 2: throw new OutOfMemoryError("of no memory");
              case 3: throw new ThreadDeath();
              case 4: throw new Error() { @Override public String getMessage() { throw this; } };
              case 5:
                Thread.currentThread().interrupt();
                return null;
              case 6:
                kept = new Object[200_000];
                for (int i = 0; i < kept.length; i++) {
                  kept[i] = new Object();
                }
                return null;
              default:
                startsOne = true;
                return null;
            }
          }
        }

        static void work() {
          try {
            while (true) {
              step();
            }
          } catch (InterruptedException e) {
            // The end.
          }
        }

        static void step() throws InterruptedException {
          made = new Chatty();
          if (startsOne) {
            startsOne = false;
            new Thread(() -> {}, "short").start();
          }
          Thread.sleep(5);
        }
      }
      """;

  /** A program that logs through a channel, most of which end with an interrupt. */
  private static final String INTERRUPTED =
      """
      import java.io.BufferedReader;
      import java.io.InputStreamReader;

      public class Interrupted {
        public static void main(String[] words) throws Exception {
          Thread.currentThread().interrupt();
          android.util.Log.i("test", "logged by an interrupted thread");
          System.out.println(Thread.interrupted());
          var in = new BufferedReader(new InputStreamReader(System.in));
          System.out.println(in.readLine());
        }
      }
      """;

  @TempDir static Path folder;
  private static VirtualDevice device;
  private static AdbTransport adb;
  private static Path jar;
  private static int pid;

  @BeforeAll
  static void start() throws IOException, CompilationFailedException {
    AdbKey key = AdbKey.generate("test@here");
    Path place = Files.createDirectories(folder.resolve("device"));
    new DeviceKeys(place).add(key.publicKey());
    device = VirtualDevice.start(place, 0, _ -> false);
    adb =
        AdbTransport.connect(
            Link.of(new Socket(InetAddress.getLoopbackAddress(), device.port())),
            new AdbBanner("host", Map.of(), Set.of()),
            List.of(key),
            TestMonitor.PATIENCE);
    jar = TestPackages.jar(folder, "Chatty", PROGRAM);
    Files.copy(jar, place.resolve("root/data/local/tmp/chatty.jar"));
    pid = startProgram();
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  /** Starts it, and waits for what it prints; its number. */
  private static int startProgram() throws IOException {
    Link shell =
        adb.open(
                "exec:CLASSPATH=/data/local/tmp/chatty.jar app_process --nice-name=chatty / Chatty")
            .link();
    String line =
        new BufferedReader(new InputStreamReader(shell.in(), StandardCharsets.UTF_8)).readLine();
    assertThat(line).isEqualTo("ready");
    String all = text("exec:pidof chatty").strip();
    return Integer.parseInt(all.substring(all.lastIndexOf(' ') + 1));
  }

  private static String text(String service) throws IOException {
    try (var stream = adb.open(service)) {
      return new String(stream.link().in().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void anInterruptedThreadThatLogsDoesNotEndItsProcess()
      throws IOException, CompilationFailedException {
    Files.copy(
        TestPackages.jar(folder, "Interrupted", INTERRUPTED),
        folder.resolve("device/root/data/local/tmp/interrupted.jar"));
    String command = "CLASSPATH=/data/local/tmp/interrupted.jar app_process / Interrupted";
    try (AdbStream shell = adb.open("exec:" + command)) {
      Link link = shell.link();
      var lines = new BufferedReader(new InputStreamReader(link.in(), StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("true");
      link.write("still here\n".getBytes(StandardCharsets.UTF_8));
      assertThat(lines.readLine()).isEqualTo("still here");
    }
  }

  @Test
  void aVmIntroducesItself() throws IOException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      assertThat(monitor.ask(new AppChunk.Greeting(1)))
          .isInstanceOfSatisfying(
              AppChunk.Hello.class,
              hello -> {
                assertThat(hello.pid()).isEqualTo(pid);
                assertThat(hello.name()).isEqualTo("chatty");
                assertThat(hello.vm()).startsWith("Dalvik");
                assertThat(hello.abi()).startsWith("64-bit");
              });
      assertThat(monitor.ask("FEAT"))
          .isInstanceOfSatisfying(
              AppChunk.Features.class,
              features ->
                  assertThat(features.names())
                      .contains("method-trace-profiling-streaming", "hprof-heap-dump-streaming"));
    }
  }

  @Test
  void threadsAreToldWithTheirStacks() throws IOException, InterruptedException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      assertThat(monitor.ask(new ThreadChunk.Notify(true))).isNull();
      assertThat(monitor.event(ThreadChunk.Created.class))
          .isEqualTo(new ThreadChunk.Created(1, "main"));
      assertThat(monitor.event(ThreadChunk.Created.class).name()).isEqualTo("worker");
      assertThat(monitor.ask("THST"))
          .isInstanceOfSatisfying(
              ThreadChunk.Status.class,
              status -> {
                assertThat(status.threads()).hasSize(2);
                assertThat(status.threads().getFirst().id()).isEqualTo(1);
                assertThat(status.threads().get(1).daemon()).isTrue();
              });
      assertThat(monitor.ask(new ThreadChunk.StackRequest(1)))
          .isInstanceOfSatisfying(
              ThreadChunk.Stack.class,
              stack -> {
                assertThat(stack.frames().getFirst().className()).isEqualTo("java.lang.Object");
                ThreadChunk.StackFrame last = stack.frames().getLast();
                assertThat(last.className() + "." + last.method()).isEqualTo("Chatty.main");
                // HotSpot forgets the file of code that runs on while hooks replace it.
                assertThat(last.file()).isIn("Chatty.java", "Unknown Source");
                assertThat(last.line()).isEqualTo(29);
              });
      assertThat(monitor.ask(new ThreadChunk.StackRequest(77)))
          .isInstanceOf(CommonChunk.Failure.class);
      monitor.ask(new ThreadChunk.StatusInterval(10));
      assertThat(monitor.event(ThreadChunk.DraftStatus.class).threads()).hasSize(2);
      assertThat(monitor.event(ThreadChunk.DraftStatus.class).threads()).hasSize(2);
      monitor.ask(new ThreadChunk.StatusInterval(0));
    }
  }

  /** The reporting thread may be active when it is to stop. */
  @Test
  void whoAsksForStatesNoMoreStaysConnected() throws IOException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      for (int i = 0; i < 300; i++) {
        monitor.ask(new ThreadChunk.StatusInterval(1));
        monitor.ask(new ThreadChunk.StatusInterval(0));
      }
      assertThat(monitor.ask(new ThreadChunk.StackRequest(77)))
          .isInstanceOf(CommonChunk.Failure.class);
    }
  }

  @Test
  void theHeapIsToldAsFiguresAsAMapAndWhole() throws IOException, InterruptedException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      assertThat(monitor.ask(new HeapChunk.InfoRequest(1))).isNull();
      HeapChunk.HeapInfo info = monitor.event(HeapChunk.Infos.class).heaps().getFirst();
      assertThat(info.objects()).isPositive();
      assertThat(info.bytes()).isPositive().isLessThanOrEqualTo(info.size());
      assertThat(monitor.ask(new HeapChunk.InfoRequest(9))).isInstanceOf(CommonChunk.Failure.class);

      for (int what : new int[] {0, 1}) {
        monitor.ask(new HeapChunk.SegmentsRequest(ChunkType.of("HPSG"), 1, what));
        assertThat(monitor.ask("HPGC")).isNull();
        assertThat(monitor.event(HeapChunk.SegmentsEdge.class).type())
            .isEqualTo(ChunkType.of("HPST"));
        HeapChunk.Segment first = monitor.event(HeapChunk.Segment.class);
        assertThat(first.type()).isEqualTo(ChunkType.of(what == 0 ? "HPSG" : "HPSO"));
        assertThat(first.runList().stream().mapToInt(HeapChunk.Run::length).sum())
            .isEqualTo(first.units());
        assertThat(first.runList()).anyMatch(each -> each.solidity() == 1 && each.kind() == 2);
        assertThat(monitor.event(HeapChunk.SegmentsEdge.class).type())
            .isEqualTo(ChunkType.of("HPEN"));
      }
      monitor.ask(new HeapChunk.SegmentsRequest(ChunkType.of("HPSG"), 0, 0));

      monitor.ask("HPDS");
      assertThat(
              new String(
                  monitor.event(HeapChunk.Dump.class).hprof(), 0, 18, StandardCharsets.US_ASCII))
          .isEqualTo("JAVA PROFILE 1.0.3");
      assertThat(monitor.ask(new HeapChunk.DumpRequest("/sdcard/x.hprof")))
          .isEqualTo(new HeapChunk.DumpResult(0));
      assertThat(folder.resolve("device/root/sdcard/x.hprof")).isNotEmptyFile();
      assertThat(monitor.ask(new HeapChunk.DumpRequest("/sdcard/../../x.hprof")))
          .isNotEqualTo(new HeapChunk.DumpResult(0));
    }
  }

  @Test
  void ofNativeCodeTheMappedFilesAreTold() throws IOException, InterruptedException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      assertThat(monitor.ask("NHGT"))
          .isInstanceOfSatisfying(
              HeapChunk.NativeHeap.class,
              told -> {
                assertThat(new String(told.maps(), StandardCharsets.UTF_8)).contains("libjvm.so\n");
                assertThat(told.allocations()).isEmpty();
              });
      int map = ChunkType.of("NHSG");
      assertThat(monitor.ask(new HeapChunk.SegmentsRequest(map, 1, 0))).isNull();
      assertThat(monitor.ask("HPGC")).isNull();
      assertThat(monitor.event(HeapChunk.SegmentsEdge.class).type())
          .isEqualTo(ChunkType.of("NHST"));
      assertThat(monitor.event(HeapChunk.SegmentsEdge.class).type())
          .isEqualTo(ChunkType.of("NHEN"));
      assertThat(monitor.ask(new HeapChunk.SegmentsRequest(map, 0, 0))).isNull();
      assertThat(monitor.ask("HPGC")).isNull();
      assertThat(monitor.events()).noneMatch(HeapChunk.SegmentsEdge.class::isInstance);
    }
  }

  @Test
  void ofSeveralChunksTheMalformedOneAloneFails() throws IOException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      byte[] three =
          RawChunk.writeAll(
              List.of(
                  new AppChunk.Greeting(1).toRaw(),
                  new RawChunk(ChunkType.of("STKL"), new byte[1]),
                  CommonChunk.Bare.of("MPRQ").toRaw()));
      assertThat(monitor.ask(three))
          .extracting(each -> ChunkType.name(each.type()))
          .containsExactly("HELO", "FAIL", "MPRQ");
    }
  }

  @Test
  void requestsMayBeCompressed() throws IOException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      var greeting = CommonChunk.Compressed.of(new AppChunk.Greeting(1).toRaw());
      List<RawChunk> answers = monitor.ask(greeting.toRaw().toPacket());
      assertThat(answers.getFirst().type()).isEqualTo(ChunkType.of("HELO"));
      var damaged = new CommonChunk.Compressed(ChunkType.of("HELO"), 4, new byte[4]);
      assertThat(monitor.ask(damaged)).isInstanceOf(CommonChunk.Failure.class);
    }
  }

  @Test
  void allocationsAreRecorded() throws IOException, InterruptedException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      monitor.ask(new AllocationChunk.Enable(true));
      assertThat(monitor.ask("REAQ")).isEqualTo(new AllocationChunk.Enabled(true));
      AllocationChunk.Recent recent = recent(monitor);
      while (recent.allocations().isEmpty()) {
        recent = recent(monitor);
      }
      assertThat(recent.classes()).contains("LChatty;");
      assertThat(recent.methods()).contains("step");
      // After a collection the Java VM's own threads make objects, too.
      monitor.ask(new HeapChunk.InfoRequest(3));
      monitor.ask("HPGC");
      monitor.event(HeapChunk.Infos.class);
      assertThat(recent(monitor).allocations())
          .extracting(AllocationChunk.Allocation::thread)
          .doesNotContain(0);
      monitor.ask(new HeapChunk.InfoRequest(0));
      monitor.ask(new AllocationChunk.Enable(false));
      assertThat(monitor.ask("REAQ")).isEqualTo(new AllocationChunk.Enabled(false));
    }
  }

  private static AllocationChunk.Recent recent(TestMonitor monitor) throws IOException {
    Chunk answer = monitor.ask("REAL");
    assertThat(answer).isInstanceOf(AllocationChunk.Recent.class);
    return (AllocationChunk.Recent) Objects.requireNonNull(answer);
  }

  @Test
  void methodsAreTraced() throws IOException, InterruptedException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      assertThat(monitor.ask(new ProfilingChunk.StreamStart(0, 0))).isNull();
      assertThat(monitor.ask("MPRQ")).isEqualTo(new ProfilingChunk.State(1));
      assertThat(monitor.ask("MPSE")).isNull();
      assertThat(
              new String(
                  monitor.event(ProfilingChunk.Trace.class).file(), StandardCharsets.ISO_8859_1))
          .startsWith("*version");
      monitor.ask(new ProfilingChunk.SampleStart(0, 0, 1000));
      assertThat(monitor.ask("MPRQ")).isEqualTo(new ProfilingChunk.State(2));
      monitor.ask("SPSE");
      monitor.event(ProfilingChunk.Trace.class);
      assertThat(monitor.ask("MPRQ")).isEqualTo(new ProfilingChunk.State(0));

      monitor.ask(new ProfilingChunk.Start(1 << 20, 0, "/sdcard/a.trace"));
      assertThat(monitor.ask("MPRE")).isEqualTo(new ProfilingChunk.Stopped(0));
      assertThat(folder.resolve("device/root/sdcard/a.trace")).isNotEmptyFile();
      assertThat(monitor.ask(new ProfilingChunk.Start(1 << 20, 0, "/system/a.trace")))
          .isInstanceOf(CommonChunk.Failure.class);

      monitor.ask(new ProfilingChunk.DraftSwitch(true));
      monitor.ask(new ProfilingChunk.DraftSwitch(false));
      assertThat(monitor.event(ProfilingChunk.DraftPart.class).part()).isZero();
      assertThat(monitor.event(ProfilingChunk.DraftPart.class).data())
          .startsWith('S', 'L', 'O', 'W');
      assertThat(
              new String(
                  monitor.event(ProfilingChunk.DraftPart.class).data(),
                  StandardCharsets.ISO_8859_1))
          .endsWith("*end\n");
      assertThat(monitor.event(ProfilingChunk.DraftPart.class).part()).isEqualTo(3);
    }
  }

  @Test
  void theProgramAnswersChunksOfItsOwn() throws IOException, InterruptedException {
    int echo = ChunkType.of("ECHO");
    try (TestMonitor monitor = new TestMonitor(adb, pid);
        TestMonitor other = new TestMonitor(adb, pid)) {
      other.ask(new AppChunk.Greeting(1));
      assertThat(monitor.ask(new RawChunk(echo, new byte[] {1, 2, 3}).toPacket()))
          .containsExactly(new RawChunk(echo, new byte[] {3, 2, 1}));
      assertThat(other.event(CommonChunk.Opaque.class).data()).containsExactly(1, 2, 3);
    }
  }

  private static RawChunk seed(int what) {
    return new RawChunk(ChunkType.of("SEED"), new byte[] {(byte) what});
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void whateverAHandlerThrowsTheMonitorIsAnswered(int what) throws IOException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      Chunk answer = monitor.ask(seed(what));
      assertThat(answer == null || answer instanceof CommonChunk.Failure).isTrue();
      assertThat(monitor.ask(new AppChunk.Greeting(1))).isInstanceOf(AppChunk.Hello.class);
    }
  }

  @Test
  void handlersOfTheFirstAndroidAreToldOfMonitors() throws IOException {
    byte[] counts = new byte[2];
    // The device sees a little later that one has left.
    while (counts[1] == 0) {
      try (TestMonitor monitor = new TestMonitor(adb, pid)) {
        counts = monitor.ask(seed(0).toPacket()).getFirst().data();
        assertThat(counts[0]).isGreaterThan(counts[1]);
      }
    }
  }

  @Test
  void whatOneMonitorWantsNoMoreAnotherIsToldFurtherOn() throws IOException, InterruptedException {
    try (TestMonitor monitor = new TestMonitor(adb, pid);
        TestMonitor other = new TestMonitor(adb, pid)) {
      for (TestMonitor each : List.of(monitor, other)) {
        each.ask(new ThreadChunk.Notify(true));
        each.ask(new AllocationChunk.Enable(true));
        each.ask(new ThreadChunk.StatusInterval(5));
        each.ask(new HeapChunk.InfoRequest(3));
        each.ask(new HeapChunk.SegmentsRequest(ChunkType.of("HPSG"), 1, 0));
      }
      other.ask(new ThreadChunk.Notify(false));
      other.ask(new AllocationChunk.Enable(false));
      other.ask(new ThreadChunk.StatusInterval(0));
      other.ask(new HeapChunk.InfoRequest(0));
      other.ask(new HeapChunk.SegmentsRequest(ChunkType.of("HPSG"), 0, 0));
      monitor.ask("FEAT");
      assertThat(monitor.events())
          .as("told again of what another has asked for")
          .filteredOn(new ThreadChunk.Created(1, "main")::equals)
          .hasSize(1);
      monitor.events().clear();
      // What has been on its way is there.
      other.ask("FEAT");
      other.events().clear();

      other.ask(seed(7));
      assertThat(monitor.event(ThreadChunk.Created.class).name()).isEqualTo("short");
      monitor.event(ThreadChunk.DraftStatus.class);
      other.ask("HPGC");
      boolean isMapped = false;
      boolean isMeasured = false;
      while (!isMapped || !isMeasured) {
        Chunk next = monitor.event(Chunk.class);
        isMapped |= next instanceof HeapChunk.SegmentsEdge;
        isMeasured |= next instanceof HeapChunk.Infos;
      }
      assertThat(monitor.ask("REAQ")).isEqualTo(new AllocationChunk.Enabled(true));
      other.ask("FEAT");
      assertThat(other.events()).isEmpty();
      monitor.ask(new AllocationChunk.Enable(false));
      assertThat(monitor.ask("REAQ")).isEqualTo(new AllocationChunk.Enabled(false));
    }
  }

  @Test
  void objectsAreCountedAnewAfterEachCollection() throws IOException, InterruptedException {
    try (TestMonitor monitor = new TestMonitor(adb, pid)) {
      monitor.ask("HPGC");
      monitor.ask(new HeapChunk.InfoRequest(1));
      long before = monitor.event(HeapChunk.Infos.class).heaps().getFirst().objects();
      monitor.ask(new HeapChunk.InfoRequest(3));
      monitor.ask(seed(6));
      monitor.ask("HPGC");
      long after = 0;
      // What other collections bring may come before.
      while (after < before + 200_000) {
        after = monitor.event(HeapChunk.Infos.class).heaps().getFirst().objects();
      }
    }
  }

  @Test
  void whatIsNotUnderstoodHarmsNobodyElse() throws IOException, InterruptedException {
    try (TestMonitor monitor = new TestMonitor(adb, pid);
        TestMonitor other = new TestMonitor(adb, pid)) {
      other.ask(new AppChunk.Greeting(1));
      assertThat(monitor.ask(new RawChunk(ChunkType.of("NONE"), new byte[4]))).isNull();
      assertThat(monitor.ask(new RawChunk(ChunkType.of("STKL"), new byte[1])))
          .isInstanceOf(CommonChunk.Failure.class);
      assertThat(monitor.ask(new byte[] {'H', 'E', 'L', 'O', 127, -1, -1, -1}).getFirst().type())
          .isEqualTo(ChunkType.of("FAIL"));
      byte[] two =
          RawChunk.writeAll(
              List.of(new AppChunk.Greeting(1).toRaw(), CommonChunk.Bare.of("MPRQ").toRaw()));
      assertThat(monitor.ask(two)).hasSize(2);
      assertThat(monitor.ask("DBGD")).isEqualTo(CommonChunk.Bare.of("DBGD"));
      try (var hostile = adb.open("jdwp:" + pid)) {
        hostile.link().write("GET / HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(hostile.link().in().read()).isEqualTo(-1);
      }
      try (var hostile = adb.open("jdwp:" + pid)) {
        hostile.link().write("JDWP-Handshake".getBytes(StandardCharsets.US_ASCII));
        hostile.link().read(14);
        hostile.link().write(new byte[] {0x7f, -1, -1, -1, 0, 0, 0, 1, 0, (byte) 199, 1});
        assertThat(hostile.link().in().read()).isEqualTo(-1);
      }
      assertThat(other.ask(new AppChunk.Greeting(1))).isInstanceOf(AppChunk.Hello.class);
    }
  }

  @Test
  void exitEndsTheProcess() throws IOException {
    int ended = startProgram();
    assertThat(ended).isNotEqualTo(pid);
    try (TestMonitor monitor = new TestMonitor(adb, ended)) {
      monitor
          .vm()
          .tell(
              JdwpCommand.DDM_SET,
              JdwpCommand.DDM_COMMAND,
              new AppChunk.Exit(3).toRaw().toPacket());
      assertThat(monitor.vm().ended()).succeedsWithin(TestMonitor.PATIENCE);
    }
    assertThat(text("exec:kill -0 " + pid)).isEmpty();
  }
}
