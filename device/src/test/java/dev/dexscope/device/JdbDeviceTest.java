package dev.dexscope.device;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.Jdb;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.StockAdb;
import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.adb.AdbServer;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's debugger, through the ports that stock adb forwards. */
@FullTier("debugs programs on the virtual device")
@NeedsPeer(Peer.ADB)
@Timeout(value = 200, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JdbDeviceTest {
  private static final String PROGRAM =
      """
      public class Loop {
        static int total;

        public static void main(String[] words) {
          for (int i = 2; i < 5; i++) {
            total += new Loop().square(i);
          }
          System.out.println("total " + total);
        }

        int square(int number) {
          int result = number * number;
          return result;
        }
      }
      """;

  private static final String ENDLESS =
      """
      public class Endless {
        static volatile boolean isDone;
        static int rounds;

        public static void main(String[] words) throws Exception {
          while (!isDone) {
            rounds++;
            twice(rounds);
            Thread.sleep(5);
          }
          System.out.println("done");
        }

        static int twice(int number) {
          int result = 2 * number;
          return result;
        }
      }
      """;

  /** The VM calls something of its own where a program calls by reflection. */
  private static final String EARLY =
      """
      import java.lang.reflect.Method;

      public class Early {
        public static void main(String[] words) throws Exception {
          begin(Early.class.getMethod("called"));
          System.out.println(caller(3));
        }

        public static void called() {}

        static void begin(Method method) throws Exception {
          method.invoke(null);
          System.nanoTime();
        }

        static int caller(int number) {
          return callee(number + 1, 2 * number);
        }

        static int callee(int one, int other) {
          return one * other;
        }
      }
      """;

  private static final String BUSY =
      """
      public class Busy {
        public static void main(String[] words) throws Exception {
          for (int i = 0; i < 2; i++) {
            new Thread(Busy::startAll).start();
          }
        }

        static void startAll() {
          try {
            while (true) {
              Thread each = new Thread(() -> {});
              each.start();
              each.join();
            }
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        }
      }
      """;

  private static final String WAITER =
      """
      public class Waiter {
        public static void main(String[] words) {
          android.os.Debug.waitForDebugger();
          System.out.println("went on");
        }
      }
      """;

  private static final String TALKER =
      """
      public class Talker {
        public static void main(String[] words) {
          for (int i = 0; i < 2; i++) {
            new Thread(Talker::talk).start();
          }
        }

        static void talk() {
          while (true) {
            android.util.Log.i("talk", "and again");
          }
        }
      }
      """;

  @TempDir static Path folder;
  private static StockAdb adb;
  private static VirtualDevice device;

  @BeforeAll
  static void start() throws IOException, InterruptedException, CompilationFailedException {
    device = VirtualDevice.start(folder.resolve("device"), 0, _ -> true);
    adb = new StockAdb(folder.resolve("home"));
    adb.run("connect", device.serial());
    run("wait-for-device");
    Path jar = TestPackages.jar(folder, "Loop", PROGRAM);
    install(jar, "org.test.loop", true);
    install(jar, "org.test.closed", false);
    install(TestPackages.jar(folder, "Endless", ENDLESS), "org.test.endless", true);
    install(TestPackages.jar(folder, "Early", EARLY), "org.test.early", true);
    install(TestPackages.jar(folder, "Busy", BUSY), "org.test.busy", true);
    install(TestPackages.jar(folder, "Waiter", WAITER), "org.test.waiter", true);
    install(TestPackages.jar(folder, "Talker", TALKER), "org.test.talker", true);
  }

  private static void install(Path jar, String name, boolean isDebuggable)
      throws IOException, InterruptedException {
    Path apk =
        TestPackages.apk(
            folder.resolve(name + ".apk"),
            jar,
            name,
            folder.resolve("a.keystore"),
            manifest -> {
              if (isDebuggable) {
                manifest.makeDebuggable();
              }
            });
    assertThat(run("install", apk.toString()).out()).contains("Success");
  }

  @AfterAll
  static void stop() throws IOException {
    adb.close();
    device.close();
  }

  /** The end of the device's log. */
  private static String log() {
    try {
      return run("logcat", "-d", "-t", "15").out();
    } catch (IOException | InterruptedException e) {
      return e + "";
    }
  }

  private static Peer.Answer run(String... arguments) throws IOException, InterruptedException {
    String[] all = new String[arguments.length + 2];
    all[0] = "-s";
    all[1] = device.serial();
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    return adb.run(all);
  }

  /** After jdb's first output, as its prompt may come between; only then it knows its thread. */
  private static final String BREAKPOINT = "\"thread=main\", Loop.square(), line=12";

  private static Jdb attach(int port) throws IOException {
    return new Jdb(port, JdbDeviceTest::log);
  }

  @Test
  void aProgramStopsAtALineAndGoesOnByStepsAndByItself() throws IOException, InterruptedException {
    assertThat(run("shell", "am start -D -n org.test.loop/Loop").exit()).isZero();
    String pid = run("shell", "pidof org.test.loop").out().strip();
    assertThat(run("jdwp").out().lines()).contains(pid);
    assertThatAMonitorSeesItWait(Integer.parseInt(pid), "org.test.loop");
    int port = Integer.parseInt(run("forward", "tcp:0", "jdwp:" + pid).out().strip());
    try (Jdb jdb = attach(port)) {
      jdb.awaitStart();
      jdb.type("stop in Loop.square", "Deferring breakpoint Loop.square");
      jdb.type("resume", BREAKPOINT);
      assertThat(jdb.answer("where"))
          .contains("[1] Loop.square (Loop.java:12)", "[2] Loop.main (Loop.java:6)")
          .doesNotContain("[3]");
      assertThat(jdb.answer("threads")).contains("main").doesNotContain("dexscope");
      assertThat(jdb.answer("classes"))
          .contains("Loop\n", "java.lang.String\n")
          .doesNotContain("dexscope.vm", "dexscope.device");
      assertThat(jdb.answer("locals")).contains("Method arguments:\nnumber = 2\n");
      jdb.type("dump this", "this = {");
      jdb.type("step", "\"thread=main\", Loop.square(), line=13");
      jdb.type("print Loop.total", "Loop.total = 0");
      jdb.type("cont", BREAKPOINT);
      jdb.type("print Loop.total", "Loop.total = 4");
      jdb.type("clear Loop.square", "Removed: breakpoint Loop.square");
      jdb.type("step up", "\"thread=main\", Loop.main(), line=6");
      jdb.type("next", "\"thread=main\", Loop.main(), line=5");
      jdb.type("next", "\"thread=main\", Loop.main(), line=6");
      // Over the call, which is not shown.
      jdb.type("next", "\"thread=main\", Loop.main(), line=5");
    }
    // The debugger's suspensions end when it disconnects.
    assertThat(printed(pid)).isEqualTo("total 29");
  }

  @Test
  void aReflectiveCallIsSteppedOverAndACallIsBegunAgain() throws IOException, InterruptedException {
    assertThat(run("shell", "am start -D -n org.test.early/Early").exit()).isZero();
    String pid = run("shell", "pidof org.test.early").out().strip();
    int port = Integer.parseInt(run("forward", "tcp:0", "jdwp:" + pid).out().strip());
    try (Jdb jdb = attach(port)) {
      jdb.awaitStart();
      jdb.type("stop in Early.begin", "Deferring breakpoint Early.begin");
      jdb.type("stop in Early.callee", "Deferring breakpoint Early.callee");
      jdb.type("resume", "\"thread=main\", Early.begin(), line=12");
      jdb.type("next", "\"thread=main\", Early.begin(), line=13");
      jdb.type("cont", "\"thread=main\", Early.callee(), line=21");
      jdb.answer("pop");
      assertThat(jdb.answer("where"))
          .contains("[1] Early.caller (Early.java:17)")
          .doesNotContain("callee");
      jdb.type("cont", "\"thread=main\", Early.callee(), line=21");
    }
    assertThat(printed(pid)).isEqualTo("24");
  }

  /** Stopped in the midst of it, a thread must hold nothing that a connection needs. */
  @Test
  void aProgramIsStoppedWhileItTellsMonitorsOfItsThreads()
      throws IOException, InterruptedException {
    assertThat(run("shell", "am start -n org.test.busy/Busy").exit()).isZero();
    int pid = Integer.parseInt(run("shell", "pidof org.test.busy").out().strip());
    var told = new AtomicLong();
    try (JdwpClient vm = connect(pid, _ -> told.incrementAndGet())) {
      ask(vm, new ThreadChunk.Notify(true));
      for (int i = 0; i < 300; i++) {
        long before = told.get();
        ask(vm, JdwpCommand.named("VirtualMachine.Suspend"));
        assertThat(hello(vm).pid()).isEqualTo(pid);
        ask(vm, CommonChunk.Bare.of("THST"));
        ask(vm, JdwpCommand.named("VirtualMachine.Resume"));
        while (told.get() == before) {
          Thread.onSpinWait();
        }
      }
    }
    run("shell", "am force-stop org.test.busy");
  }

  /** The same for the device's log, in which the process itself reports dropped peers. */
  @Test
  void aProgramIsStoppedWhileItLogs() throws IOException, InterruptedException {
    assertThat(run("shell", "am start -n org.test.talker/Talker").exit()).isZero();
    int pid = Integer.parseInt(run("shell", "pidof org.test.talker").out().strip());
    try (JdwpClient vm = connect(pid, _ -> {});
        Link log = open("exec:logcat -v brief -s jdwp")) {
      var lines = new BufferedReader(new InputStreamReader(log.in(), UTF_8));
      // No more of them are logged in a second.
      for (int i = 0; i < 10; i++) {
        try {
          ask(vm, JdwpCommand.named("VirtualMachine.Suspend"));
        } catch (DeadlineException e) {
          throw new AssertionError("round " + i + "\n" + threads(pid), e);
        }
        try (Link other = open("jdwp:" + pid)) {
          other.write("JDWP-Handsome".getBytes(US_ASCII));
          String line = lines.readLine();
          while (!line.contains("no JDWP handshake")) {
            line = lines.readLine();
          }
        }
        ask(vm, JdwpCommand.named("VirtualMachine.Resume"));
      }
    }
    run("shell", "am force-stop org.test.talker");
  }

  /** Where the threads of a process stand that has not answered, in a few lines. */
  private static String threads(int pid) throws IOException, InterruptedException {
    String jstack = Path.of(System.getProperty("java.home"), "bin", "jstack").toString();
    Process process =
        new ProcessBuilder("timeout", "20", jstack, pid + "").redirectErrorStream(true).start();
    var threads = new StringBuilder();
    int frames = 0;
    for (String line : new String(process.getInputStream().readAllBytes(), UTF_8).split("\n")) {
      frames = line.startsWith("\"") ? 0 : frames + 1;
      if (frames == 0 || (frames < 8 && line.startsWith("\tat "))) {
        threads.append(line, 0, Math.min(60, line.length())).append('\n');
      }
    }
    process.waitFor();
    return threads.toString();
  }

  private static Link open(String service) throws IOException {
    return AdbServer.local(adb.port()).open(device.serial(), service);
  }

  private static void ask(JdwpClient vm, JdwpCommand command) throws IOException {
    assertThat(vm.ask(command.set(), command.command(), new byte[0], PATIENCE).error()).isZero();
  }

  private static void ask(JdwpClient vm, Chunk chunk) throws IOException {
    byte[] packet = chunk.toRaw().toPacket();
    vm.ask(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, packet, PATIENCE);
  }

  @Test
  void debuggersComeToAProgramThatRunsAndLeave() throws IOException, InterruptedException {
    assertThat(run("shell", "am start -n org.test.endless/Endless").exit()).isZero();
    String pid = run("shell", "pidof org.test.endless").out().strip();
    try (JdwpClient vm = connect(Integer.parseInt(pid), _ -> {})) {
      assertThat(hello(vm).pid()).isEqualTo(Integer.parseInt(pid));
      int port = Integer.parseInt(run("forward", "tcp:0", "jdwp:" + pid).out().strip());
      // Each is killed while the program stands.
      for (int i = 0; i < 3; i++) {
        try (Jdb jdb = attach(port)) {
          // The addresses are those of the dex code: the second statement is one unit further.
          jdb.type("stop in Endless.twice", "\"thread=main\", Endless.twice(), line=15 bci=0");
          assertThat(jdb.answer("where"))
              .contains("[1] Endless.twice (Endless.java:15)", "[2] Endless.main (Endless.java:8)")
              .doesNotContain("[3]");
          jdb.type("locals", "number = ");
          assertThat(hello(vm).pid()).as("monitors go on").isEqualTo(Integer.parseInt(pid));
          jdb.type("step", "\"thread=main\", Endless.twice(), line=16 bci=2");
          jdb.type("step up", "\"thread=main\", Endless.main(), line=9");
        }
      }
      // One connection may carry both.
      JdwpCommand suspend = JdwpCommand.named("VirtualMachine.Suspend");
      assertThat(vm.ask(suspend.set(), suspend.command(), new byte[0], PATIENCE).error()).isZero();
      assertThat(hello(vm).pid()).isEqualTo(Integer.parseInt(pid));
      JdwpCommand dispose = JdwpCommand.named("VirtualMachine.Dispose");
      assertThat(vm.ask(dispose.set(), dispose.command(), new byte[0], PATIENCE).error()).isZero();
      assertThat(hello(vm).pid()).as("the monitor stays").isEqualTo(Integer.parseInt(pid));
      try (Jdb jdb = attach(port)) {
        jdb.type("stop in Endless.twice", "\"thread=main\", Endless.twice(), line=15");
        jdb.type("set Endless.isDone = true", "Endless.isDone = true = true");
      }
    }
    assertThat(printed(pid)).isEqualTo("done");
  }

  /** The first line that a program has printed, as soon as there is one; the log begins before. */
  private static String printed(String pid) throws IOException, InterruptedException {
    String log = "logcat -v raw --pid=" + pid + " -s System.out";
    return run("shell", log + " | head -n 2").out().lines().skip(1).findFirst().orElse("");
  }

  private static final Duration PATIENCE = Duration.ofSeconds(150);

  private static JdwpClient connect(int pid, Consumer<JdwpPacket.Command> told) throws IOException {
    return JdwpClient.connect(open("jdwp:" + pid), JdwpConnection.Limits.DEFAULT, told);
  }

  private static AppChunk.Hello hello(JdwpClient vm) throws IOException {
    byte[] greeting = new AppChunk.Greeting(1).toRaw().toPacket();
    JdwpPacket.Reply reply =
        vm.ask(JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, greeting, PATIENCE);
    RawChunk answer = RawChunk.readAll("HELO", reply.data()).getFirst();
    return (AppChunk.Hello) ChunkCodec.decode(Meaning.REPLY, answer);
  }

  @Test
  void aProgramThatWaitsByItselfIsSeenToWait() throws IOException, InterruptedException {
    assertThat(run("shell", "am start -n org.test.waiter/Waiter").exit()).isZero();
    String pid = run("shell", "pidof org.test.waiter").out().strip();
    // Whether the monitor comes before it waits, or after.
    assertThatAMonitorSeesItWait(Integer.parseInt(pid), "org.test.waiter");
    assertThatAMonitorSeesItWait(Integer.parseInt(pid), "org.test.waiter");
    try (JdwpClient debugger = connect(Integer.parseInt(pid), _ -> {})) {
      ask(debugger, JdwpCommand.named("VirtualMachine.Version"));
      assertThat(printed(pid)).isEqualTo("went on");
    }
  }

  private static void assertThatAMonitorSeesItWait(int pid, String name)
      throws IOException, InterruptedException {
    BlockingQueue<JdwpPacket.Command> told = new LinkedBlockingQueue<>();
    try (JdwpClient vm = connect(pid, told::add)) {
      AppChunk.Hello hello = hello(vm);
      assertThat(hello.pid()).isEqualTo(pid);
      assertThat(hello.name()).isEqualTo(name);
      RawChunk event = RawChunk.readAll("event", told.take().data()).getFirst();
      assertThat(ChunkCodec.decode(Meaning.EVENT, event)).isEqualTo(new AppChunk.Waiting(0));
    }
  }

  @Test
  void aPackageThatIsNotDebuggableIsNot() throws IOException, InterruptedException {
    assertThat(run("shell", "am start -D -n org.test.closed/Loop").out())
        .contains("package not debuggable: org.test.closed");
  }
}
