package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small files, or dull ones, that would cost much memory or time. */
class HostileTracesTest {
  private static final int MOST_DEPTH = 1 << 20;
  private static final String UNPACK = "dexscope.unpack.bytes";

  @TempDir Path folder;

  @AfterEach
  void usualLimit() {
    System.clearProperty(UNPACK);
  }

  /** A whole trace of one call. */
  private byte[] trace() throws IOException {
    Path file = folder.resolve("one.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "p.C", "m", "()V", "C.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 10, 10);
      out.record(1, 4, TraceviewWriter.EXIT, 20, 20);
    }
    return Files.readAllBytes(file);
  }

  private static void zeros(OutputStream out, int megabytes) throws IOException {
    byte[] megabyte = new byte[1 << 20];
    for (int i = 0; i < megabytes; i++) {
      out.write(megabyte);
    }
  }

  @Test
  void zerosAtTheEndAreNoRecords() throws IOException {
    Path file = folder.resolve("zeros.trace");
    try (var out = Files.newOutputStream(file)) {
      out.write(trace());
      zeros(out, 20);
    }

    Trace trace = TraceReader.open(file);

    assertThat(trace.threads()).hasSize(1);
    assertThat(trace.threads().getFirst().tree().size()).isEqualTo(2);
    assertThat(trace.quality().records()).isEqualTo(2);
    assertThat(trace.quality().truncatedBytes()).isEqualTo(20 << 20);
  }

  @Test
  void recordsThatAreNeitherCallsNorReturnsAreIgnored() throws IOException {
    Path file = folder.resolve("reserved.trace");
    try (var out = TraceviewWriter.file(file, 2, Clock.WALL)) {
      out.method(new Method(4, "p.C", "m", "()V", "C.java", 1));
      out.record(1, 4, 3, 1, 1);
      out.record(1, 4, TraceviewWriter.ENTER, 2, 2);
      out.record(1, 4, 3, 3, 3);
      out.record(1, 4, TraceviewWriter.EXIT, 4, 4);
    }

    Trace trace = TraceReader.open(file);

    assertThat(trace.threads().getFirst().tree().size()).isEqualTo(2);
    assertThat(trace.threads().getFirst().tree().inclusiveWall(1)).isEqualTo(2000);
    assertThat(trace.quality().openAtStart()).isZero();
    assertThat(trace.quality().unrolls()).isZero();
    assertThat(trace.quality().repairs())
        .containsExactly("2 records of an unknown kind", "1 threads without a name");
  }

  @Test
  void theGlobalClockShowsElapsedTime() throws IOException {
    Path file = folder.resolve("global.trace");
    try (var out = TraceviewWriter.file(file, 2, Clock.GLOBAL)) {
      out.method(new Method(4, "p.C", "m", "()V", "C.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 2, 2);
      out.record(1, 4, TraceviewWriter.EXIT, 4, 4);
    }

    Trace trace = TraceReader.open(file);

    assertThat(trace.info().clock()).isEqualTo(Clock.GLOBAL);
    assertThat(trace.info().elapsedNanos()).isEqualTo(2000);
    assertThat(trace.threads().getFirst().tree().inclusiveWall(1)).isEqualTo(2000);
    assertThat(trace.threads().getFirst().tree().inclusiveCpu(1)).isZero();
  }

  @Test
  void callsNestNoDeeperThanAnyStack() throws IOException {
    Path file = folder.resolve("deep.trace");
    int beyond = 1000;
    try (var out = TraceviewWriter.file(file, 2, Clock.WALL)) {
      out.method(new Method(4, "p.C", "m", "()V", "C.java", 1));
      out.method(new Method(8, "p.C", "n", "()V", "C.java", 1));
      out.record(1, 8, TraceviewWriter.ENTER, 1, 1);
      for (int i = 0; i < MOST_DEPTH + beyond; i++) {
        out.record(1, 4, TraceviewWriter.ENTER, 1, 1);
      }
      for (int i = 0; i < MOST_DEPTH + beyond; i++) {
        out.record(1, 4, TraceviewWriter.EXIT, 2, 2);
      }
      out.record(1, 8, TraceviewWriter.EXIT, 3, 3);
    }

    Trace trace = TraceReader.open(file);

    assertThat(trace.quality().tooDeep()).isEqualTo(beyond + 1);
    assertThat(trace.quality().isClean()).isFalse();
    assertThat(trace.quality().unmatchedExits()).isZero();
    assertThat(trace.quality().missingExits()).isZero();
    assertThat(trace.threads().getFirst().tree().size()).isEqualTo(1 + MOST_DEPTH);
    assertThat(trace.threads().getFirst().tree().inclusiveWall(1)).isEqualTo(2000);
    assertThat(replayed(trace)).isEqualTo(MOST_DEPTH);
  }

  /** Every return on an empty stack is a call that began before the trace. */
  @Test
  void callsThatBeganBeforeTheTraceNestNoDeeperEither() throws IOException {
    Path file = folder.resolve("open.trace");
    int beyond = 1000;
    try (var out = TraceviewWriter.file(file, 2, Clock.WALL)) {
      out.method(new Method(4, "p.C", "m", "()V", "C.java", 1));
      for (int i = 0; i < MOST_DEPTH + beyond; i++) {
        out.record(1, 4, TraceviewWriter.EXIT, 1, 1);
      }
    }

    Trace trace = TraceReader.open(file);

    assertThat(trace.quality().openAtStart()).isEqualTo(MOST_DEPTH);
    assertThat(trace.quality().unmatchedExits()).isEqualTo(beyond);
    assertThat(trace.threads().getFirst().tree().size()).isEqualTo(1 + MOST_DEPTH);
    assertThat(replayed(trace)).isEqualTo(MOST_DEPTH);
  }

  private static int replayed(Trace trace) {
    int[] calls = {0, 0};
    trace.replay(
        new CallVisitor() {
          @Override
          public void enter(int thread, int method, long wall, long cpu) {
            calls[0]++;
          }

          @Override
          public void exit(int thread, int method, long wall, long cpu, boolean exception) {
            calls[1]++;
          }
        });
    assertThat(calls[1]).isEqualTo(calls[0]);
    return calls[0];
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zip"})
  void whatUnpacksWithoutEndIsRefused(String kind) throws IOException {
    Path file = packed(kind, 100);

    assertThatThrownBy(() -> TraceReader.open(file))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining("unpacks to more than 200 times its size")
        .hasMessageContaining("-Ddexscope.unpack.bytes=");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gz", "zip"})
  void whoHasSuchTracesCanAllowThem(String kind) throws IOException {
    System.setProperty(UNPACK, Long.toString(200L << 20));

    Trace trace = TraceReader.open(packed(kind, 100));

    assertThat(trace.quality().records()).isEqualTo(2);
    assertThat(trace.quality().truncatedBytes()).isEqualTo(100 << 20);
  }

  @Test
  void whatIsAllowedIsALimitToo() throws IOException {
    System.setProperty(UNPACK, "1000000");

    assertThatThrownBy(() -> TraceReader.open(packed("gz", 2)))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("unpacks to more than 1000000 bytes");
  }

  private Path packed(String kind, int megabytes) throws IOException {
    Path file = folder.resolve("packed." + kind);
    byte[] trace = trace();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      if (kind.equals("gz")) {
        try (var gzip = new GZIPOutputStream(out)) {
          gzip.write(trace);
          zeros(gzip, megabytes);
        }
      } else {
        try (var zip = new ZipOutputStream(out)) {
          zip.putNextEntry(new ZipEntry("app.trace"));
          zip.write(trace);
          zeros(zip, megabytes);
        }
      }
    }
    return file;
  }
}
