package dev.dexscope.monitor.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.monitor.FakeAdb;
import dev.dexscope.monitor.FakeVm;
import dev.dexscope.monitor.device.AdbDevices;
import dev.dexscope.monitor.watch.Listener;
import dev.dexscope.monitor.watch.Monitor;
import dev.dexscope.monitor.watch.MonitorEvent;
import dev.dexscope.monitor.watch.MonitorSettings;
import dev.dexscope.monitor.watch.MonitoredVm;
import dev.dexscope.monitor.watch.VmEvent;
import dev.dexscope.monitor.watch.VmState;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireWriter;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** VMs that want the monitor's memory, its time, or its end: each loses its own connection. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileVmTest {
  private static final int GOOD = 1;
  private static final MonitorSettings IMPATIENT =
      new MonitorSettings(Duration.ofSeconds(2), Duration.ofMillis(50), Duration.ofMillis(500));

  /** The behaviour of a peer once it is connected. */
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
    says("map of objects without its head", chunk("HPSO", WireWriter.bigEndian().i4(1).u1(8)));
    says("native map of half a run", chunk("NHSG", WireWriter.bigEndian().bytes(new byte[20])));
    says("beginning of no map", chunk("HPST", WireWriter.bigEndian()));
    says("program with a name of 1 MiB", chunk("APNM", name(1 << 19)));
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
    answers("greeting with a name of 4 GB", "HELO", 1, 7, -1, -1);
    answers("refusal of 4 GB", "FAIL", 1, -1);
    PEERS.put(
        "greeting with a name of 1 MiB",
        link -> FakeVm.serve(link, FakeVm.named("a".repeat(1 << 19))));
    PEERS.put(
        "refusal of 1 MiB",
        link ->
            FakeVm.serve(
                link,
                (monitor, packet) ->
                    FakeVm.reply(
                        monitor, packet, new CommonChunk.Failure(1, "no ".repeat(1 << 18)))));
    FakeVm.Behaviour app = FakeVm.named("org.test.able");
    PEERS.put(
        "features of 1 MiB",
        link ->
            FakeVm.serve(
                link,
                (monitor, packet) -> {
                  if (FakeVm.request(packet).type() == ChunkType.of("FEAT")) {
                    List<String> many = Collections.nCopies(1 << 18, "");
                    FakeVm.reply(monitor, packet, new AppChunk.Features(many));
                  } else {
                    app.on(monitor, packet);
                  }
                }));
  }

  private static WireWriter name(int length) {
    return WireWriter.bigEndian().text("n".repeat(length));
  }

  /** Answers all questions with these numbers. */
  private static void answers(String name, String type, int... numbers) {
    WireWriter data = WireWriter.bigEndian();
    for (int each : numbers) {
      data.i4(each);
    }
    byte[] packet = new RawChunk(ChunkType.of(type), data.toBytes()).toPacket();
    PEERS.put(
        name,
        link ->
            FakeVm.serve(
                link,
                (monitor, asked) -> monitor.write(new JdwpPacket.Reply(asked.id(), 0, packet))));
  }

  /** Sends bytes after the handshake, and then nothing. */
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
      assertThat(problems.values()).allMatch(each -> each.length() < 1000);
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
        VmClient client = VmClient.connect(vm.link(), Duration.ofSeconds(30))) {
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

  @Test
  void threadsWithoutEndAreNotKept() throws Exception {
    assertKeepsFew(i -> new ThreadChunk.Created(i, "t"));
  }

  @Test
  void threadsThatAreOnlyRenamedAreNotKeptEither() throws Exception {
    assertKeepsFew(i -> new ThreadChunk.Renamed(i, "t"));
  }

  private static void assertKeepsFew(IntFunction<Chunk> event) throws Exception {
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              if (FakeVm.request(packet) instanceof ThreadChunk.Notify) {
                tellMany(monitor, 20_000, event);
              } else {
                app.on(monitor, packet);
              }
            });
        VmClient client = VmClient.connect(vm.link(), Duration.ofSeconds(30))) {
      client.notifyThreads(true);
      // Behind the flood.
      assertThat(client.hello().name()).isEqualTo("org.test.app");
      assertThat(client.knownNames()).isEqualTo(1 << 14);
    }
  }

  @Test
  void answersThatNobodyWaitsForArePassedOver() throws Exception {
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    byte[] lie = AppChunk.Hello.first(7, "Dalvik v1.0.1", "a lie").toRaw().toPacket();
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              // Of the hub itself, of users that there are not, of questions to come.
              for (int id : List.of(0, 7, -1, 1 << 23, 63 << 24, 200 << 24, packet.id() + 1)) {
                monitor.write(new JdwpPacket.Reply(id, 0, lie));
              }
              // The VM numbers its commands independently of the monitor.
              monitor.write(new JdwpPacket.Command(packet.id(), 77, 7, lie));
              monitor.write(
                  new JdwpPacket.Command(
                      packet.id(),
                      JdwpCommand.DDM_SET,
                      JdwpCommand.DDM_COMMAND,
                      new ThreadChunk.Created(1, "main").toRaw().toPacket()));
              app.on(monitor, packet);
              monitor.write(new JdwpPacket.Reply(packet.id(), 0, lie));
              monitor.write(new JdwpPacket.Reply(packet.id(), 99, lie));
            });
        VmClient client = VmClient.connect(vm.link(), Duration.ofSeconds(30))) {
      for (int i = 0; i < 100; i++) {
        assertThat(client.hello().name()).isEqualTo("org.test.app");
        assertThat(client.features()).hasSize(1);
      }
      assertThat(client.knownNames()).isEqualTo(1);
    }
  }

  @Test
  void whatOneSaysWithoutEndHidesNothingOfOthers() throws Exception {
    FakeAdb adb =
        new FakeAdb((_, service, link) -> {
          FakeVm.Behaviour app = FakeVm.named("org.test." + service);
          FakeVm.serve(
              link,
              (monitor, packet) -> {
                app.on(monitor, packet);
                if (FakeVm.request(packet) instanceof ThreadChunk.Notify
                    && service.equals("jdwp:2")) {
                  tellMany(monitor, 20_000, i -> new AppChunk.Name("name " + i, null, null));
                }
              });
        });
    adb.vms("phone", List.of(GOOD, 2));
    adb.device("phone", "device");
    BlockingQueue<MonitoredVm> attached = new LinkedBlockingQueue<>();
    CountDownLatch isFlooded = new CountDownLatch(1);
    Set<MonitoredVm> changed = ConcurrentHashMap.newKeySet();
    CountDownLatch isDone = new CountDownLatch(1);
    AtomicLong lost = new AtomicLong();
    Listener<MonitorEvent> slow =
        new Listener<>() {
          @Override
          public void on(MonitorEvent event) {
            await(isFlooded);
            switch (event) {
              case MonitorEvent.VmChanged vm -> changed.add(vm.vm());
              case MonitorEvent.DeviceRemoved _ -> isDone.countDown();
              default -> {}
            }
          }

          @Override
          public void lost(long count) {
            lost.addAndGet(count);
          }
        };
    try (adb;
        Monitor monitor = new Monitor(MonitorSettings.DEFAULT)) {
      monitor.listen(slow);
      monitor.listen(event -> {
        if (event instanceof MonitorEvent.VmChanged vm && vm.vm().state() == VmState.ATTACHED) {
          attached.add(vm.vm());
        }
      });
      monitor.watch(new AdbDevices(adb.address(), null));
      Set<MonitoredVm> seen = new HashSet<>();
      while (seen.size() < 2) {
        seen.add(attached.take());
      }
      for (MonitoredVm each : seen) {
        // Behind the flood.
        each.client().hello();
      }
      adb.removeDevice("phone");
      isFlooded.countDown();
      isDone.await();
      assertThat(changed).isEqualTo(seen);
      assertThat(lost).hasValue(0);
    }
  }

  @Test
  void eventsThatNobodyTakesAreNotKept() throws Exception {
    int each = 40;
    long most = 40L << 20;
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    FakeAdb adb =
        new FakeAdb((_, _, link) ->
            FakeVm.serve(
                link,
                (monitor, packet) -> {
                  app.on(monitor, packet);
                  if (FakeVm.request(packet) instanceof HeapChunk.InfoRequest request
                      && request.when() == 1) {
                    HeapChunk.HeapInfo heap = new HeapChunk.HeapInfo(1, 2, 3, 4, 5, 6, 7);
                    for (int i = 0; i < each; i++) {
                      FakeVm.tell(
                          monitor, new CommonChunk.Opaque(ChunkType.of("XYZW"), new byte[1 << 20]));
                      FakeVm.tell(monitor, new ThreadChunk.Renamed(1, "n".repeat(1 << 19)));
                      FakeVm.tell(monitor, new HeapChunk.Infos(Collections.nCopies(1 << 14, heap)));
                    }
                  }
                }));
    adb.vms("phone", List.of(GOOD));
    adb.device("phone", "device");
    BlockingQueue<MonitoredVm> attached = new LinkedBlockingQueue<>();
    CountDownLatch isFlooded = new CountDownLatch(1);
    CountDownLatch hasEnded = new CountDownLatch(1);
    AtomicLong bytes = new AtomicLong();
    AtomicLong count = new AtomicLong();
    AtomicLong lost = new AtomicLong();
    Listener<VmEvent> slow =
        new Listener<>() {
          @Override
          public void on(VmEvent event) {
            await(isFlooded);
            long size =
                switch (event) {
                  case VmEvent.Sent sent -> sent.chunk().toRaw().size();
                  case VmEvent.ThreadRenamed renamed -> 2L * renamed.name().length();
                  case VmEvent.HeapMeasured measured -> 64L * measured.heaps().size();
                  default -> 0;
                };
            bytes.addAndGet(size);
            count.addAndGet(size == 0 ? 0 : 1);
            if (event instanceof VmEvent.StateChanged changed && changed.state() == VmState.GONE) {
              hasEnded.countDown();
            }
          }

          @Override
          public void lost(long missing) {
            lost.addAndGet(missing);
          }
        };
    try (adb;
        Monitor monitor = new Monitor(MonitorSettings.DEFAULT)) {
      monitor.listen(event -> {
        if (event instanceof MonitorEvent.VmChanged vm && vm.vm().state() == VmState.ATTACHED) {
          attached.add(vm.vm());
        }
      });
      monitor.watch(new AdbDevices(adb.address(), null));
      MonitoredVm vm = attached.take();
      vm.listen(slow);
      vm.client().notifyHeapOnce();
      // Behind the flood.
      vm.client().hello();
      adb.removeDevice("phone");
      isFlooded.countDown();
      hasEnded.await();
      assertThat(bytes.get()).isBetween(1L << 20, most);
      assertThat(lost.get()).isPositive();
      assertThat(lost.get() + count.get()).isBetween(3L * each, 3L * each + 1);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Events without end, a thousand in a packet. */
  private static void tellMany(JdwpConnection monitor, int count, IntFunction<Chunk> event)
      throws IOException {
    for (int i = 0; i < count; i += 1000) {
      WireWriter many = WireWriter.bigEndian();
      for (int j = i; j < i + 1000; j++) {
        many.bytes(event.apply(j).toRaw().toPacket());
      }
      monitor.write(
          new JdwpPacket.Command(1, JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, many.toBytes()));
    }
  }
}
