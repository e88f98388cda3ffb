package dev.dexscope.wire.jdwp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's own agent as the peer of {@link JdwpClient} and of {@link JdwpHub}. */
class HotSpotTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int STEP = 1;
  private static final int BREAKPOINT = 2;
  private static final int CLASS_PREPARE = 8;
  private static final int VM_START = 90;
  private static final int SUSPEND_ALL = 2;

  private static final String PROGRAM =
      """
      public class Counting {
        static int sum;

        public static void main(String[] args) throws Exception {
          for (int i = 0; i < 3; i++) {
            add(i);
          }
          System.out.println("sum " + sum);
        }

        static void add(int number) {
          int before = sum;
          sum = before + number;
        }
      }
      """;

  @TempDir static Path folder;
  private Process program;
  private BufferedReader output;
  private int port;

  private final BlockingQueue<JdwpPacket.Command> events = new LinkedBlockingQueue<>();

  @BeforeAll
  static void compile() throws IOException {
    Path source = folder.resolve("Counting.java");
    Files.writeString(source, PROGRAM);
    String[] arguments = {"-g", "-d", folder.toString(), source.toString()};
    ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
    assertThat(javac.run(System.out, System.err, arguments)).isZero();
  }

  /** The agent takes a free port and names it in its first line. */
  @BeforeEach
  void start() throws IOException {
    program =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-agentlib:jdwp=transport=dt_socket,server=y,suspend=y,address=127.0.0.1:0",
                "-cp",
                folder.toString(),
                "Counting")
            .redirectErrorStream(true)
            .start();
    output =
        new BufferedReader(new InputStreamReader(program.getInputStream(), StandardCharsets.UTF_8));
    String listening = output.readLine();
    port = Integer.parseInt(listening.substring(listening.lastIndexOf(':') + 1).strip());
  }

  /** Returns the program's output; an agent without a debugger prints where it listens again. */
  private List<String> lines() {
    return output.lines().filter(each -> !each.startsWith("Listening")).toList();
  }

  @AfterEach
  void stop() {
    program.destroyForcibly();
  }

  private Link link() throws IOException {
    return Link.of(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  private static Fields ask(JdwpClient vm, String command, Fields arguments) throws IOException {
    return vm.ask(JdwpCommand.named(command), arguments, PATIENCE);
  }

  private Fields awaitEvent(BlockingQueue<JdwpPacket.Command> from, JdwpClient vm, int kind)
      throws InterruptedException {
    while (true) {
      JdwpPacket.Command packet = from.poll(60, TimeUnit.SECONDS);
      assertThat(packet).as("event " + kind).isNotNull();
      Fields composite = JdwpCommand.named("Event.Composite").read(packet, vm.sizes());
      for (Fields each : composite.list("events")) {
        if (each.number("eventKind") == kind) {
          return each;
        }
      }
    }
  }

  private static long request(JdwpClient vm, int kind, List<Fields> modifiers) throws IOException {
    Fields arguments =
        Fields.NONE
            .with("eventKind", kind)
            .with("suspendPolicy", SUSPEND_ALL)
            .with("modifiers", modifiers);
    return ask(vm, "EventRequest.Set", arguments).number("requestID");
  }

  private static Fields only(long count) {
    return Fields.NONE.with("modKind", 1).with("count", count);
  }

  /**
   * Stops where the class is prepared; its id. The VM has reported its start: it suspends all then,
   * and a resumption before that has no effect.
   */
  private long awaitClass(BlockingQueue<JdwpPacket.Command> from, JdwpClient vm)
      throws IOException, InterruptedException {
    Fields name = Fields.NONE.with("modKind", 5).with("classPattern", "Counting");
    request(vm, CLASS_PREPARE, List.of(name));
    ask(vm, "VirtualMachine.Resume", Fields.NONE);
    return awaitEvent(from, vm, CLASS_PREPARE).number("typeID");
  }

  private static long method(JdwpClient vm, long type, String name) throws IOException {
    return ask(vm, "ReferenceType.Methods", Fields.NONE.with("refType", type))
        .list("declared")
        .stream()
        .filter(each -> each.text("name").equals(name))
        .findFirst()
        .orElseThrow()
        .number("methodID");
  }

  private static Fields at(long type, long method, long index) {
    return Fields.NONE
        .with("modKind", 7)
        .with("location", new Datum.Location(1, type, method, index));
  }

  @Test
  void classesThreadsLinesABreakpointAndAStep() throws IOException, InterruptedException {
    try (JdwpClient vm = JdwpClient.connect(link(), JdwpConnection.Limits.DEFAULT, events::add)) {
      vm.learnSizes(PATIENCE);
      awaitEvent(events, vm, VM_START);
      assertThat(ask(vm, "VirtualMachine.Version", Fields.NONE).number("jdwpMajor"))
          .isGreaterThanOrEqualTo(25);
      assertThat(ask(vm, "VirtualMachine.AllClasses", Fields.NONE).list("classes"))
          .extracting(each -> each.text("signature"))
          .contains("Ljava/lang/Object;", "Ljava/lang/String;", "[I");
      assertThat(ask(vm, "VirtualMachine.CapabilitiesNew", Fields.NONE).all()).hasSize(32);

      long type = awaitClass(events, vm);
      long add = method(vm, type, "add");
      Fields where = Fields.NONE.with("refType", type).with("methodID", add);
      List<Fields> lines = ask(vm, "Method.LineTable", where).list("lines");
      assertThat(lines)
          .extracting(each -> each.number("lineNumber"))
          .containsExactly(12L, 13L, 14L);
      assertThat(ask(vm, "Method.VariableTable", where).list("slots"))
          .extracting(each -> each.text("name"))
          .containsExactlyInAnyOrder("number", "before");
      assertThat(ask(vm, "Method.Bytecodes", where).bytes("bytes")).isNotEmpty();

      request(vm, BREAKPOINT, List.of(at(type, add, 0), only(2)));
      ask(vm, "VirtualMachine.Resume", Fields.NONE);
      Fields hit = awaitEvent(events, vm, BREAKPOINT);
      long thread = hit.number("thread");
      assertThat(ask(vm, "ThreadReference.Name", Fields.NONE.with("thread", thread)))
          .isEqualTo(Fields.NONE.with("threadName", "main"));
      List<Fields> frames =
          ask(
                  vm,
                  "ThreadReference.Frames",
                  Fields.NONE.with("thread", thread).with("startFrame", 0).with("length", -1))
              .list("frames");
      assertThat(frames).hasSize(2);
      Fields slot = Fields.NONE.with("slot", 0).with("sigbyte", 'I');
      Fields values =
          ask(
              vm,
              "StackFrame.GetValues",
              Fields.NONE
                  .with("thread", thread)
                  .with("frame", frames.getFirst().number("frameID"))
                  .with("slots", List.of(slot)));
      assertThat(values.list("values").getFirst().tagged("slotValue"))
          .isEqualTo(new Datum.Tagged('I', 1));

      Fields step =
          Fields.NONE.with("modKind", 10).with("thread", thread).with("size", 1).with("depth", 1);
      request(vm, STEP, List.of(step, only(1)));
      ask(vm, "VirtualMachine.Resume", Fields.NONE);
      Datum.Location after = awaitEvent(events, vm, STEP).location("location");
      assertThat(after)
          .isEqualTo(new Datum.Location(1, type, add, lines.get(1).number("lineCodeIndex")));

      ask(vm, "VirtualMachine.Dispose", Fields.NONE);
      assertThat(lines()).containsExactly("sum 3");
    }
  }

  @Test
  void aRefusalSaysWhy() throws IOException {
    try (JdwpClient vm = JdwpClient.connect(link(), JdwpConnection.Limits.DEFAULT, events::add)) {
      assertThatExceptionOfType(JdwpError.class)
          .isThrownBy(() -> ask(vm, "ReferenceType.Signature", Fields.NONE.with("refType", 4711)))
          .withMessage("ReferenceType.Signature was refused: INVALID_OBJECT");
      assertThat(vm.ask(77, 1, new byte[0], PATIENCE).error()).isEqualTo(JdwpError.NOT_IMPLEMENTED);
    }
  }

  /** Adds a user to a hub. */
  private static JdwpClient join(JdwpHub hub, BlockingQueue<JdwpPacket.Command> events)
      throws IOException {
    var ends = Pipes.connect();
    Thread.ofVirtual()
        .start(() -> {
          try {
            hub.serve(JdwpConnection.accept(ends.far(), JdwpConnection.Limits.DEFAULT));
          } catch (IOException e) {
            // The test has ended.
          }
        });
    return JdwpClient.connect(ends.near(), JdwpConnection.Limits.DEFAULT, events::add);
  }

  @Test
  void twoUsersStopAtOneBreakpointAndGoOnWhenBothResume() throws IOException, InterruptedException {
    BlockingQueue<JdwpPacket.Command> second = new LinkedBlockingQueue<>();
    try (JdwpHub hub = JdwpHub.over(JdwpConnection.connect(link(), JdwpConnection.Limits.DEFAULT));
        JdwpClient one = join(hub, events);
        JdwpClient two = join(hub, second)) {
      one.learnSizes(PATIENCE);
      two.learnSizes(PATIENCE);
      awaitEvent(events, one, VM_START);
      long type = awaitClass(events, one);
      long add = method(one, type, "add");
      request(one, BREAKPOINT, List.of(at(type, add, 0), only(1)));
      request(two, BREAKPOINT, List.of(at(type, add, 0), only(1)));
      ask(one, "VirtualMachine.Resume", Fields.NONE);

      long thread = awaitEvent(events, one, BREAKPOINT).number("thread");
      assertThat(awaitEvent(second, two, BREAKPOINT).number("thread")).isEqualTo(thread);
      Fields who = Fields.NONE.with("thread", thread);
      assertThat(ask(one, "ThreadReference.SuspendCount", who).number("suspendCount")).isEqualTo(2);
      ask(one, "VirtualMachine.Resume", Fields.NONE);
      assertThat(ask(two, "ThreadReference.FrameCount", who).number("frameCount")).isEqualTo(2);
      ask(two, "VirtualMachine.Resume", Fields.NONE);
      assertThat(lines()).containsExactly("sum 3");
    }
  }

  @Test
  void aUserThatLeavesLetsTheProgramGoOnForTheOther() throws IOException, InterruptedException {
    BlockingQueue<JdwpPacket.Command> second = new LinkedBlockingQueue<>();
    try (JdwpHub hub = JdwpHub.over(JdwpConnection.connect(link(), JdwpConnection.Limits.DEFAULT));
        JdwpClient two = join(hub, second)) {
      JdwpClient one = join(hub, events);
      one.learnSizes(PATIENCE);
      two.learnSizes(PATIENCE);
      awaitEvent(events, one, VM_START);
      long type = awaitClass(events, one);
      request(one, BREAKPOINT, List.of(at(type, method(one, type, "add"), 0)));
      ask(one, "VirtualMachine.Resume", Fields.NONE);
      awaitEvent(events, one, BREAKPOINT);
      one.close();
      assertThat(lines()).containsExactly("sum 3");
      assertThat(second).extracting(JdwpPacket.Command::set).containsOnly(JdwpCommand.EVENT_SET);
    }
  }
}
