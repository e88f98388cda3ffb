package dev.dexscope.monitor.vm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.dexscope.monitor.FakeAdb;
import dev.dexscope.monitor.FakeVm;
import dev.dexscope.monitor.MonitorException;
import dev.dexscope.monitor.device.LocalPorts;
import dev.dexscope.monitor.device.RecordedDevice;
import dev.dexscope.monitor.device.ServedDevice;
import dev.dexscope.monitor.watch.DebuggerPort;
import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.WireWriter;
import dev.dexscope.wire.ddm.AllocationChunk;
import dev.dexscope.wire.ddm.AppChunk;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.CommonChunk;
import dev.dexscope.wire.ddm.HeapChunk;
import dev.dexscope.wire.ddm.ProfilingChunk;
import dev.dexscope.wire.ddm.RawChunk;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpClient;
import dev.dexscope.wire.jdwp.JdwpCommand;
import dev.dexscope.wire.jdwp.JdwpConnection;
import dev.dexscope.wire.jdwp.JdwpPacket;
import dev.dexscope.wire.recording.WireRecorder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The answers of VMs of several generations, with their omissions and errors. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VmClientTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(200);

  private static VmClient connect(FakeVm vm, Duration patience) throws IOException {
    return VmClient.connect(vm.link(), patience);
  }

  private static LocalPorts local(FakeVm vm) {
    return new LocalPorts(vm.port(), vm.port(), PATIENCE);
  }

  private static AppChunk.Hello hello(String name) {
    return AppChunk.Hello.first(7, "Dalvik v1.0.1", name);
  }

  /** As ART does: what has no answer in it is not answered at all. */
  private static void art(JdwpConnection monitor, JdwpPacket.Command packet) throws IOException {
    switch (FakeVm.request(packet)) {
      case AppChunk.Greeting _ -> FakeVm.reply(monitor, packet, hello("org.test.art"));
      case ThreadChunk.Notify notify when notify.on() -> {
        FakeVm.tell(monitor, new ThreadChunk.Created(1, "main"));
        FakeVm.tell(monitor, new ThreadChunk.Created(2, "Signal Catcher"));
        FakeVm.tell(monitor, new ThreadChunk.Renamed(2, "renamed"));
      }
      case HeapChunk.InfoRequest _ ->
          FakeVm.tell(
              monitor, new HeapChunk.Infos(List.of(new HeapChunk.HeapInfo(1, 2, 3, 4, 5, 6, 7))));
      case CommonChunk.Bare bare when bare.type() == ChunkType.of("THST") ->
          FakeVm.reply(
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
              new VmClient.VmThread(1, "main", RunState.RUNNING, 70, 120, 30, false),
              new VmClient.VmThread(2, "renamed", RunState.WAIT, 71, 0, 0, true));
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

  /** As the draft of 2007 has it: figures in the reply, states at intervals, traces in parts. */
  private static void draft(JdwpConnection monitor, JdwpPacket.Command packet) throws IOException {
    switch (FakeVm.request(packet)) {
      case AppChunk.Greeting _ -> FakeVm.reply(monitor, packet, hello("org.test.draft"));
      case ThreadChunk.Notify notify when notify.on() ->
          FakeVm.tell(monitor, new ThreadChunk.Created(1, "main"));
      case HeapChunk.InfoRequest _ ->
          FakeVm.reply(
              monitor,
              packet,
              new HeapChunk.Infos(List.of(new HeapChunk.HeapInfo(1, 2, 3, 4, 5, 6, 7))));
      case ThreadChunk.StatusInterval interval when interval.milliseconds() > 0 ->
          FakeVm.tell(
              monitor,
              new ThreadChunk.DraftStatus(
                  List.of(
                      new ThreadChunk.DraftThread(1, 1, true),
                      new ThreadChunk.DraftThread(2, 4, false))));
      case ProfilingChunk.DraftSwitch turn -> {
        if (!turn.on()) {
          FakeVm.tell(monitor, new ProfilingChunk.DraftPart(0, new byte[0]));
          FakeVm.tell(monitor, new ProfilingChunk.DraftPart(1, new byte[] {3, 4}));
          FakeVm.tell(monitor, new ProfilingChunk.DraftPart(2, new byte[] {1, 2}));
          FakeVm.tell(monitor, new ProfilingChunk.DraftPart(3, new byte[0]));
        }
      }
      default -> FakeVm.reply(monitor, packet, new CommonChunk.Failure(1, "unknown chunk"));
    }
  }

  @Test
  void aVmOfTheDraftIsQueriedInItsOwnWay() throws IOException {
    List<Chunk> events = new CopyOnWriteArrayList<>();
    try (FakeVm vm = new FakeVm(VmClientTest::draft);
        VmClient client = VmClient.connect(vm.link(), PATIENCE, events::add)) {
      var figures = new HeapChunk.HeapInfo(1, 2, 3, 4, 5, 6, 7);
      assertThat(client.heaps()).containsExactly(figures);
      assertThat(events).contains(new HeapChunk.Infos(List.of(figures)));
      assertThat(client.threads())
          .containsExactly(
              new VmClient.VmThread(1, "main", RunState.SUSPENDED, 0, 0, 0, false),
              new VmClient.VmThread(2, "?", RunState.WAIT, 0, 0, 0, false));
      client.startTrace(1024, 0);
      var written = new ByteArrayOutputStream();
      assertThat(client.stopTrace(false, written)).isEqualTo(4);
      assertThat(written.toByteArray()).containsExactly(1, 2, 3, 4);
      assertThatExceptionOfType(MonitorException.class)
          .isThrownBy(() -> client.startTrace(1024, 1000))
          .withMessage("the VM does not take samples, only traces of all calls");
      assertThatExceptionOfType(MonitorException.class)
          .isThrownBy(() -> client.recordAllocations(true))
          .withMessage("the VM does not record allocations");
    }
  }

  @Test
  void whatIsRefusedHasNotBegun() throws IOException {
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              switch (FakeVm.request(packet)) {
                case AllocationChunk.Enable _, ProfilingChunk.StreamStart _ ->
                    FakeVm.reply(monitor, packet, new CommonChunk.Failure(2, "not now"));
                case CommonChunk.Bare bare when bare.type() == ChunkType.of("REAQ") ->
                    FakeVm.reply(monitor, packet, new AllocationChunk.Enabled(false));
                default -> FakeVm.reply(monitor, packet, new ProfilingChunk.State(0));
              }
            });
        VmClient client = connect(vm, PATIENCE)) {
      assertThatExceptionOfType(MonitorException.class)
          .isThrownBy(() -> client.recordAllocations(true))
          .withMessage("the VM refuses REAE: not now");
      assertThatExceptionOfType(MonitorException.class)
          .isThrownBy(() -> client.startTrace(1024, 0))
          .withMessage("the VM refuses MPSS: not now");
    }
  }

  @Test
  void whatIsNeverAnsweredEndsAtItsDeadline() throws IOException {
    try (FakeVm vm = new FakeVm(VmClientTest::art);
        VmClient client = connect(vm, SHORT)) {
      assertThatExceptionOfType(DeadlineException.class).isThrownBy(client::features);
      assertThatExceptionOfType(DeadlineException.class)
          .isThrownBy(() -> client.dumpHeap(OutputStream.nullOutputStream()));
      assertThat(nameInTheEnd(client)).isEqualTo("org.test.art");
    }
  }

  /** A busy machine may answer after a short deadline: the request is repeated. */
  private static String nameInTheEnd(VmClient client) throws IOException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return client.hello().name();
      } catch (DeadlineException e) {
        if (System.nanoTime() - end > 0) {
          throw e;
        }
      }
    }
  }

  @Test
  void aDumpIsWrittenAsItArrives() throws IOException {
    // Longer than what is held in memory.
    byte[] dump = new byte[(1 << 25) + 5];
    Arrays.fill(dump, (byte) 7);
    try (FakeVm vm = new FakeVm((monitor, _) -> FakeVm.tell(monitor, new HeapChunk.Dump(dump)));
        VmClient client = connect(vm, PATIENCE)) {
      var written = new ByteArrayOutputStream();
      assertThat(client.dumpHeap(written)).isEqualTo(dump.length);
      assertThat(written.toByteArray()).isEqualTo(dump);
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsNoFaultOfTheVms() throws IOException {
    FakeVm.Behaviour app = FakeVm.named("org.test.app");
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              if (FakeVm.request(packet).type() == ChunkType.of("HPDS")) {
                FakeVm.tell(monitor, new HeapChunk.Dump(new byte[1 << 20]));
              } else {
                app.on(monitor, packet);
              }
            });
        VmClient client = connect(vm, PATIENCE)) {
      OutputStream full =
          new OutputStream() {
            @Override
            public void write(int b) throws IOException {
              throw new IOException("no room");
            }
          };
      assertThatIOException().isThrownBy(() -> client.dumpHeap(full)).withMessage("no room");
      assertThat(client.hello().name()).isEqualTo("org.test.app");
    }
  }

  @Test
  void whatComesCompressedIsUnderstood() throws IOException {
    byte[] dump = new byte[100_000];
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              if (FakeVm.request(packet) instanceof AppChunk.Greeting) {
                FakeVm.reply(
                    monitor, packet, CommonChunk.Compressed.of(hello("org.test.draft").toRaw()));
              } else {
                RawChunk hprof = new HeapChunk.Dump(dump).toRaw();
                FakeVm.tell(monitor, CommonChunk.Compressed.of(hprof));
              }
            });
        VmClient client = connect(vm, PATIENCE)) {
      assertThat(client.hello().name()).isEqualTo("org.test.draft");
      var written = new ByteArrayOutputStream();
      assertThat(client.dumpHeap(written)).isEqualTo(dump.length);
      assertThat(written.toByteArray()).isEqualTo(dump);
    }
  }

  @Test
  void aRefusedDumpIsNotWaitedFor() throws IOException {
    try (FakeVm vm =
            new FakeVm((monitor, packet) ->
                FakeVm.reply(monitor, packet, new CommonChunk.Failure(3, "no room")));
        VmClient client = connect(vm, PATIENCE)) {
      assertThatExceptionOfType(MonitorException.class)
          .isThrownBy(() -> client.dumpHeap(OutputStream.nullOutputStream()))
          .withMessage("the VM refuses HPDS: no room");
    }
  }

  @Test
  void aTraceInPartsIsWrittenWithItsKeyFirst() throws IOException {
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              if (FakeVm.request(packet).equals(new ProfilingChunk.DraftSwitch(false))) {
                FakeVm.tell(monitor, new ProfilingChunk.DraftPart(0, new byte[0]));
                FakeVm.tell(monitor, new ProfilingChunk.DraftPart(1, new byte[] {4}));
                FakeVm.tell(monitor, new ProfilingChunk.DraftPart(1, new byte[] {5, 6}));
                FakeVm.tell(monitor, new ProfilingChunk.DraftPart(2, new byte[] {1, 2, 3}));
                FakeVm.tell(monitor, new ProfilingChunk.DraftPart(3, new byte[0]));
              }
            });
        VmClient client = connect(vm, PATIENCE)) {
      client.startDraftTrace();
      var written = new ByteArrayOutputStream();
      assertThat(client.stopDraftTrace(written)).isEqualTo(6);
      assertThat(written.toByteArray()).containsExactly(1, 2, 3, 4, 5, 6);
    }
  }

  @Test
  void aTraceIsWrittenWhicheverWayItWasMade() throws IOException {
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              if (FakeVm.request(packet).type() == ChunkType.of("SPSE")) {
                FakeVm.tell(monitor, new ProfilingChunk.Trace(new byte[] {1, 2, 3}));
              }
            });
        VmClient client = connect(vm, PATIENCE)) {
      var written = new ByteArrayOutputStream();
      client.stopTrace(true, written);
      assertThat(written.toByteArray()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void theHeapIsMapped() throws IOException {
    int hpsg = ChunkType.of("HPSG");
    List<HeapChunk.Run> runs =
        List.of(
            new HeapChunk.Run(1, 0, true, 256),
            new HeapChunk.Run(1, 0, false, 256),
            new HeapChunk.Run(1, 2, false, 256),
            new HeapChunk.Run(0, 0, false, 256));
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              if (FakeVm.request(packet).type() == ChunkType.of("HPGC")) {
                FakeVm.tell(monitor, new HeapChunk.SegmentsEdge(ChunkType.of("HPST"), 1));
                FakeVm.tell(monitor, HeapChunk.Segment.of(hpsg, 1, 8, 0x1000, runs));
                FakeVm.tell(monitor, new HeapChunk.SegmentsEdge(ChunkType.of("HPEN"), 1));
              }
            });
        VmClient client = connect(vm, PATIENCE)) {
      HeapMap map = client.mapHeap(true);
      assertThat(map.bytes()).isEqualTo(8 * 1024);
      assertThat(map.parts())
          .containsExactly(
              new HeapMap.Part(HeapMap.Kind.OBJECT, HeapMap.Solidity.HARD, 1, 4096),
              new HeapMap.Part(HeapMap.Kind.OBJECT, HeapMap.Solidity.FREE, 1, 2048),
              new HeapMap.Part(HeapMap.Kind.BYTES, HeapMap.Solidity.HARD, 1, 2048));
      assertThat(map.cells(3))
          .extracting(HeapMap.Cell::kind)
          .containsExactly(HeapMap.Kind.OBJECT, HeapMap.Kind.OBJECT, HeapMap.Kind.BYTES);
      assertThat(map.freeEnd()).isEqualTo(2048);
      assertThat(map.cells(2))
          .containsExactly(
              new HeapMap.Cell(HeapMap.Kind.OBJECT, HeapMap.Solidity.HARD, 1),
              new HeapMap.Cell(HeapMap.Kind.BYTES, HeapMap.Solidity.HARD, 1));
    }
  }

  @Test
  void piecesOfOtherMapsAreNoneOfThisOne() throws IOException {
    int hpsg = ChunkType.of("HPSG");
    List<HeapChunk.Run> runs = List.of(new HeapChunk.Run(1, 0, false, 256));
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              if (FakeVm.request(packet).type() == ChunkType.of("HPGC")) {
                // The end of a map that was abandoned.
                FakeVm.tell(monitor, HeapChunk.Segment.of(hpsg, 1, 16, 0x1000, runs));
                FakeVm.tell(monitor, new HeapChunk.SegmentsEdge(ChunkType.of("HPEN"), 1));
                FakeVm.tell(monitor, new HeapChunk.SegmentsEdge(ChunkType.of("HPST"), 1));
                FakeVm.tell(monitor, HeapChunk.Segment.of(hpsg, 1, 8, 0x1000, runs));
                // What native code has.
                int nativePiece = ChunkType.of("NHSG");
                FakeVm.tell(monitor, HeapChunk.Segment.of(nativePiece, 1, 8, 0x1000, runs));
                // Says that it has other units than its runs.
                FakeVm.tell(
                    monitor, new HeapChunk.Segment(hpsg, 1, 0, 0, -1, -1, new byte[] {1, 9}));
                FakeVm.tell(monitor, new HeapChunk.SegmentsEdge(ChunkType.of("HPEN"), 1));
              }
            });
        VmClient client = connect(vm, PATIENCE)) {
      HeapMap map = client.mapHeap(false);
      assertThat(map.bytes()).isEqualTo(8 * 256);
      assertThat(map.cells(2)).hasSize(2);
    }
  }

  @Test
  void whatWasBegunInVainIsEnded() throws IOException {
    List<Chunk> asked = new CopyOnWriteArrayList<>();
    int hpsg = ChunkType.of("HPSG");
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              Chunk request = FakeVm.request(packet);
              if (request instanceof AppChunk.Greeting) {
                FakeVm.reply(monitor, packet, hello("org.test.mute"));
              } else {
                asked.add(request);
              }
            });
        VmClient client = connect(vm, SHORT)) {
      for (ThrowingCallable each :
          List.<ThrowingCallable>of(
              () -> client.mapHeap(true),
              () -> client.recordAllocations(true),
              () -> client.startTrace(1024, 0),
              () -> client.startTrace(1024, 7))) {
        assertThatExceptionOfType(DeadlineException.class).isThrownBy(each);
      }
      // Behind all of it.
      client.hello();
      assertThat(asked)
          .containsExactly(
              new HeapChunk.SegmentsRequest(hpsg, 1, 1),
              CommonChunk.Bare.of("HPGC"),
              new HeapChunk.SegmentsRequest(hpsg, 0, 0),
              new AllocationChunk.Enable(true),
              CommonChunk.Bare.of("REAQ"),
              new AllocationChunk.Enable(false),
              new ProfilingChunk.StreamStart(1024, 0),
              CommonChunk.Bare.of("MPRQ"),
              CommonChunk.Bare.of("MPSE"),
              new ProfilingChunk.SampleStart(1024, 0, 7),
              CommonChunk.Bare.of("MPRQ"),
              CommonChunk.Bare.of("SPSE"));
    }
  }

  @Test
  void whatComesWithAnAnswerIsToldAloneToo() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch both = new CountDownLatch(2);
    try (FakeVm vm =
            new FakeVm((monitor, packet) -> {
              RawChunk features = new AppChunk.Features(List.of()).toRaw();
              RawChunk more = new ThreadChunk.Created(1, "with the answer").toRaw();
              monitor.write(
                  new JdwpPacket.Reply(packet.id(), 0, RawChunk.writeAll(List.of(features, more))));
              FakeVm.tell(monitor, new ThreadChunk.Created(2, "behind it"));
            });
        VmClient client =
            VmClient.connect(
                vm.link(),
                PATIENCE,
                _ -> {
                  most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                  both.countDown();
                  try {
                    // Long enough for the other to come in, if it may.
                    var _ = both.await(300, TimeUnit.MILLISECONDS);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  inside.decrementAndGet();
                })) {
      client.features();
      both.await();
      assertThat(most).hasValue(1);
    }
  }

  @Test
  void aRecordedVmAnswersAgain() throws IOException {
    var recording = new ByteArrayOutputStream();
    try (FakeVm vm = new FakeVm(FakeVm.android(VmClientTest::art));
        WireRecorder recorder = new WireRecorder(recording);
        VmClient client =
            VmClient.connect(new RecordedDevice(local(vm), recorder).open(vm.port()), PATIENCE)) {
      client.hello();
      client.threads();
      client.heaps();
    }
    try (FakeVm vm = new FakeVm(new ReplayedVm(recording.toByteArray(), 0));
        VmClient client = connect(vm, PATIENCE)) {
      assertThat(client.hello().name()).isEqualTo("org.test.art");
      assertThat(client.threads())
          .extracting(VmClient.VmThread::name)
          .containsExactly("main", "renamed");
      assertThat(client.heaps()).hasSize(1);
    }
  }

  @Test
  void aRefusalIsToldInTheVmsWords() throws IOException {
    try (FakeVm vm =
            new FakeVm((monitor, packet) ->
                FakeVm.reply(monitor, packet, new CommonChunk.Failure(3, "not today")));
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
          .withMessageContaining("does not support DDM");
    }
  }

  @Test
  void aVmThatLiesIsAProblemOfItsOwn() throws IOException {
    try (FakeVm good =
            new FakeVm(
                FakeVm.android(
                    (monitor, packet) -> FakeVm.reply(monitor, packet, hello("org.test.good"))));
        FakeVm liar =
            new FakeVm(
                FakeVm.android((monitor, _) -> {
                  byte[] endless =
                      WireWriter.bigEndian()
                          .i4(ChunkType.of("THCR"))
                          .i4(8)
                          .i4(1)
                          .i4(Integer.MAX_VALUE)
                          .toBytes();
                  monitor.write(
                      new JdwpPacket.Command(
                          1, JdwpCommand.DDM_SET, JdwpCommand.DDM_COMMAND, endless));
                }));
        FakeVm mute = new FakeVm(FakeVm.android((_, _) -> {}))) {
      List<Vms.Vm> found =
          Vms.find(List.of(local(liar), local(mute), local(good)), Duration.ofSeconds(2));
      assertThat(found).extracting(Vms.Vm::name).containsExactly("?", "?", "org.test.good");
      assertThat(found.getFirst().problem()).isNotEmpty();
      assertThat(found.get(1).problem()).contains("2");
      assertThat(found.get(2).problem()).isEmpty();
    }
  }

  @Test
  void manyVmsAreAskedAtOnce() throws IOException {
    int mute = 17;
    var others = new CountDownLatch(299);
    List<Integer> pids = IntStream.rangeClosed(1, 300).boxed().toList();
    FakeAdb adb =
        new FakeAdb((_, service, link) -> {
          int pid = Integer.parseInt(service.substring("jdwp:".length()));
          if (pid == mute) {
            // It answers nothing, and is there until the others have answered.
            FakeVm.serve(link, (monitor, _) -> end(monitor, others));
            return;
          }
          FakeVm.Behaviour app = FakeVm.named("org.test.app" + pid);
          FakeVm.serve(
              link,
              (monitor, packet) -> {
                app.on(monitor, packet);
                others.countDown();
              });
        });
    adb.vms("phone", pids);
    adb.device("phone", "device");
    try (adb) {
      List<Vms.Vm> found = Vms.find(ServedDevice.all(adb.address()), PATIENCE);
      assertThat(found).extracting(Vms.Vm::pid).isEqualTo(pids);
      for (Vms.Vm each : found) {
        boolean isMute = each.pid() == mute;
        assertThat(each.name()).isEqualTo(isMute ? "?" : "org.test.app" + each.pid());
        assertThat(each.problem().isEmpty()).isEqualTo(!isMute);
      }
    }
  }

  private static void end(JdwpConnection monitor, CountDownLatch when) throws IOException {
    try {
      when.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    monitor.close();
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
        VmClient client = connect(vm, PATIENCE);
        DebuggerPort port = DebuggerPort.open(0, client::serveDebugger)) {
      for (int i = 0; i < 3; i++) {
        try (JdwpClient debugger =
            JdwpClient.connect(
                FakeVm.linkTo(port.port()), JdwpConnection.Limits.DEFAULT, _ -> {})) {
          assertThat(debugger.ask(suspend.set(), suspend.command(), new byte[0], PATIENCE).error())
              .isZero();
        }
      }
      assertThat(vm.connections()).isEqualTo(1);
    }
  }
}
