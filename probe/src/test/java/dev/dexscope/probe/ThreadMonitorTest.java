package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Threads as reported by the debug monitor of a VM. */
@Timeout(60)
class ThreadMonitorTest {
  private static final int NOBODY = 9999;

  /** Together fewer than those of which a later one goes on with an earlier one's figures. */
  private static final int MAKERS = 4;

  private static final int THREADS = 80;

  /** After so many another thread begins that calls nothing. */
  private static final int SILENT = 2;

  /** The number of reports that wait while no table is requested. */
  private static final int LATE = 8;

  @TempDir private Path folder;
  private final Device device = new Device(Device.CNXN);
  private Session session =
      new Session(new TauConf(), new WallClock(), Path.of("").toFile(), 0, new Places("", 0));
  private Thread monitor = new Thread();

  ThreadMonitorTest() throws IOException {}

  @AfterEach
  void close() throws Exception {
    device.close();
    monitor.join();
  }

  /** A thread that waits for a signal to make its first call, and then for its end. */
  private final class Worker implements AutoCloseable {
    private final CountDownLatch call = new CountDownLatch(1);
    private final Exchanger<ThreadRecorder> registered = new Exchanger<>();
    private final Exchanger<Integer> sid = new Exchanger<>();
    private final Thread thread = new Thread(this::work, "worker");

    int start() throws InterruptedException {
      thread.start();
      return sid.exchange(0);
    }

    ThreadRecorder callSomething() throws InterruptedException {
      call.countDown();
      return registered.exchange(null);
    }

    private void work() {
      try {
        sid.exchange(Identity.currentSid());
        call.await();
        ThreadRecorder recorder = session.register();
        recorder.enter(0);
        recorder.exit();
        registered.exchange(recorder);
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        // That is its end.
      }
    }

