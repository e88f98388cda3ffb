package dev.dexscope.monitor.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.monitor.FakeAdb;
import dev.dexscope.monitor.FakeVm;
import dev.dexscope.monitor.MonitorException;
import dev.dexscope.monitor.device.AdbDevices;
import dev.dexscope.monitor.device.DeviceSighting;
import dev.dexscope.monitor.device.DeviceSource;
import dev.dexscope.monitor.device.LocalPorts;
import dev.dexscope.monitor.device.LocalVms;
import dev.dexscope.monitor.device.ServedDevice;
import dev.dexscope.monitor.vm.RunState;
import dev.dexscope.monitor.vm.ThreadView;
import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireWriter;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import dev.dexscope.wire.recording.RecordingReader;
import dev.dexscope.wire.recording.WireLine;
import dev.dexscope.wire.recording.WirePrinter;
import dev.dexscope.wire.recording.WireRecorder;
import dev.dexscope.wire.recording.WireWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Devices and VMs come, go, break and lie. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MonitorTest {
  private static final String PHONE = "phone";
  private static final MonitorSettings QUICK =
      new MonitorSettings(Duration.ofSeconds(30), Duration.ofMillis(1), Duration.ofMillis(20));
  private static final MonitorSettings IMPATIENT =
      new MonitorSettings(Duration.ofSeconds(1), Duration.ofMillis(1), Duration.ofMillis(20));

  /** A monitor, and its events. */
  private static final class Watched implements AutoCloseable {
    private final BlockingQueue<MonitorEvent> events = new LinkedBlockingQueue<>();
    private final Monitor monitor;

    Watched(MonitorSettings settings, DeviceSource source) {
      monitor = new Monitor(settings);
      monitor.listen(events::add);
      monitor.watch(source);
    }

    <T extends MonitorEvent> T await(Class<T> kind, Predicate<T> condition)
        throws InterruptedException {
      while (true) {
        MonitorEvent next = events.take();
        if (kind.isInstance(next) && condition.test(kind.cast(next))) {
          return kind.cast(next);
        }
      }
    }

    MonitoredVm await(int pid, VmState state) throws InterruptedException {
      return await(
              MonitorEvent.VmChanged.class,
              each -> each.vm().pid() == pid && each.vm().state() == state)
          .vm();
    }

    @Override
    public void close() {
      monitor.close();
    }
  }

  private static FakeAdb phone(FakeVm.Behaviour behaviour, Integer... pids) throws IOException {
    FakeAdb adb = new FakeAdb((_, _, link) -> FakeVm.serve(link, behaviour));
    adb.vms(PHONE, List.of(pids));
    adb.device(PHONE, "device");
    return adb;
  }

  private static DeviceSource of(FakeAdb adb) {
    return new AdbDevices(adb.address(), null);
  }

  @Test
  void vmsComeAndGo() throws Exception {
    try (FakeAdb adb = phone(FakeVm.named("org.test.app"), 11);
        Watched watched = new Watched(QUICK, of(adb))) {
      MonitoredVm first = watched.await(11, VmState.ATTACHED);
      assertThat(first.name()).isEqualTo("org.test.app");
      assertThat(first.identity().orElseThrow().features())
          .containsExactly("hprof-heap-dump-streaming");
      adb.vms(PHONE, List.of(12));
      watched.await(MonitorEvent.VmRemoved.class, each -> each.vm() == first);
      assertThat(first.state()).isEqualTo(VmState.GONE);
      assertThatExceptionOfType(MonitorException.class)
          .isThrownBy(first::client)
          .withMessageContaining("phone/11 is not attached");
      watched.await(12, VmState.ATTACHED);
      assertThat(watched.monitor.vms()).extracting(MonitoredVm::pid).containsExactly(12);
    }
  }

  @Test
  void whatIsSaidIsWrittenDownFromAnyMomentOn() throws Exception {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    List<WireLine> lines = new ArrayList<>();
    try (FakeAdb adb = phone(FakeVm.named("org.test.app"), 11);
        Watched watched = new Watched(QUICK, of(adb));
        WireRecorder recorder = new WireRecorder(file, new WireWords(lines::add)::take)) {
      MonitoredVm vm = watched.await(11, VmState.ATTACHED);
      vm.client().hello();
      vm.recordWire(recorder);
      vm.client().features();
      vm.recordWire(null);
      vm.client().hello();
    }
    assertThat(lines).extracting(WireLine::words).anyMatch(each -> each.endsWith(" FEAT"));
    assertThat(lines)
        .extracting(WireLine::words)
        .anyMatch(each -> each.contains("hprof-heap-dump-streaming"))
        .noneMatch(each -> each.contains("HELO"))
        .endsWith("closed");
    StringBuilder printed = new StringBuilder();
    new WirePrinter(printed)
        .print(
            new RecordingReader(
                ByteView.of(
                    "vm.wire",
                    MemorySegment.ofArray(file.toByteArray()),
                    WireFormatException::new)));
    assertThat(printed.toString().lines().skip(1)).hasSameSizeAs(lines);
  }

  @Test
  void aDeviceThatLeavesTakesItsVmsAlong() throws Exception {
    try (FakeAdb adb = phone(FakeVm.named("org.test.app"), 11);
        Watched watched = new Watched(QUICK, of(adb))) {
      watched.await(11, VmState.ATTACHED);
      adb.device(PHONE, "offline");
      watched.await(MonitorEvent.VmRemoved.class, _ -> true);
      watched.await(
          MonitorEvent.DeviceChanged.class, each -> each.device().state().equals("offline"));
      adb.device(PHONE, "device");
      watched.await(11, VmState.ATTACHED);
      adb.removeDevice(PHONE);
      watched.await(MonitorEvent.DeviceRemoved.class, _ -> true);
      assertThat(watched.monitor.devices()).isEmpty();
    }
  }

  @Test
  void aFollowerThatEndsLateLeavesTheVmsOfTheNextOne() throws Exception {
    AtomicReference<Thread> late = new AtomicReference<>();
    CountDownLatch isReleased = new CountDownLatch(1);
    BlockingQueue<MonitorEvent> events = new LinkedBlockingQueue<>();
    Consumer<MonitorEvent> changes =
        event -> {
          boolean isLate =
              event instanceof MonitorEvent.DeviceChanged changed
                  && changed.device().problem().equals("the list of VMs has ended")
                  && late.compareAndSet(null, Thread.currentThread());
          events.add(event);
          if (isLate) {
            awaitUninterruptibly(isReleased);
          }
        };
    FakeAdb first = phone(FakeVm.named("org.test.app"), 11);
    MonitoredDevice device = new MonitoredDevice(online(first), QUICK, changes);
    try (FakeAdb second = phone(FakeVm.named("org.test.app"), 11)) {
      device.start();
      awaitAdded(events);
      first.close();
      while (late.get() == null) {
        events.take();
      }
      device.update(new DeviceSighting(PHONE, "offline", Map.of(), null));
      assertThat(device.vms()).isEmpty();
      events.clear();
      device.update(online(second));
      awaitAdded(events);
      isReleased.countDown();
      late.get().join();
      assertThat(device.vms()).extracting(MonitoredVm::pid).containsExactly(11);
    } finally {
      device.stop();
    }
  }

  private static DeviceSighting online(FakeAdb adb) {
    return new DeviceSighting(
        PHONE, DeviceSighting.ONLINE, Map.of(), new ServedDevice(adb.address(), PHONE));
  }

  private static void awaitAdded(BlockingQueue<MonitorEvent> events) throws InterruptedException {
    while (!(events.take() instanceof MonitorEvent.VmAdded)) {
      // What else there is does not matter.
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    while (true) {
      try {
        latch.await();
        return;
      } catch (InterruptedException e) {
        // It is to be late.
      }
    }
  }

  @Test
  void aServerThatEndsIsToldAndLookedForAgain() throws Exception {
    FakeAdb adb = phone(FakeVm.named("org.test.app"), 11);
    try (Watched watched = new Watched(QUICK, of(adb))) {
      watched.await(11, VmState.ATTACHED);
      adb.close();
      watched.await(MonitorEvent.DeviceRemoved.class, _ -> true);
      watched.await(MonitorEvent.SourceFailed.class, _ -> true);
      // A second time, because there is no source.
      watched.await(MonitorEvent.SourceFailed.class, _ -> true);
    }
  }

  @Test
  void aBrokenConnectionIsMadeAgain() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    var wasSeen = new CountDownLatch(1);
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    FakeVm.Behaviour breaksOnce =
        (monitor, packet) -> {
          boolean isGreeting = FakeVm.request(packet) instanceof AppChunk.Greeting;
          if (isGreeting && connections.incrementAndGet() == 1) {
            monitor.close();
          } else {
            awaitUninterruptibly(wasSeen);
            app.on(monitor, packet);
          }
        };
    try (FakeAdb adb = phone(breaksOnce, 11);
        Watched watched = new Watched(QUICK, of(adb))) {
      assertThat(watched.await(11, VmState.LOST).problem()).isNotEmpty();
      wasSeen.countDown();
      assertThat(watched.await(11, VmState.ATTACHED).problem()).isEmpty();
    }
  }

  @Test
  void theTroubleOfOneIsNotThatOfOthers() throws Exception {
    byte[] endless =
        WireWriter.bigEndian().i4(ChunkType.of("THCR")).i4(8).i4(1).i4(0x7fffffff).toBytes();
    FakeVm.Behaviour good = FakeVm.named("org.test.good");
    FakeAdb adb =
        new FakeAdb((_, service, link) -> {
          switch (service) {
            case "jdwp:1" -> FakeVm.serve(link, good);
            case "jdwp:2" ->
                FakeVm.serve(
                    link,
                    (monitor, _) ->
                        monitor.write(
                            new JdwpPacket.Command(
                                1, JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, endless)));
            case "jdwp:3" -> FakeVm.serve(link, (_, _) -> {});
            case "jdwp:4" -> link.write(new byte[100]);
            default -> link.read(1 << 20);
          }
        });
    adb.vms(PHONE, List.of(1, 2, 3, 4, 5));
    adb.device(PHONE, "device");
    try (adb;
        Watched watched = new Watched(IMPATIENT, of(adb))) {
      for (int pid = 2; pid <= 5; pid++) {
        assertThat(awaitProblem(watched.monitor, pid)).isNotEmpty();
      }
      MonitoredVm vm = watched.monitor.device(PHONE).orElseThrow().vm(1).orElseThrow();
      assertThat(vm.state()).isEqualTo(VmState.ATTACHED);
      assertThat(vm.client().hello().name()).isEqualTo("org.test.good");
    }
  }

  private static String awaitProblem(Monitor monitor, int pid) throws InterruptedException {
    BlockingQueue<MonitorEvent> changes = new LinkedBlockingQueue<>();
    try (Subscription _ = monitor.listen(changes::add)) {
      while (true) {
        MonitoredVm vm = monitor.device(PHONE).flatMap(each -> each.vm(pid)).orElse(null);
        if (vm != null && vm.state() == VmState.LOST) {
          return vm.problem();
        }
        changes.take();
      }
    }
  }

  @Test
  void aNameThatComesLaterIsTold() throws Exception {
    FakeVm.Behaviour app = FakeVm.named("");
    try (FakeAdb adb =
            phone(
                (monitor, packet) -> {
                  app.on(monitor, packet);
                  if (FakeVm.request(packet) instanceof ThreadChunk.Notify) {
                    FakeVm.tell(monitor, new AppChunk.Waiting(0));
                    FakeVm.tell(monitor, new AppChunk.Name("org.test.late", 10, "org.test"));
                  }
                },
                11);
        Watched watched = new Watched(QUICK, of(adb))) {
      MonitoredVm vm =
          watched
              .await(MonitorEvent.VmChanged.class, each -> each.vm().name().equals("org.test.late"))
              .vm();
      assertThat(vm.identity().orElseThrow().packageName()).isEqualTo("org.test");
      assertThat(vm.waitsForDebugger()).isTrue();
    }
  }

  @Test
  void threadsAreFollowedOverTime() throws Exception {
    AtomicInteger looks = new AtomicInteger();
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    FakeVm.Behaviour withThreads =
        (monitor, packet) -> {
          switch (FakeVm.request(packet)) {
            case CommonChunk.Bare bare when bare.type() == ChunkType.of("THST") -> {
              int state = looks.incrementAndGet() == 1 ? 1 : 3;
              FakeVm.reply(
                  monitor,
                  packet,
                  new ThreadChunk.Status(
                      List.of(new ThreadChunk.ThreadState(1, state, 70, 12, 3, false))));
            }
            case ThreadChunk.Notify _ -> FakeVm.tell(monitor, new ThreadChunk.Created(1, "main"));
            default -> app.on(monitor, packet);
          }
        };
    try (FakeAdb adb = phone(withThreads, 11);
        Watched watched = new Watched(QUICK, of(adb))) {
      MonitoredVm vm = watched.await(11, VmState.ATTACHED);
      BlockingQueue<VmEvent> events = new LinkedBlockingQueue<>();
      try (Subscription _ = vm.listen(events::add)) {
        vm.sampleThreads(Duration.ofMillis(1));
        while (looks.get() < 3) {
          events.take();
        }
      }
      ThreadView main = vm.lookAtThreads().getFirst();
      assertThat(main.thread().name()).isEqualTo("main");
      assertThat(main.spans())
          .extracting(ThreadView.Span::state)
          .containsExactly(RunState.RUNNING, RunState.MONITOR);
    }
  }

  @Test
  void vmsOfThisMachineAreFollowed() throws Exception {
    FakeVm vm = new FakeVm(FakeVm.android(FakeVm.named("org.test.local")));
    LocalPorts ports = new LocalPorts(vm.port(), vm.port(), Duration.ofSeconds(30));
    try (vm;
        Watched watched = new Watched(QUICK, new LocalVms(ports))) {
      assertThat(watched.await(vm.port(), VmState.ATTACHED).name()).isEqualTo("org.test.local");
    }
  }

  @Test
  void aProgramKeepsItsPortWhenItIsStartedAgain() throws Exception {
    byte[] sizes = WireWriter.bigEndian().i4(8).i4(8).i4(8).i4(8).i4(8).toBytes();
    FakeAdb adb =
        new FakeAdb((_, service, link) -> {
          int pid = Integer.parseInt(service.substring("jdwp:".length()));
          FakeVm.Behaviour app = FakeVm.named(pid == 13 ? "org.test.other" : "org.test.app");
          FakeVm.serve(
              link,
              (monitor, packet) -> {
                if (packet.set() == JdwpCommand.DDM_SET) {
                  app.on(monitor, packet);
                } else {
                  // What cannot be of JDWP: by it the test sees which VM answers.
                  byte[] data = packet.command() == 7 ? sizes : new byte[pid];
                  monitor.write(new JdwpPacket.Reply(packet.id(), 0, data));
                }
              });
        });
    adb.vms(PHONE, List.of(11, 13));
    adb.device(PHONE, "device");
    try (adb;
        Watched watched = new Watched(QUICK, of(adb));
        DebuggerPorts ports = new DebuggerPorts(watched.monitor)) {
      MonitoredVm first = watched.await(11, VmState.ATTACHED);
      int port = ports.portOf(first);
      assertThat(ports.isSelected(first)).isFalse();
      ports.select(first);
      assertThat(ports.isSelected(first)).isTrue();
      assertThat(ports.knownPort(first)).isEqualTo(port);
      assertThat(answerer(port)).isEqualTo(11);
      assertThat(answerer(ports.selectedPort())).isEqualTo(11);
      adb.vms(PHONE, List.of(12, 13));
      MonitoredVm second = watched.await(12, VmState.ATTACHED);
      assertThat(ports.portOf(second)).isEqualTo(port);
      assertThat(answerer(port)).isEqualTo(12);
      MonitoredVm other = watched.monitor.device(PHONE).orElseThrow().vm(13).orElseThrow();
      assertThat(ports.knownPort(other)).isZero();
      ports.select(other);
      assertThat(answerer(ports.selectedPort())).isEqualTo(13);
      assertThat(ports.portOf(other)).isNotEqualTo(port);
    }
  }

  @Test
  void asManyMonitorsAsThereAreHaveAPort() throws IOException {
    try (DebuggerPort first = DebuggerPort.openUsual(_ -> {});
        DebuggerPort second = DebuggerPort.openUsual(_ -> {})) {
      assertThat(first.port()).isPositive().isNotEqualTo(second.port());
    }
  }

  /** The number of the VM that a debugger is led to. */
  private static int answerer(int port) throws IOException {
    try (JdwpConnection debugger =
        JdwpConnection.connect(FakeVm.linkTo(port), JdwpConnection.Limits.DEFAULT)) {
      debugger.write(new JdwpPacket.Command(5, 1, 8, new byte[0]));
      JdwpPacket answer = debugger.read();
      assertThat(answer).isNotNull();
      return answer.data().length;
    }
  }

  @Test
  void aDebuggerAndTheMonitorShareAVm() throws Exception {
    byte[] sizes = WireWriter.bigEndian().i4(8).i4(8).i4(8).i4(8).i4(8).toBytes();
    AtomicInteger connections = new AtomicInteger();
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    FakeVm.Behaviour both =
        (monitor, packet) -> {
          if (packet.set() == JdwpCommand.DDM_SET) {
            if (FakeVm.request(packet) instanceof AppChunk.Greeting) {
              connections.incrementAndGet();
            }
            app.on(monitor, packet);
          } else {
            byte[] data = packet.command() == 7 ? sizes : new byte[0];
            monitor.write(new JdwpPacket.Reply(packet.id(), 0, data));
          }
        };
    try (FakeAdb adb = phone(both, 11);
        Watched watched = new Watched(QUICK, of(adb))) {
      MonitoredVm vm = watched.await(11, VmState.ATTACHED);
      try (DebuggerPort port = DebuggerPort.open(0, vm::serveDebugger)) {
        try (JdwpConnection debugger =
            JdwpConnection.connect(FakeVm.linkTo(port.port()), JdwpConnection.Limits.DEFAULT)) {
          debugger.write(new JdwpPacket.Command(5, 1, 8, new byte[0]));
          assertThat(debugger.read()).isNotNull().returns(5, JdwpPacket::id);
          assertThat(vm.client().hello().name()).isEqualTo("org.test.app");
          assertThat(connections).hasValue(2);
        }
        // The VM does not know DBGD: without a new connection it would seem debugged for ever.
        // That one is lost in between may be over before its event is looked at.
        watched.await(
            MonitorEvent.VmChanged.class,
            each -> connections.get() == 3 && each.vm().state() == VmState.ATTACHED);
      }
    }
  }
}
