package dev.dexscope.wire.jdwp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Pipes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A hub between users and a VM that a test speaks for by hand; {@link HotSpotTest} has a real one.
 */
@Timeout(60)
class JdwpHubTest {
  private static final int DDM = JdwpCommand.DDM_SET;

  private final BlockingQueue<Thread> servers = new LinkedBlockingQueue<>();
  private JdwpConnection vm;
  private JdwpHub hub;

  @BeforeEach
  void start() throws Exception {
    Pipes.Ends ends = Pipes.connect();
    var accepted = new LinkedBlockingQueue<JdwpConnection>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            accepted.add(JdwpConnection.accept(ends.far(), JdwpConnection.Limits.DEFAULT));
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        });
    hub = JdwpHub.over(JdwpConnection.connect(ends.near(), JdwpConnection.Limits.DEFAULT));
    vm = accepted.take();
  }

  @AfterEach
  void stop() throws IOException {
    vm.close();
    hub.close();
  }

  private JdwpConnection join() throws IOException {
    Pipes.Ends ends = Pipes.connect();
    servers.add(
        Thread.ofVirtual()
            .start(() -> {
              try {
                hub.serve(JdwpConnection.accept(ends.far(), JdwpConnection.Limits.DEFAULT));
              } catch (IOException e) {
                // The connection has ended.
              }
            }));
    return JdwpConnection.connect(ends.near(), JdwpConnection.Limits.DEFAULT);
  }

  private static JdwpPacket.Command ddm(int id, int size) {
    return new JdwpPacket.Command(id, DDM, 1, new byte[size]);
  }

  private static int next(JdwpConnection from) throws IOException {
    JdwpPacket packet = from.read();
    assertThat(packet).isNotNull();
    return packet.id();
  }

  @Test
  void equalIdsOfTwoUsersGetTheirOwnReplies() throws IOException {
    JdwpConnection one = join();
    JdwpConnection two = join();
    one.write(ddm(7, 1));
    int first = next(vm);
    two.write(ddm(7, 2));
    int second = next(vm);
    assertThat(first).isNotEqualTo(second);
    vm.write(new JdwpPacket.Reply(second, 0, new byte[] {2}));
    vm.write(new JdwpPacket.Reply(4711, 0, new byte[] {3}));
    vm.write(new JdwpPacket.Reply(first, 0, new byte[] {1}));
    JdwpPacket told = one.read();
    assertThat(told).isNotNull();
    assertThat(told.id()).isEqualTo(7);
    assertThat(told.data()).containsExactly(1);
    told = two.read();
    assertThat(told).isNotNull();
    assertThat(told.data()).containsExactly(2);
  }

  @Test
  void aMonitorAloneNeverLetsTheVmTakeItForADebugger() throws IOException {
    JdwpConnection monitor = join();
    monitor.write(ddm(1, 0));
    monitor.write(ddm(2, 0));
    for (int i = 0; i < 2; i++) {
      assertThat(vm.read())
          .isInstanceOfSatisfying(
              JdwpPacket.Command.class, each -> assertThat(each.set()).isEqualTo(DDM));
    }
  }

  /** The VM starts after both have come: one resume is all that it takes. */
  @Test
  void aVmThatHasStartedWaitsForNobodyInParticular() throws IOException {
    JdwpConnection one = join();
    JdwpConnection two = join();
    one.write(ddm(1, 0));
    two.write(ddm(1, 0));
    next(vm);
    next(vm);
    vm.write(startOfVm(77));
    assertThat(next(one)).isEqualTo(77);
    assertThat(next(two)).isEqualTo(77);
    two.close();
    one.write(ddm(2, 0));
    assertThat(vm.read())
        .isInstanceOfSatisfying(
            JdwpPacket.Command.class, each -> assertThat(each.set()).isEqualTo(DDM));
  }

  /** Debuggers show where the program stands, and take other lines only after that. */
  @Test
  void whoComesWhileAVmWaitsSinceItsStartHearsOfTheStart() throws IOException {
    JdwpConnection monitor = join();
    monitor.write(ddm(1, 0));
    next(vm);
    vm.write(startOfVm(77));
    assertThat(next(monitor)).isEqualTo(77);
    JdwpConnection debugger = join();
    assertThat(next(debugger)).isEqualTo(77);
    debugger.write(
        JdwpCommand.named("VirtualMachine.Resume").packet(1, Fields.NONE, IdSizes.EIGHT));
    assertThat(commandOfVm()).isEqualTo("VirtualMachine.IDSizes");
    vm.write(new JdwpPacket.Reply(next(vm), 0, new byte[0]));
    assertThat(next(debugger)).isEqualTo(1);
    JdwpConnection late = join();
    late.write(ddm(5, 0));
    vm.write(new JdwpPacket.Reply(next(vm), 0, new byte[0]));
    assertThat(next(late)).as("nothing before the reply").isEqualTo(5);
  }

  private static JdwpPacket.Command startOfVm(int id) {
    Fields started = Fields.NONE.with("eventKind", 90).with("requestID", 0).with("thread", 1);
    Fields events = Fields.NONE.with("suspendPolicy", 2).with("events", List.of(started));
    return JdwpCommand.named("Event.Composite").packet(id, events, IdSizes.EIGHT);
  }

  /** Not when a monitor disconnects, which does not debug it. */
  @Test
  void aVmThatHasStartedGoesOnWhenItsDebuggerLeavesWithoutAWord() throws IOException {
    JdwpConnection monitor = join();
    monitor.write(ddm(1, 0));
    next(vm);
    JdwpCommand version = JdwpCommand.named("VirtualMachine.Version");
    JdwpConnection debugger = join();
    vm.write(startOfVm(77));
    assertThat(next(monitor)).isEqualTo(77);
    monitor.close();
    debugger.write(version.packet(1, Fields.NONE, IdSizes.EIGHT));
    assertThat(commandOfVm()).isEqualTo("VirtualMachine.IDSizes");
    assertThat(commandOfVm()).isEqualTo(version.name());
    debugger.close();
    assertThat(commandOfVm()).isEqualTo("VirtualMachine.Resume");
  }

  private String commandOfVm() throws IOException {
    JdwpPacket packet = vm.read();
    assertThat(packet).isInstanceOf(JdwpPacket.Command.class);
    JdwpPacket.Command command = (JdwpPacket.Command) packet;
    return JdwpCommand.of(command.set(), command.command()).orElseThrow().name();
  }

  @Test
  void dataThatCannotBeReadAreAnsweredWithoutTheVm() throws IOException {
    JdwpConnection user = join();
    user.write(new JdwpPacket.Command(5, 15, 1, new byte[] {2, 1, 0x7f, -1, -1, -1}));
    assertThat(user.read())
        .isInstanceOfSatisfying(
            JdwpPacket.Reply.class,
            each -> assertThat(each.error()).isEqualTo(JdwpError.ILLEGAL_ARGUMENT));
  }

  @Test
  void whoReadsNothingIsDroppedWhileTheOtherGetsAll() throws Exception {
    JdwpConnection deaf = join();
    JdwpConnection reader = join();
    deaf.write(ddm(1, 0));
    next(vm);
    reader.write(ddm(1, 0));
    next(vm);
    int count = 20_000;
    Thread.ofVirtual()
        .start(() -> {
          try {
            for (int i = 0; i < count; i++) {
              vm.write(ddm(i, 1000));
            }
          } catch (IOException e) {
            // The reader misses them.
          }
        });
    for (int i = 0; i < count; i++) {
      assertThat(next(reader)).isEqualTo(i);
    }
    Thread dropped = servers.take();
    assertThat(dropped.join(Duration.ofSeconds(30))).isTrue();
    assertThat(servers.take().isAlive()).isTrue();
    deaf.close();
  }

  @Test
  void theEndOfTheVmEndsItsUsers() throws Exception {
    JdwpConnection user = join();
    user.write(ddm(1, 0));
    next(vm);
    vm.close();
    assertThat(user.read()).isNull();
    hub.ended().get(30, TimeUnit.SECONDS);
  }

  @Test
  void aUserInThisProcessAsksAndHearsAsOthersDo() throws Exception {
    BlockingQueue<JdwpPacket> heard = new LinkedBlockingQueue<>();
    JdwpConnection other = join();
    JdwpClient own = hub.client(heard::add);
    var answer = own.begin(DDM, 1, new byte[] {5});
    int asked = next(vm);
    other.write(ddm(1, 0));
    assertThat(next(vm)).isNotEqualTo(asked);
    vm.write(ddm(0x10000000, 3));
    assertThat(heard.take().data()).hasSize(3);
    assertThat(next(other)).isEqualTo(0x10000000);
    vm.write(new JdwpPacket.Reply(asked, 0, new byte[] {7}));
    assertThat(answer.get(30, TimeUnit.SECONDS).data()).containsExactly(7);
    own.close();
    assertThat(own.ended()).failsWithin(Duration.ofSeconds(30));
    assertThat(hub.ended()).isNotDone();
  }

  @Test
  void whatIsNeverAnsweredLeavesNothingBehind() throws Exception {
    JdwpClient own = hub.client(_ -> {});
    // More than may be open at once.
    for (int i = 0; i < 1100; i++) {
      assertThatExceptionOfType(DeadlineException.class)
          .isThrownBy(() -> own.ask(DDM, 1, new byte[0], Duration.ofNanos(1)));
      next(vm);
    }
    var answer = own.begin(DDM, 1, new byte[0]);
    vm.write(new JdwpPacket.Reply(next(vm), 0, new byte[] {7}));
    assertThat(answer.get(30, TimeUnit.SECONDS).data()).containsExactly(7);
  }

  @Test
  void nothingOfAUserStaysWhenItHasLeft() throws Exception {
    Pipes.Ends ends = Pipes.connect();
    Thread.ofVirtual().start(() -> answer(ends));
    QueuedOutlet user =
        new QueuedOutlet(JdwpConnection.connect(ends.near(), JdwpConnection.Limits.DEFAULT), true);
    Thread writer = Thread.ofVirtual().start(user::writeAll);
    user.drop(null);
    assertThat(writer.join(Duration.ofSeconds(30))).isTrue();
  }

  private static void answer(Pipes.Ends ends) {
    try {
      JdwpConnection.accept(ends.far(), JdwpConnection.Limits.DEFAULT);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