    @Override
    public void close() {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private void start() throws InterruptedException {
    session = new Session(new TauConf(), new WallClock(), folder.toFile(), 0, new Places("", 0));
    monitor = new Thread(new ThreadMonitor(session, device.port()));
    monitor.start();
  }

  /** The monitor has begun. */
  private void greet() throws InterruptedException {
    start();
    Device.Asked helo = device.next();
    assertThat(helo.type()).isEqualTo(DebugMonitor.HELO);
    assertThat(helo.data()).containsExactly(0, 0, 0, 1);
    device.answer(helo, new byte[16]);
    Device.Asked then = device.next();
    assertThat(then.type()).isEqualTo(DebugMonitor.THEN);
    assertThat(then.data()).containsExactly(1);
    // ART answers nothing to that.
  }

  private Device.Asked nextTable() throws InterruptedException {
    Device.Asked asked = device.next();
    assertThat(asked.type()).isEqualTo(DebugMonitor.THST);
    return asked;
  }

  /**
   * Waits until all earlier messages have been processed: this one causes a request of the monitor.
   */
  private void settle() throws InterruptedException {
    device.tell(DebugMonitor.THCR, thcr(NOBODY, ""));
    nextTable();
  }

  @Test
  void aThreadIsRegisteredBeforeItsFirstCall() throws Exception {
    greet();
    try (var worker = new Worker()) {
      int sid = worker.start();
      device.tell(DebugMonitor.THCR, thcr(11, "worker"));
      device.answer(nextTable(), thst(4, 18, 11, sid));
      device.answer(nextTable(), thst(4, 18, 11, sid));
      settle();

      ThreadRecorder heardOf = session.recorders().getFirst();
      assertThat(heardOf.identity().name()).isEqualTo("worker");
      ThreadRecorder recorder = worker.callSomething();

      assertThat(recorder).isSameAs(heardOf);
      worker.thread.setName("renamed");
      session.dump();
      assertThat(folder.resolve("profile.0.0.0"))
          .content()
          .contains("<name>Thread Name</name><value>renamed<")
          .contains("<name>sid</name><value>" + sid + "<")
          .contains("<name>jid</name><value>" + worker.thread.threadId() + "<")
          .contains("<name>lid</name><value>11<")
          .contains("\"p.Main.main([Ljava/lang/String;)V\" 1 0 ");
    }
  }

  @Test
  void aThreadThatNeverCallsHasAProfileFromItsBeginningToItsEnd() throws Exception {
    greet();
    try (var worker = new Worker()) {
      int sid = worker.start();
      device.tell(DebugMonitor.THCR, thcr(11, "idle"));
      device.answer(nextTable(), thst(4, 18, 11, sid));
      device.answer(nextTable(), thst(4, 18, 11, sid));
      device.tell(DebugMonitor.THDE, ByteBuffer.allocate(4).putInt(11).array());
      settle();
      session.dump();
      String first = Files.readString(folder.resolve("profile.0.0.0"));
      session.dump();

      assertThat(first).contains("\".TAU application\" 1 0 ").contains("<value>idle<");
      assertThat(folder.resolve("profile.0.0.0")).hasContent(first);
      worker.callSomething();
      assertThat(session.recorders()).hasSize(2);
    }
  }

  @Test
  void aThreadThatCameFirstGetsItsLidAndLosesNothing() throws Exception {
    greet();
    try (var worker = new Worker()) {
      int sid = worker.start();
      ThreadRecorder recorder = worker.callSomething();
      assertThat(recorder.identity().lid).isEqualTo(Proc.UNKNOWN);
      device.tell(DebugMonitor.THCR, thcr(11, "worker"));
      device.answer(nextTable(), thst(6, 25, 11, sid));
      device.answer(nextTable(), thst(6, 25, 11, sid));
      settle();

      assertThat(recorder.identity().lid).isEqualTo(11);
      assertThat(session.recorders()).containsExactly(recorder);
    }
  }

  /**
   * A dies, B gets its lid before the table is created; the report of that arrives after the table.
   */
  @Test
  void aLidThatIsGivenAgainIsNotTakenForTheFormerThread() throws Exception {
    greet();
    try (var worker = new Worker()) {
      int sid = worker.start();
      device.tell(DebugMonitor.THCR, thcr(11, "A"));
      device.answer(nextTable(), thst(4, 18, 11, sid));
      Device.Asked second = nextTable();
      device.tell(DebugMonitor.THDE, ByteBuffer.allocate(4).putInt(11).array());
      device.tell(DebugMonitor.THCR, thcr(11, "B"));
      device.answer(second, thst(4, 18, 11, sid));
      device.answer(nextTable(), thst(4, 18, 11, sid));
      assertThat(session.recorders()).isEmpty();
      device.answer(nextTable(), thst(4, 18, 11, sid));
      settle();

      assertThat(session.recorders())
          .singleElement()
          .satisfies(each -> assertThat(each.identity().name()).isEqualTo("B"));
    }
  }

  /** The system reuses A's sid for B before the report of A's end arrives. */
  @Test
  void aThreadWithTheSidOfOneThatEndedGoesOn() throws Exception {
    greet();
    try (var worker = new Worker()) {
      int sid = worker.start();
      device.tell(DebugMonitor.THCR, thcr(11, "A"));
      device.answer(nextTable(), thst(4, 18, 11, sid));
      device.answer(nextTable(), thst(4, 18, 11, sid));
      device.tell(DebugMonitor.THCR, thcr(NOBODY, ""));
      Device.Asked open = nextTable();
      ThreadRecorder recorder = worker.callSomething();
      device.tell(DebugMonitor.THDE, ByteBuffer.allocate(4).putInt(11).array());
      device.answer(open, thst(4, 18, 11, sid));
      nextTable();

      assertThat(recorder.identity().hasEnded()).isFalse();
      assertThat(recorder.adopt(Identity.ofCurrent(sid, Proc.UNKNOWN))).isFalse();
    }
    assertThat(session.recorders().getFirst().identity().hasEnded()).isTrue();
  }

  /** The system reuses a sid before the report of the end arrives: no profile is continued. */
  @Test
  void aThreadWithTheSidOfOneThatWasHeardOfBeginsAProfileOfItsOwn() {
    int sid = Identity.currentSid();
    session.heardOf(sid, "before", 11, "A", false);
    ThreadRecorder heardOf = session.recorders().getFirst();
    ThreadRecorder own = session.register();

    assertThat(own).isNotSameAs(heardOf);
    assertThat(own.identity().lid).isEqualTo(Proc.UNKNOWN);
    assertThat(heardOf.identity().hasEnded()).isTrue();
    assertThat(heardOf.identity().name()).isEqualTo("A");
  }

  @Test
  void lateWordOfAThreadIsNotTakenForWordOfTheOneThatHasItsSid() {
    int sid = Identity.currentSid();
    String self = Objects.requireNonNull(Proc.task(sid));
    ThreadRecorder own = session.register();
    session.heardOf(sid, "before", 11, "A", false);
    assertThat(own.identity().lid).isEqualTo(Proc.UNKNOWN);
    session.heardOf(sid, self, 12, "B", false);
    session.ended(sid, "before");

    assertThat(own.identity().lid).isEqualTo(12);
    assertThat(session.recorders()).containsExactly(own);
    assertThat(own.identity().hasEnded()).isFalse();
  }

  /**
   * TAU's race: threads live for microseconds, lids are reused at once, and events are reported
   * after tables that already contain them, at most one table late. In any order of reports, a
   * thread's recorder is its own, with its own lid if it has one.
   */
  @RepeatedTest(4)
  void noThreadGetsAnothersProfile() throws Exception {
    greet();
    var vm = new TellingVm();
    Thread talks = Thread.ofPlatform().start(vm::talk);
    Thread[] makers = new Thread[MAKERS];
    for (int i = 0; i < MAKERS; i++) {
      makers[i] = Thread.ofPlatform().start(vm::makeThreads);
    }
    for (Thread each : makers) {
      each.join();
    }
    vm.isOver = true;
    talks.join();

    assertThat(vm.silent).hasSize(MAKERS * THREADS / SILENT);
    for (ThreadRecorder each : session.recorders()) {
      Life life = Objects.requireNonNull(vm.bySid.get(each.identity().sid));
      assertThat(each.identity().name()).isEqualTo(life.name);
      assertThat(each.identity().lid).isIn(Proc.UNKNOWN, life.lid);
    }
    vm.silentEnd.countDown();
    assertThat(vm.callers).hasSize(MAKERS * THREADS);
    assertThat(vm.callers.stream().map(Caller::recorder).distinct()).hasSize(MAKERS * THREADS);
    session.dump();
    for (Caller each : vm.callers) {
      assertThat(each.recorder.identity().jid).isEqualTo(each.life.jid);
      assertThat(folder.resolve("profile.0.0." + each.recorder.number()))
          .content()
          .contains("<name>Thread Name</name><value>" + each.life.name + "<")
          .contains("\"p.Main.main([Ljava/lang/String;)V\" " + each.calls + " 0 ");
    }
  }

  /** The true identity of a thread. */
  private record Life(String name, int lid, int sid, long jid) {}

  /** One that has called something, and the recorder that it got. */
  private record Caller(Life life, int calls, ThreadRecorder recorder) {}

  /** A VM whose threads start and end, and its reports of them. */
  private final class TellingVm {
    private final NavigableMap<Integer, Integer> sids = new TreeMap<>();

    /** The events that have not been reported. */
    private final Deque<Runnable> untold = new ArrayDeque<>();

    /** The number of these events when the last table was created. */
    private int due;

    private final Map<Integer, Life> bySid = new ConcurrentHashMap<>();
    private final Queue<Caller> callers = new ConcurrentLinkedQueue<>();

    /** Those that call nothing, and live until the end. */
    private final Queue<Life> silent = new ConcurrentLinkedQueue<>();

    private final CountDownLatch silentEnd = new CountDownLatch(1);
    private volatile boolean isOver;

    void makeThreads() {
      try {
        for (int i = 0; i < THREADS; i++) {
          int calls = 1 + i % 7;
          Thread thread = Thread.ofPlatform().unstarted(() -> live(calls));
          thread.start();
          thread.join();
          if (i % SILENT == 0) {
            var begun = new CountDownLatch(1);
            Thread.ofPlatform().daemon().start(() -> keepSilent(begun));
            begun.await();
          }
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private void live(int calls) {
      Life begun = begin();
      ThreadRecorder recorder = session.register();
      for (int i = 0; i < calls; i++) {
        recorder.enter(0);
        recorder.exit();
      }
      callers.add(new Caller(begun, calls, recorder));
      end(begun.lid);
    }

    private void keepSilent(CountDownLatch begun) {
      silent.add(begin());
      begun.countDown();
      try {
        silentEnd.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }

    private Life begin() {
      Thread self = Thread.currentThread();
      int sid = Identity.currentSid();
      int lid = begin(sid, self.getName());
      var life = new Life(self.getName(), lid, sid, self.threadId());
      bySid.put(sid, life);
      return life;
    }

    private synchronized int begin(int sid, String name) {
      int lid = 1;
      while (sids.containsKey(lid)) {
        lid++;
      }
      sids.put(lid, sid);
      byte[] chunk = thcr(lid, name);
      untold.add(() -> device.tell(DebugMonitor.THCR, chunk));
      return lid;
    }

    private synchronized void end(int lid) {
      sids.remove(lid);
      byte[] chunk = ByteBuffer.allocate(4).putInt(lid).array();
      untold.add(() -> device.tell(DebugMonitor.THDE, chunk));
    }

    /** Sends tables as soon as they are requested, ahead of the latest events. */
    void talk() {
      while (!isOver || untold() > 0) {
        Device.Asked asked = device.poll();
        if (asked != null) {
          byte[] table = table();
          device.answer(asked, table);
        } else if (isOver || untold() > LATE) {
          tellOne();
        }
      }
    }

    /** Returns the current table, after reporting all events that the previous table contained. */
    private byte[] table() {
      while (due > 0) {
        tellOne();
      }
      synchronized (this) {
        due = untold.size();
        ByteBuffer data = ByteBuffer.allocate(4 + 18 * sids.size());
        data.put((byte) 4).put((byte) 18).putShort((short) sids.size());
        sids.forEach(
            (lid, sid) -> data.putInt(lid).put((byte) 1).putInt(sid).putLong(0).put((byte) 0));
        return data.array();
      }
    }

    private synchronized int untold() {
      return untold.size();
    }

    private void tellOne() {
      Runnable next;
      synchronized (this) {
        next = untold.poll();
        due = Math.max(0, due - 1);
      }
      if (next != null) {
        next.run();
      }
    }
  }

  @Test
  void aSidThatTheSystemDoesNotHaveIsNotBelieved() throws Exception {
    greet();
    device.tell(DebugMonitor.THCR, thcr(11, "gone"));
    for (int i = 0; i < 8; i++) {
      device.answer(nextTable(), thst(4, 18, 11, 1));
    }
    settle();

    assertThat(session.recorders()).isEmpty();
  }

  @Test
  void chunksThatAreWrongArePassedOver() throws Exception {
    greet();
    byte[] longName = ByteBuffer.allocate(8).putInt(11).putInt(0x7fffffff).array();
    byte[] manyThreads =
        ByteBuffer.allocate(4).put((byte) 4).put((byte) 18).putShort((short) -1).array();
    byte[] smallEntries = thst(4, 18, 11, 1);
    smallEntries[1] = 3;
    device.tell(DebugMonitor.THCR, longName);
    device.tell(DebugMonitor.THCR, new byte[] {1});
    device.tell(DebugMonitor.THDE, new byte[0]);
    device.tell(DebugMonitor.THST, manyThreads);
    device.tell(DebugMonitor.THST, smallEntries);
    device.tell(0, new byte[100]);
    settle();

    assertThat(monitor.isAlive()).isTrue();
    assertThat(session.recorders()).isEmpty();
  }

  @Test
  void packetsThatCannotBeEndTheMonitorOnly() throws Exception {
    for (int length : new int[] {0, 5, -1, 0x30000000}) {
      try (var other = new Device(Device.CNXN)) {
        monitor = new Thread(new ThreadMonitor(session, other.port()));
        monitor.start();
        other.next();
        other.next();
        other.send(ByteBuffer.allocate(11).putInt(length).array());
        monitor.join();
      }
    }
    monitor = new Thread();
  }

  @Test
  void aDeviceThatWantsAKeyOrSaysNoIsLeftAlone() throws Exception {
    for (int greeting : new int[] {Device.AUTH, Device.CLSE}) {
      try (var other = new Device(greeting)) {
        monitor = new Thread(new ThreadMonitor(session, other.port()));
        monitor.start();
        monitor.join();
      }
    }
  }

  @Test
  void withoutAnAdbDaemonThreadsRegisterThemselves() throws Exception {
    device.close();
    start();
    monitor.join();

    assertThat(session.register().identity().jid).isEqualTo(Thread.currentThread().threadId());
  }

  private static byte[] thcr(int lid, String name) {
    ByteBuffer data = ByteBuffer.allocate(8 + 2 * name.length()).putInt(lid).putInt(name.length());
    data.asCharBuffer().put(name);
    return data.array();
  }

  /** A table of two threads, of which one is the VM's own. */
  private static byte[] thst(int header, int entry, int lid, int sid) {
    ByteBuffer data = ByteBuffer.allocate(header + 2 * entry);
    data.put((byte) header).put((byte) entry).putShort((short) 2);
    data.position(header).putInt(3).put((byte) 9).putInt(3).putLong(0).put((byte) 1);
    data.position(header + entry).putInt(lid).put((byte) 1).putInt(sid).putLong(0);
    return data.array();
  }
}
