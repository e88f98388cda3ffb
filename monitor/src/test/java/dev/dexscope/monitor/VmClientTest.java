package dev.dexscope.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.WireWriter;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkCodec;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.Meaning;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What VMs of several generations say, and what they leave out or say wrongly. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VmClientTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(200);

  private static VmClient connect(FakeVm vm, Duration patience) throws IOException {
    return VmClient.connect(local(vm).open(vm.port()), patience);
  }

  private static LocalPorts local(FakeVm vm) {
    return new LocalPorts(vm.port(), vm.port(), PATIENCE);
  }

  private static Chunk request(JdwpPacket.Command packet) {
    return ChunkCodec.decode(
        Meaning.REQUEST, RawChunk.readAll("request", packet.data()).getFirst());
  }

  private static void reply(JdwpConnection monitor, JdwpPacket.Command to, Chunk answer)
      throws IOException {
    monitor.write(new JdwpPacket.Reply(to.id(), 0, answer.toRaw().toPacket()));
  }

  private static void tell(JdwpConnection monitor, Chunk event) throws IOException {
    monitor.write(
        new JdwpPacket.Command(
            0x10000000, JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, event.toRaw().toPacket()));
  }

  private static AppChunk.Hello hello(String name) {
    return AppChunk.Hello.first(7, "Dalvik v1.0.1", name);
  }

  /** As ART does: what has no answer in it is not answered at all. */
  private static void art(JdwpConnection monitor, JdwpPacket.Command packet) throws IOException {
    switch (request(packet)) {
      case AppChunk.Greeting _ -> reply(monitor, packet, hello("org.test.art"));
      case ThreadChunk.Notify notify when notify.on() -> {
        tell(monitor, new ThreadChunk.Created(1, "main"));
        tell(monitor, new ThreadChunk.Created(2, "Signal Catcher"));
        tell(monitor, new ThreadChunk.Renamed(2, "renamed"));
      }
      case HeapChunk.InfoRequest _ ->
          tell(monitor, new HeapChunk.Infos(List.of(new HeapChunk.HeapInfo(1, 2, 3, 4, 5, 6, 7))));
      case CommonChunk.Bare bare when bare.type() == ChunkType.of("THST") ->
          reply(
              monitor,
              packet,
              new ThreadChunk.Status(
                  List.of(
                      new ThreadChunk.ThreadState(1, 1, 70, 12, 3, false),
                      new ThreadChunk.ThreadState(2, 4, 71, 0, 0, true))));
      default -> {
        // Nothing.
      }
    }
  }

  @Test
  void threadsHaveTheNamesThatWereTold() throws IOException {
    try (FakeVm vm = new FakeVm(VmClientTest::art);
        VmClient client = connect(vm, PATIENCE)) {
      assertThat(client.threads())
          .containsExactly(
              new VmClient.VmThread(1, "main", "running", 70, 120, 30, false),
              new VmClient.VmThread(2, "renamed", "wait", 71, 0, 0, true));
    }
  }

  @Test
  void figuresOfTheHeapComeUnasked() throws IOException {
    try (FakeVm vm = new FakeVm(VmClientTest::art);
        VmClient client = connect(vm, PATIENCE)) {
      client.collect();
      assertThat(client.heaps()).containsExactly(new HeapChunk.HeapInfo(1, 2, 3, 4, 5, 6, 7));
    }
  }

  @Test
  void whatIsNeverAnsweredEndsAtItsDeadline() throws IOException {
    try (FakeVm vm = new FakeVm(VmClientTest::art);
        VmClient client = connect(vm, SHORT)) {
      assertThatExceptionOfType(DeadlineException.class).isThrownBy(client::features);
      assertThatExceptionOfType(DeadlineException.class).isThrownBy(client::dumpHeap);
      assertThat(client.hello().name()).isEqualTo("org.test.art");
    }
  }

  @Test
  void aRefusalIsToldInTheVmsWords() throws IOException {
    try (FakeVm vm =
            new FakeVm((monitor, packet) ->
                reply(monitor, packet, new CommonChunk.Failure(3, "not today")));
        VmClient client = connect(vm, PATIENCE)) {
      assertThatExceptionOfType(MonitorException.class)
          .isThrownBy(() -> client.stack(1))
          .withMessage("the VM refuses STKL: not today");
    }
  }

  @Test
  void aJavaVmKnowsNoDdm() throws IOException {
    try (FakeVm vm =
            new FakeVm((monitor, packet) ->
                monitor.write(new JdwpPacket.Reply(packet.id(), 99, new byte[0])));
        VmClient client = connect(vm, PATIENCE)) {
      assertThatExceptionOfType(MonitorException.class)
          .isThrownBy(client::hello)
          .withMessageContaining("knows no DDM");
    }
  }

  @Test
  void aVmThatLiesIsAProblemOfItsOwn() throws IOException {
    try (FakeVm good =
            new FakeVm((monitor, packet) -> reply(monitor, packet, hello("org.test.good")));
        FakeVm liar =
            new FakeVm((monitor, packet) -> {
              byte[] endless =
                  WireWriter.bigEndian()
                      .i4(ChunkType.of("THCR"))
                      .i4(8)
                      .i4(1)
                      .i4(Integer.MAX_VALUE)
                      .toBytes();
              monitor.write(
                  new JdwpPacket.Command(1, JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, endless));
            });
        FakeVm mute = new FakeVm((_, _) -> {})) {
      List<Vms.Vm> found =
          Vms.find(List.of(local(liar), local(mute), local(good)), Duration.ofSeconds(2));
      assertThat(found).extracting(Vms.Vm::name).containsExactly("?", "?", "org.test.good");
      assertThat(found.getFirst().problem()).isNotEmpty();
      assertThat(found.get(1).problem()).contains("2");
      assertThat(found.get(2).problem()).isEmpty();
    }
  }

  @Test
  void aPortWithoutAVmIsNone() throws IOException {
    try (FakeVm vm = new FakeVm((_, _) -> {});
        // Nobody else can get a port that is taken, and nobody listens at it.
        Socket taken = new Socket()) {
      assertThat(local(vm).pids()).containsExactly(vm.port());
      taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = taken.getLocalPort();
      assertThat(new LocalPorts(port, port, PATIENCE).pids()).isEmpty();
    }
  }

  @Test
  void theVmStaysAttachedWhenADebuggerLeaves() throws IOException {
    JdwpCommand suspend = JdwpCommand.named("VirtualMachine.Suspend");
    byte[] sizes = WireWriter.bigEndian().i4(8).i4(8).i4(8).i4(8).i4(8).toBytes();
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              boolean isSizes = packet.set() == 1 && packet.command() == 7;
              monitor.write(new JdwpPacket.Reply(packet.id(), 0, isSizes ? sizes : new byte[0]));
            });
        DebuggerPort port = DebuggerPort.open(local(vm).open(vm.port()), 0)) {
      for (int i = 0; i < 3; i++) {
        try (JdwpClient debugger =
            JdwpClient.connect(
                local(vm).open(port.port()), JdwpConnection.Limits.DEFAULT, _ -> {})) {
          assertThat(debugger.ask(suspend.set(), suspend.command(), new byte[0], PATIENCE).error())
              .isZero();
        }
      }
      assertThat(vm.connections()).isEqualTo(1);
    }
  }
}
