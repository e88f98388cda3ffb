package dev.dexscope.device;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbBanner;
import dev.dexscope.wire.adb.AdbKey;
import dev.dexscope.wire.adb.AdbTransport;
import dev.dexscope.wire.ddm.AllocationChunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.ProfilingChunk;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each service for monitors before, with and after a debugger, and begun at each of these times.
 */
@FullTier("starts a program on the virtual device for each service and order")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DebuggedServicesTest {
  /** The sizes of the objects that it makes are those of the last request. */
  private static final String PROGRAM =
      """
      import org.apache.harmony.dalvik.ddmc.Chunk;
      import org.apache.harmony.dalvik.ddmc.ChunkHandler;
      import org.apache.harmony.dalvik.ddmc.DdmServer;

      public class Worker {
        static volatile Object made;
        static volatile int kilobytes = 1;

        public static void main(String[] words) throws Exception {
          DdmServer.registerHandler(
              ChunkHandler.type("SIZE"),
              new ChunkHandler() {
                @Override public void onConnected() {}
                @Override public void onDisconnected() {}
                @Override public Chunk handleChunk(Chunk asked) {
                  kilobytes = asked.data[asked.offset];
                  return null;
                }
              });
          System.out.println("ready");
          while (true) {
            step();
          }
        }

        static void step() throws InterruptedException {
          made = new byte[kilobytes << 10];
          Thread.sleep(1);
        }
      }
      """;

  private static final int PHASES = 6;

  @TempDir static Path folder;
  private static VirtualDevice device;
  private static AdbTransport adb;

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
    Files.copy(
        TestPackages.jar(folder, "Worker", PROGRAM),
        place.resolve("root/data/local/tmp/worker.jar"));
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  /** What a monitor requests, and what it gets from then on. */
  enum Service {
    ALLOCATIONS {
      @Override
      void begin(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new AllocationChunk.Enable(true))).isNull();
      }

      @Override
      void check(TestMonitor monitor, boolean runs, int phase) throws IOException {
        assertThat(monitor.ask("REAQ")).isEqualTo(new AllocationChunk.Enabled(true));
        int kilobytes = PHASES + phase;
        monitor.ask(new RawChunk(ChunkType.of("SIZE"), new byte[] {(byte) kilobytes}));
        AllocationChunk.Recent recent = recent(monitor);
        while (runs && !has(recent, kilobytes << 10)) {
          recent = recent(monitor);
        }
      }

      private static AllocationChunk.Recent recent(TestMonitor monitor) throws IOException {
        return (AllocationChunk.Recent) Objects.requireNonNull(monitor.ask("REAL"));
      }

      private static boolean has(AllocationChunk.Recent recent, int bytes) {
        return recent.allocations().stream().anyMatch(each -> each.size() >= bytes);
      }

      @Override
      void end(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new AllocationChunk.Enable(false))).isNull();
        assertThat(monitor.ask("REAQ")).isEqualTo(new AllocationChunk.Enabled(false));
      }
    },
    HEAP_MAP {
      @Override
      void begin(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new HeapChunk.SegmentsRequest(ChunkType.of("HPSG"), 1, 0))).isNull();
      }

      @Override
      void check(TestMonitor monitor, boolean runs, int phase)
          throws IOException, InterruptedException {
        monitor.events().clear();
        assertThat(monitor.ask("HPGC")).isNull();
        monitor.event(HeapChunk.Segment.class);
      }

      @Override
      void end(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new HeapChunk.SegmentsRequest(ChunkType.of("HPSG"), 0, 0))).isNull();
      }
    },
    HEAP_FIGURES {
      @Override
      void begin(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new HeapChunk.InfoRequest(3))).isNull();
      }

      @Override
      void check(TestMonitor monitor, boolean runs, int phase)
          throws IOException, InterruptedException {
        monitor.events().clear();
        assertThat(monitor.ask("HPGC")).isNull();
        assertThat(monitor.event(HeapChunk.Infos.class).heaps().getFirst().objects()).isPositive();
      }

      @Override
      void end(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new HeapChunk.InfoRequest(0))).isNull();
      }
    },
    HEAP_DUMP {
      @Override
      void check(TestMonitor monitor, boolean runs, int phase)
          throws IOException, InterruptedException {
        assertThat(monitor.ask("HPDS")).isNull();
        assertThat(monitor.event(HeapChunk.Dump.class).hprof())
            .startsWith("JAVA PROFILE 1.0.3".getBytes(StandardCharsets.US_ASCII));
      }
    },
    THREAD_STATES {
      @Override
      void begin(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new ThreadChunk.StatusInterval(1))).isNull();
      }

      @Override
      void check(TestMonitor monitor, boolean runs, int phase)
          throws IOException, InterruptedException {
        assertThat(monitor.ask("THST")).isInstanceOf(ThreadChunk.Status.class);
        monitor.events().clear();
        boolean isSuspended = runs;
        while (isSuspended == runs) {
          List<ThreadChunk.DraftThread> all =
              monitor.event(ThreadChunk.DraftStatus.class).threads();
          assertThat(all).hasSize(1);
          isSuspended = all.getFirst().suspended();
        }
      }

      @Override
      void end(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new ThreadChunk.StatusInterval(0))).isNull();
      }
    },
    STACKS {
      @Override
      void check(TestMonitor monitor, boolean runs, int phase) throws IOException {
        assertThat(monitor.ask(new ThreadChunk.StackRequest(1)))
            .isInstanceOfSatisfying(
                ThreadChunk.Stack.class,
                stack ->
                    assertThat(
                            stack.frames().getLast().className()
                                + "."
                                + stack.frames().getLast().method())
                        .isEqualTo("Worker.main"));
        assertThat(monitor.ask("THLK")).isInstanceOf(ThreadChunk.Locks.class);
      }
    },
    TRACE {
      @Override
      void begin(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new ProfilingChunk.StreamStart(0, 0))).isNull();
      }

      @Override
      void check(TestMonitor monitor, boolean runs, int phase) throws IOException {
        assertThat(monitor.ask("MPRQ")).isEqualTo(new ProfilingChunk.State(1));
      }

      @Override
      void end(TestMonitor monitor) throws IOException, InterruptedException {
        assertThat(monitor.ask("MPSE")).isNull();
        assertThat(text(monitor.event(ProfilingChunk.Trace.class).file()))
            .contains("Worker\tstep\t");
      }
    },
    SAMPLES {
      @Override
      void begin(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new ProfilingChunk.SampleStart(0, 0, 1000))).isNull();
      }

      @Override
      void check(TestMonitor monitor, boolean runs, int phase) throws IOException {
        assertThat(monitor.ask("MPRQ")).isEqualTo(new ProfilingChunk.State(2));
      }

      @Override
      void end(TestMonitor monitor) throws IOException, InterruptedException {
        assertThat(monitor.ask("SPSE")).isNull();
        assertThat(text(monitor.event(ProfilingChunk.Trace.class).file())).startsWith("*version");
      }
    },
    DRAFT_TRACE {
      @Override
      void begin(TestMonitor monitor) throws IOException {
        assertThat(monitor.ask(new ProfilingChunk.DraftSwitch(true))).isNull();
      }

      @Override
      void check(TestMonitor monitor, boolean runs, int phase) throws IOException {
        assertThat(monitor.ask("MPRQ")).isEqualTo(new ProfilingChunk.State(1));
      }

      @Override
      void end(TestMonitor monitor) throws IOException, InterruptedException {
        assertThat(monitor.ask(new ProfilingChunk.DraftSwitch(false))).isNull();
        assertThat(monitor.event(ProfilingChunk.DraftPart.class).part()).isZero();
        monitor.event(ProfilingChunk.DraftPart.class);
        assertThat(text(monitor.event(ProfilingChunk.DraftPart.class).data()))
            .contains("Worker\tstep\t");
        assertThat(monitor.event(ProfilingChunk.DraftPart.class).part()).isEqualTo(3);
      }
    };

    void begin(TestMonitor monitor) throws IOException {}

    /**
     * Checks what the monitor gets.
     *
     * @param runs whether the program is not suspended
     * @param phase the number of this check
     */
    abstract void check(TestMonitor monitor, boolean runs, int phase)
        throws IOException, InterruptedException;

    void end(TestMonitor monitor) throws IOException, InterruptedException {}

    static String text(byte[] bytes) {
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }
  }

  private static void command(JdwpClient debugger, String name) throws IOException {
    JdwpCommand command = JdwpCommand.named("VirtualMachine." + name);
    assertThat(
            debugger
                .ask(command.set(), command.command(), new byte[0], TestMonitor.PATIENCE)
                .error())
        .isZero();
  }

  private static JdwpClient attach(int pid) throws IOException {
    JdwpClient debugger =
        JdwpClient.connect(adb.open("jdwp:" + pid).link(), JdwpConnection.Limits.DEFAULT, _ -> {});
    command(debugger, "Version");
    return debugger;
  }

  /** A program that runs until it is closed. */
  private record Program(Link shell, int pid) implements AutoCloseable {
    static Program start() throws IOException {
      Link shell =
          adb.open("exec:echo $$; CLASSPATH=/data/local/tmp/worker.jar exec app_process / Worker")
              .link();
      var lines = new BufferedReader(new InputStreamReader(shell.in(), StandardCharsets.US_ASCII));
      lines.readLine();
      assertThat(lines.readLine()).isEqualTo("ready");
      try (Link list = adb.open("exec:pidof app_process").link()) {
        String all = text(list);
        return new Program(shell, Integer.parseInt(all.substring(all.lastIndexOf(' ') + 1)));
      }
    }

    private static String text(Link link) throws IOException {
      return new String(link.in().readAllBytes(), StandardCharsets.US_ASCII).strip();
    }

    @Override
    public void close() throws IOException {
      try (Link end = adb.open("exec:kill -9 " + pid).link()) {
        assertThat(text(end)).isEmpty();
      }
      shell.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServiceContinuesWhenADebuggerAttachesAndDetaches(Service service)
      throws IOException, InterruptedException {
    try (Program program = Program.start();
        TestMonitor monitor = new TestMonitor(adb, program.pid())) {
      service.begin(monitor);
      service.check(monitor, true, 0);
      try (JdwpClient debugger = attach(program.pid())) {
        service.check(monitor, true, 1);
        command(debugger, "Suspend");
        service.check(monitor, false, 2);
        command(debugger, "Resume");
        service.check(monitor, true, 3);
        command(debugger, "Suspend");
        command(debugger, "Dispose");
      }
      service.check(monitor, true, 4);
      service.end(monitor);
      service.begin(monitor);
      service.check(monitor, true, 5);
      service.end(monitor);
      attach(program.pid()).close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aServiceBeginsAndEndsWhileADebuggerIsAttached(Service service)
      throws IOException, InterruptedException {
    try (Program program = Program.start();
        JdwpClient debugger = attach(program.pid());
        TestMonitor monitor = new TestMonitor(adb, program.pid())) {
      service.begin(monitor);
      service.check(monitor, true, 0);
      service.end(monitor);
      command(debugger, "Suspend");
      service.begin(monitor);
      service.check(monitor, false, 1);
      command(debugger, "Resume");
      service.check(monitor, true, 2);
      command(debugger, "Suspend");
      service.check(monitor, false, 3);
      service.end(monitor);
    }
  }
}
