package dev.dexscope.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireWriter;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** VMs that want the monitor's memory, its time, or its end: each loses its own connection. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileVmTest {
  private static final int GOOD = 1;
  private static final MonitorSettings IMPATIENT =
      new MonitorSettings(Duration.ofSeconds(2), Duration.ofMillis(50), Duration.ofMillis(500));

  /** What a peer does once it is connected. */
  private interface Peer {
    void serve(Link link) throws IOException;
  }

  private static final Map<String, Peer> PEERS = new TreeMap<>();

  static {
    says("name of 4 GB", chunk("THCR", WireWriter.bigEndian().i4(1).i4(0x7fffffff)));
    says("name of negative length", chunk("THCR", WireWriter.bigEndian().i4(1).i4(-1)));
    says("name cut off", chunk("THCR", WireWriter.bigEndian().i4(1).i4(4).chars("ab")));
    says("figures of 2^32 heaps", chunk("HPIF", WireWriter.bigEndian().i4(-1)));
    says("map of half a run", chunk("HPSG", WireWriter.bigEndian().bytes(new byte[18])));
    says("chunk longer than its packet", data(WireWriter.bigEndian().i4(1).i4(100).i4(0)));
    says("chunk of negative length", data(WireWriter.bigEndian().i4(1).i4(-8).i4(0)));
    says("chunk without a length", data(WireWriter.bigEndian().i4(1)));
    says("packet of 5 bytes", WireWriter.bigEndian().i4(5).toBytes());
    says("packet of no bytes", WireWriter.bigEndian().i4(0).i4(0).i8(0).toBytes());
    says("packet of negative length", WireWriter.bigEndian().i4(-1).i4(0).i8(0).toBytes());
    says("packet of 2 GB", WireWriter.bigEndian().i4(0x7fffffff).i4(0).i8(0).toBytes());
    says(
        "packet of 768 MB that does not come",
        WireWriter.bigEndian().i4(0x30000000).i4(1).u1(0).u1(199).u1(1).toBytes());
    says(
        "reply of 768 MB that does not come",
        WireWriter.bigEndian().i4(0x30000000).i4(1).u1(0x80).u2(0).toBytes());
    says(
        "numbers with their lowest bytes first",
        WireWriter.littleEndian().i4(19).i4(1).u1(0).u1(199).u1(1).i8(0).toBytes());
    says("unknown flags", WireWriter.bigEndian().i4(11).i4(1).u1(0x40).u2(0).toBytes());
    PEERS.put("no handshake", link -> link.read(1 << 20));
    PEERS.put("no answer", link -> FakeVm.serve(link, (_, _) -> {}));
    PEERS.put("end after the handshake", link -> handshake(link));
    PEERS.put(
        "a page of the web",
        link -> link.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
    PEERS.put(
        "a handshake byte by byte",
        link -> {
          link.read(14);
          for (byte each : "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII)) {
            link.write(new byte[] {each});
            pause();
          }
        });
    PEERS.put(
        "greeting with a name of 4 GB",
        link ->
            FakeVm.serve(
                link,
                (monitor, packet) ->
                    monitor.write(
                        new JdwpPacket.Reply(
                            packet.id(),
                            0,
                            new RawChunk(
                                    ChunkType.of("HELO"),
                                    WireWriter.bigEndian().i4(1).i4(7).i4(-1).i4(-1).toBytes())
                                .toPacket()))));
  }

  /** Sends bytes behind the handshake, and then nothing. */
  private static void says(String name, byte[] bytes) {
    PEERS.put(
        name,
        link -> {
          handshake(link);
          link.write(bytes);
          link.read(1 << 20);
        });
  }

  private static void handshake(Link link) throws IOException {
    link.write(link.read(14));
  }

  private static byte[] chunk(String type, WireWriter data) {
    return packet(new RawChunk(ChunkType.of(type), data.toBytes()).toPacket());
  }

  private static byte[] data(WireWriter data) {
    return packet(data.toBytes());
  }

  private static byte[] packet(byte[] data) {
    return new JdwpPacket.Command(1, JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, data).toBytes();
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void eachIsDroppedAloneAndVisibly() throws Exception {
    List<String> names = List.copyOf(PEERS.keySet());
    FakeVm.Behaviour good = FakeVm.named("org.test.good");
    FakeAdb adb =
        new FakeAdb((_, service, link) -> {
          int pid = Integer.parseInt(service.substring("jdwp:".length()));
          if (pid == GOOD) {
            FakeVm.serve(link, good);
          } else {
            Objects.requireNonNull(PEERS.get(names.get(pid - 100))).serve(link);
          }
        });
    List<Integer> pids = new ArrayList<>(List.of(GOOD));
    for (int i = 0; i < names.size(); i++) {
      pids.add(100 + i);
    }
    adb.vms("phone", pids);
    adb.device("phone", "device");
    BlockingQueue<MonitorEvent> changes = new LinkedBlockingQueue<>();
    try (adb;
        Monitor monitor = new Monitor(IMPATIENT)) {
      monitor.listen(changes::add);
      monitor.watch(new AdbDevices(adb.address(), null));
      Map<String, String> problems = new TreeMap<>();
      MonitoredVm attached = null;
      while (problems.size() < names.size() || attached == null) {
        if (changes.take() instanceof MonitorEvent.VmChanged changed) {
          MonitoredVm vm = changed.vm();
          String problem = vm.problem();
          if (vm.pid() == GOOD && vm.state() == VmState.ATTACHED) {
            attached = vm;
          } else if (vm.pid() != GOOD && !problem.isEmpty()) {
            problems.put(names.get(vm.pid() - 100), problem);
          }
        }
      }
      assertThat(problems.keySet()).isEqualTo(PEERS.keySet());
      assertThat(attached.client().hello().name()).isEqualTo("org.test.good");
      assertThat(attached.state()).isEqualTo(VmState.ATTACHED);
    }
  }

  @Test
  void anAnswerThatIsWrongIsTheQuestionsTrouble() throws Exception {
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              switch (ChunkType.name(FakeVm.request(packet).type())) {
                case "THST" -> answer(monitor, packet, "THST", "\4\22\377\377");
                case "STKL" -> answer(monitor, packet, "STKL", "\0\0\0\0\0\0\0\1\177\377\377\377");
                default -> app.on(monitor, packet);
              }
            });
        VmClient client = VmClient.connect(link(vm), Duration.ofSeconds(30))) {
      assertThatExceptionOfType(WireFormatException.class).isThrownBy(client::threads);
      assertThatExceptionOfType(WireFormatException.class).isThrownBy(() -> client.stack(1));
      assertThat(client.hello().name()).isEqualTo("org.test.app");
    }
  }

  private static void answer(
      JdwpConnection monitor, JdwpPacket.Command to, String type, String data) throws IOException {
    byte[] bytes = data.getBytes(StandardCharsets.ISO_8859_1);
    byte[] packet = new RawChunk(ChunkType.of(type), bytes).toPacket();
    monitor.write(new JdwpPacket.Reply(to.id(), 0, packet));
  }

  private static Link link(FakeVm vm) throws IOException {
    return new LocalPorts(vm.port(), vm.port(), Duration.ofSeconds(30)).open(vm.port());
  }

  @Test
  void threadsWithoutEndAreNotKept() throws Exception {
    int flood = 70_000;
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              if (FakeVm.request(packet) instanceof ThreadChunk.Notify) {
                for (int i = 0; i < flood; i += 1000) {
                  WireWriter many = WireWriter.bigEndian();
                  for (int j = i; j < i + 1000; j++) {
                    many.bytes(new ThreadChunk.Created(j, "t").toRaw().toPacket());
                  }
                  monitor.write(
                      new JdwpPacket.Command(
                          1, JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, many.toBytes()));
                }
              } else {
                app.on(monitor, packet);
              }
            });
        VmClient client = VmClient.connect(link(vm), Duration.ofSeconds(30))) {
      client.notifyThreads(true);
      // Behind the flood.
      assertThat(client.hello().name()).isEqualTo("org.test.app");
      assertThat(client.knownNames()).isEqualTo(1 << 16);
    }
  }
}
