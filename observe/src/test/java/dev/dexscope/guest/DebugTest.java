package dev.dexscope.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import android.os.Debug;
import android.os.Process;
import android.os.SystemClock;
import dalvik.system.VMDebug;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.ddm.DdmConnection;
import dev.dexscope.observe.logcat.LogEntry;
import dev.dexscope.observe.logcat.Logcat;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.harmony.dalvik.ddmc.ChunkHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DebugTest {
  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Observation());
  }

  @TempDir Path folder;

  @AfterEach
  void stop() {
    Debug.stopMethodTracing();
    DdmConnection.connected(null);
    Logcat.log().echo(System.err);
  }

  @Test
  void modesAreAsArtHasThem() throws IOException {
    Path file = folder.resolve("a.trace");
    assertThat(Debug.getMethodTracingMode()).isZero();
    Debug.startMethodTracing(file.toString());
    assertThat(Debug.getMethodTracingMode()).isEqualTo(1);
    Logcat.log().echo(new PrintStream(OutputStream.nullOutputStream()));
    Logcat.log().clear();
    Debug.startMethodTracing(file.toString());
    assertThat(Logcat.log().entries())
        .extracting(LogEntry::message)
        .containsExactly("Trace already in progress, ignoring this request");
    Debug.stopMethodTracing();
    Debug.stopMethodTracing();
    Debug.startMethodTracingSampling(folder.resolve("b").toString(), 0, 1000);
    assertThat(Debug.getMethodTracingMode()).isEqualTo(2);
    Debug.stopMethodTracing();
    assertThat(folder.resolve("b.trace")).isNotEmptyFile();
    assertThat(file).content().startsWith("*version\n3\n");
  }

  @Test
  void requestsThatMakeNoSenseAreRefused() {
    String file = folder.resolve("a.trace").toString();
    assertThatThrownBy(() -> VMDebug.startMethodTracing("", 0, 0, false, 0))
        .isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> Debug.startMethodTracing(file, 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("buffer size < 1024: 1000");
    assertThatThrownBy(() -> Debug.startMethodTracingSampling(file, 0, 0))
        .hasMessage("Invalid sampling interval: 0");
    assertThat(Debug.getMethodTracingMode()).isZero();
  }

  @Test
  void aTraceGoesIntoAnOpenFileWithTheClocksOfTheFlags() throws IOException {
    Path file = folder.resolve("fd");
    try (var out = new FileOutputStream(file.toFile())) {
      Debug.startMethodTracing("name", out.getFD(), 0, 0x10 | Debug.TRACE_COUNT_ALLOCS, false);
      Debug.stopMethodTracing();
      assertThat(out.getFD().valid()).isTrue();
    }
    assertThat(file)
        .content()
        .startsWith("*version\n2\n")
        .contains("clock=wall", "alloc-size=", "gc-count=");
  }

  @Test
  void theDdmServerGetsItsTrace() {
    List<String> sent = new ArrayList<>();
    var data = new AtomicReference<byte[]>();
    DdmConnection.connected((type, bytes, offset, length) -> {
      sent.add(ChunkHandler.name(type));
      data.set(java.util.Arrays.copyOfRange(bytes, offset, offset + length));
    });
    assertThat(VMDebug.isDebuggingEnabled()).isTrue();
    Debug.startMethodTracingDdms(0, 0, false, 0);
    Debug.stopMethodTracing();
    assertThat(sent).containsExactly("MPSE");
    assertThat(new String(data.get(), java.nio.charset.StandardCharsets.ISO_8859_1))
        .startsWith("*version\n3\n")
        .contains("*end\nSLOW");
  }

  @Test
  void theDdmServerGetsADumpInAndroidsForm() {
    var dump = new AtomicReference<String>();
    DdmConnection.connected((type, bytes, offset, length) ->
        dump.set(
            ChunkHandler.name(type)
                + " "
                + new String(bytes, offset, 18, java.nio.charset.StandardCharsets.US_ASCII)));
    Debug.dumpHprofDataDdms();
    assertThat(dump.get()).isEqualTo("HPDS JAVA PROFILE 1.0.3");
  }

  @Test
  void aProgramThatWaitsForADebuggerIsReported() throws InterruptedException {
    var told = new CountDownLatch(1);
    DdmConnection.connected((type, _, _, _) -> {
      if (ChunkHandler.name(type).equals("WAIT")) {
        told.countDown();
      }
    });
    Thread waiting = new Thread(Debug::waitForDebugger);
    waiting.start();
    told.await();
    assertThat(DdmConnection.isDebuggerAwaited()).isTrue();
    DdmConnection.debugger(true);
    assertThat(DdmConnection.isDebuggerAwaited()).isFalse();
    waiting.join();
    assertThat(VMDebug.lastDebuggerActivity())
        .as("it has set its breakpoints")
        .isGreaterThanOrEqualTo(1300);
    DdmConnection.debugger(false);
  }

  @Test
  void instancesAreCounted() {
    class Counted {}
    class Sub extends Counted {}
    Object[] kept = {new Counted(), new Counted(), new Sub()};
    assertThat(VMDebug.countInstancesOfClass(Counted.class, false)).isEqualTo(2);
    assertThat(VMDebug.countInstancesOfClasses(new Class<?>[] {Counted.class, null}, true))
        .containsExactly(3, 0);
    assertThat(kept).doesNotContainNull();
  }

  @Test
  void countsGoOnOnlyWhileTheyAreOn() {
    Debug.startAllocCounting();
    Debug.resetAllCounts();
    byte[] kept = new byte[100_000];
    Debug.stopAllocCounting();
    int counted = Debug.getThreadAllocSize();
    byte[] more = new byte[100_000];
    assertThat(counted).isGreaterThanOrEqualTo(100_000).isEqualTo(Debug.getThreadAllocSize());
    assertThat(Debug.getRuntimeStats()).containsKeys("art.gc.gc-count", "art.gc.bytes-allocated");
    assertThat(kept).hasSameSizeAs(more);
  }

  @Test
  void memoryAndHeapAreTold() throws IOException {
    var info = new Debug.MemoryInfo();
    Debug.getMemoryInfo(info);
    if (Files.exists(Path.of("/proc/self/smaps_rollup"))) {
      assertThat(info.getTotalPss()).isEqualTo(info.dalvikPss + info.otherPss).isPositive();
    }
    Path dump = folder.resolve("heap.hprof");
    Debug.dumpHprofData(dump.toString());
    try (var in = Files.newInputStream(dump)) {
      assertThat(new String(in.readNBytes(12), java.nio.charset.StandardCharsets.US_ASCII))
          .isEqualTo("JAVA PROFILE");
    }
  }

  @Test
  void callersAreNamed() {
    assertThat(Debug.getCaller()).startsWith("jdk.internal.reflect.");
    assertThat(inner()).startsWith("dev.dexscope.guest.DebugTest.callersAreNamed:");
    assertThat(Debug.getCallers(500)).contains("<bottom of call stack>");
  }

  private static String inner() {
    return Debug.getCallers(1);
  }

  @Test
  void timeAndThreadsAreThoseOfTheSystem() {
    long before = SystemClock.uptimeMillis();
    Thread.currentThread().interrupt();
    SystemClock.sleep(20);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(SystemClock.uptimeMillis() - before).isGreaterThanOrEqualTo(20);
    assertThat(Debug.threadCpuTimeNanos()).isPositive();
    Process.setThreadPriority(Process.THREAD_PRIORITY_BACKGROUND);
    assertThat(Thread.currentThread().getPriority()).isEqualTo(4);
    assertThat(Process.getThreadPriority(Process.myTid())).isEqualTo(10);
    Process.setThreadPriority(Process.THREAD_PRIORITY_DEFAULT);
    assertThat(Process.myPid()).isPositive();
  }
}
