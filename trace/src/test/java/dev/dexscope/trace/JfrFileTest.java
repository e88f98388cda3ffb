package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of the very JDK that runs the test. */
class JfrFileTest {
  private static final int ARRAYS = 4;
  private static final int LARGE = 16 << 20;

  @TempDir Path folder;

  @Test
  void waitingIsReadWithItsThreadAndItsStack() throws Exception {
    Path file = folder.resolve("a.jfr");
    Path packed = folder.resolve("a.jfr.gz");
    try (var recording = new Recording()) {
      recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO).withStackTrace();
      recording.start();
      var waiting = new Thread(JfrFileTest::park, "parked");
      waiting.start();
      waiting.join();
      recording.stop();
      recording.dump(file);
    }
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(file, out);
    }

    for (Path each : new Path[] {file, packed}) {
      Trace trace = TraceReader.open(each, TraceOptions.PLAIN.withEvent("lock"));
      assertThat(trace.info().format()).isEqualTo("JFR recording");
      assertThat(trace.info().clock()).isEqualTo(Clock.WALL);
      TraceThread thread =
          trace.threads().stream().filter(t -> t.name().equals("parked")).findFirst().orElseThrow();
      assertThat(trace.methods().named("dev.dexscope.trace.JfrFileTest.park")).hasSize(1);
      int park = trace.methods().named("dev.dexscope.trace.JfrFileTest.park").getFirst();
      CallTree tree = thread.tree();
      assertThat(tree.inclusiveWall(0)).isPositive();
      assertThat(java.util.stream.IntStream.range(1, tree.size()).map(tree::method)).contains(park);
    }
  }

  private static void park() {
    LockSupport.parkNanos(1_000_000);
  }

  /** Calls of methods that JDK 25 records: their number and nesting are the program's. */
  @Test
  void eachCallOfTracedMethodsIsRead() throws Exception {
    Path file = folder.resolve("calls.jfr");
    String methods =
        List.of("outer", "inner").stream()
            .map(each -> JfrFileTest.class.getName() + "::" + each)
            .collect(Collectors.joining(";"));
    long took;
    try (var recording = new Recording()) {
      recording.enable("jdk.MethodTrace").withThreshold(Duration.ZERO).with("filter", methods);
      recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO);
      recording.start();
      long began = System.nanoTime();
      var worker = new Thread(() -> outer(5), "worker");
      worker.start();
      worker.join();
      took = System.nanoTime() - began;
      recording.stop();
      recording.dump(file);
    }

    Trace trace = TraceReader.open(file, TraceOptions.PLAIN.withEvent("calls"));

    assertThat(trace.info().sampled()).isFalse();
    assertThat(trace.info().keys()).containsEntry("other-events", "lock");
    assertThat(trace.threads()).hasSize(1);
    CallTree tree = trace.threads().getFirst().tree();
    assertThat(trace.threads().getFirst().name()).isEqualTo("worker");
    int outer = 1;
    assertThat(tree.calls(outer)).isEqualTo(1);
    int inner = outer + 1;
    assertThat(trace.methods().get(tree.method(inner)).qualifiedName())
        .isEqualTo(JfrFileTest.class.getName() + ".inner");
    assertThat(tree.calls(inner)).isEqualTo(5);
    assertThat(tree.inclusiveWall(inner)).isGreaterThanOrEqualTo(5_000_000L);
    assertThat(tree.inclusiveWall(outer)).isBetween(tree.inclusiveWall(inner), took);
  }

  private static void outer(int times) {
    for (int i = 0; i < times; i++) {
      inner();
    }
  }

  private static void inner() {
    LockSupport.parkNanos(1_000_000);
  }

  /** As async-profiler writes them. */
  @Test
  void allocationsByThreadsBuffersAreRead() throws Exception {
    Path file = folder.resolve("alloc.jfr");
    try (var recording = new Recording()) {
      recording.enable("jdk.ObjectAllocationInNewTLAB").withStackTrace();
      recording.enable("jdk.ObjectAllocationOutsideTLAB").withStackTrace();
      recording.start();
      for (int i = 0; i < ARRAYS; i++) {
        assertThat(allocate()).hasSize(LARGE);
      }
      recording.stop();
      recording.dump(file);
    }

    Trace trace = TraceReader.open(file);

    assertThat(trace.info().weights()).isEqualTo("bytes");
    assertThat(trace.info().keys()).containsEntry("event", "alloc");
    assertThat(weight(trace, "allocate")).isGreaterThanOrEqualTo((long) ARRAYS * LARGE);
  }

  private static long weight(Trace trace, String method) {
    int number = trace.methods().named(JfrFileTest.class.getName() + "." + method).getFirst();
    long weight = 0;
    for (TraceThread thread : trace.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        weight += tree.method(node) == number ? tree.inclusiveWall(node) : 0;
      }
    }
    return weight;
  }

  /** The events of async-profiler, which records what malloc returned and what was freed. */
  @Name("profiler.Malloc")
  static final class Malloc extends Event {
    long address;
    long size;
  }

  @Name("profiler.Free")
  @StackTrace(false)
  static final class Free extends Event {
    long address;
  }

  @Name("profiler.LiveObject")
  static final class LiveObject extends Event {
    long allocationSize;
  }

  private static void malloc(long address, long size) {
    var event = new Malloc();
    event.address = address;
    event.size = size;
    event.commit();
  }

  private static void free(long address) {
    var event = new Free();
    event.address = address;
    event.commit();
  }

  private static void keep(long size) {
    var event = new LiveObject();
    event.allocationSize = size;
    event.commit();
  }

  /** An address is used again; a thread frees what another one requested. */
  @Test
  void memoryOfNativeCodeIsReadAllOrWhatIsLeft() throws Exception {
    Path file = folder.resolve("malloc.jfr");
    try (var recording = new Recording()) {
      recording.enable(Malloc.class);
      recording.enable(Free.class);
      recording.enable(LiveObject.class);
      recording.start();
      free(0x50);
      malloc(0x10, 1000);
      malloc(0x20, 200);
      var other = new Thread(() -> free(0x10), "other");
      other.start();
      other.join();
      malloc(0x10, 30);
      keep(7);
      recording.stop();
      recording.dump(file);
    }

    Trace all = TraceReader.open(file, TraceOptions.PLAIN.withEvent("malloc"));
    Trace left = TraceReader.open(file, TraceOptions.PLAIN.withEvent("leak"));
    Trace live = TraceReader.open(file, TraceOptions.PLAIN.withEvent("live"));

    assertThat(weight(all, "malloc")).isEqualTo(1230);
    assertThat(all.info().keys()).containsEntry("other-events", "live, leak");
    assertThat(weight(left, "malloc")).isEqualTo(230);
    assertThat(weight(live, "keep")).isEqualTo(7);
  }

  /** Without what was freed, all would seem to be left. */
  @Test
  void whatIsLeftIsUnknownWithoutWhatWasFreed() throws Exception {
    Path file = folder.resolve("malloc.jfr");
    try (var recording = new Recording()) {
      recording.enable(Malloc.class);
      recording.start();
      malloc(0x10, 1000);
      recording.stop();
      recording.dump(file);
    }

    assertThat(TraceReader.open(file).info().keys()).containsEntry("event", "malloc");
    assertThatThrownBy(() -> TraceReader.open(file, TraceOptions.PLAIN.withEvent("leak")))
        .hasMessageContaining("malloc");
  }

  private static byte[] allocate() {
    return new byte[LARGE];
  }

  @Test
  void aNameThatTheJdksReaderCannotBearIsDamage() throws IOException {
    Path file = folder.resolve("a.jfr");
    try (var recording = new Recording()) {
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertThat(bytes).contains("jdk.SystemGC");
    Files.writeString(
        file, bytes.replace("jdk.SystemGC", "\"dk.SystemGC"), StandardCharsets.ISO_8859_1);

    assertThatThrownBy(() -> TraceReader.open(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("damaged recording");
  }

  @Test
  void aRecordingThatWasNotFinishedIsRefused() throws IOException {
    Path file = folder.resolve("a.jfr");
    byte[] bytes = Arrays.copyOf("FLR\0".getBytes(StandardCharsets.US_ASCII), 100);
    Files.write(file, bytes);

    assertThatThrownBy(() -> TraceReader.open(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("at 0x0")
        .hasMessageContaining("was not finished");
  }
}
