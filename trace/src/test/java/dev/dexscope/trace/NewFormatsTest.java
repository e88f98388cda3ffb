package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Format V2 and the low-overhead profiles, from files that are put together byte by byte here. */
class NewFormatsTest {
  private static final long A = 0x7000_1000L;
  private static final long B = 0x7000_2040L;
  private static final long C = 0x7123_4568L;

  /** a { b { c } b } and a left open: calls in nanoseconds; actions 0 enter, 1 exit, 2 unroll. */
  private record Event(long method, int action, long wall, long cpu) {}

  private static final List<Event> EVENTS =
      List.of(
          new Event(A, 0, 1_000, 0),
          new Event(B, 0, 3_000, 1_000),
          new Event(C, 0, 4_000, 2_000),
          new Event(C, 2, 9_000, 5_000),
          new Event(B, 1, 12_000, 6_000),
          new Event(B, 0, 20_000, 7_000),
          new Event(B, 1, 21_000, 8_000),
          new Event(A, 1, 30_000, 9_000),
          new Event(A, 0, 40_000, 10_000));

  @TempDir Path folder;

  private static final class Out extends ByteArrayOutputStream {
    Out number(long value, int bytes) {
      for (int i = 0; i < bytes; i++) {
        write((int) (value >> (8 * i)));
      }
      return this;
    }

    Out signed(long value) {
      while (true) {
        int b = (int) (value & 0x7f);
        value >>= 7;
        if ((value == 0 && (b & 0x40) == 0) || (value == -1 && (b & 0x40) != 0)) {
          write(b);
          return this;
        }
        write(b | 0x80);
      }
    }

    Out unsigned(long value) {
      while ((value & ~0x7fL) != 0) {
        write((int) ((value & 0x7f) | 0x80));
        value >>>= 7;
      }
      write((int) value);
      return this;
    }

    Out text(String text) {
      writeBytes(text.getBytes(StandardCharsets.UTF_8));
      return this;
    }
  }

  private static Out v2(int version) {
    byte[] header = new byte[32];
    ByteBuffer.wrap(header)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(0x574f4c53)
        .putShort((short) version)
        .putLong(123_456_789_000L);
    var out = new Out();
    out.writeBytes(header);
    return out;
  }

  private static void names(Out out) {
    out.number(0, 1).number(70_000, 4).number(4, 2).text("main");
    for (long method : new long[] {A, B, C}) {
      String line = "p.Type\tm" + Long.toHexString(method) + "\t()V\tType.java\n";
      out.number(1, 1).number(method, 8).number(line.length(), 2).text(line);
    }
  }

  private static void summary(Out out, String elapsed) {
    String text =
        "*version\n5\ndata-file-overflow=false\nclock=dual\n" + elapsed + "\nvm=art\n*end\n";
    out.number(3, 1).number(text.length(), 2).text(text);
  }

  private static void block(Out out, int count, Out entries) {
    out.number(2, 1).number(70_000, 4).number(count, 3).number(entries.size(), 4);
    out.writeBytes(entries.toByteArray());
  }

  private static Out deltas(List<Event> events, long unit, long[] from) {
    var out = new Out();
    for (Event e : events) {
      out.signed((e.method | e.action) - from[0]);
      out.unsigned(e.wall / unit - from[1]).unsigned(e.cpu / unit - from[2]);
      from[0] = e.method | e.action;
      from[1] = e.wall / unit;
      from[2] = e.cpu / unit;
    }
    return out;
  }

  private Trace open(Out out) throws IOException {
    Path file = Files.write(folder.resolve("a.trace"), out.toByteArray());
    return TraceReader.open(file);
  }

  private static void check(Trace trace, boolean cpuToo) {
    assertThat(trace.threads()).hasSize(1);
    CallTree tree = trace.threads().getFirst().tree();
    assertThat(trace.threads().getFirst().name()).isEqualTo("main");
    List<String> lines = new ArrayList<>();
    for (int n = 1; n < tree.size(); n++) {
      lines.add(
          Long.toHexString(trace.methods().get(tree.method(n)).id())
              + " "
              + tree.calls(n)
              + " "
              + tree.inclusiveWall(n)
              + (cpuToo ? " " + tree.inclusiveCpu(n) : ""));
    }
    if (cpuToo) {
      assertThat(lines)
          .containsExactly(
              "70001000 2 29000 9000", "70002040 2 10000 6000", "71234568 1 5000 3000");
    } else {
      assertThat(lines).containsExactly("70001000 2 29000", "70002040 2 10000", "71234568 1 5000");
    }
    assertThat(trace.methods().get(tree.method(1)).className()).isEqualTo("p.Type");
  }

  @Test
  void layoutBInMicroseconds() throws IOException {
    Out out = v2(0xf5);
    names(out);
    block(out, 9, deltas(EVENTS, 1000, new long[3]));
    summary(out, "elapsed-time-usec=40");

    Trace trace = open(out);
    assertThat(trace.info().format()).isEqualTo("Format V2, layout B, streaming");
    assertThat(trace.info().elapsedNanos()).isEqualTo(39_000);
    check(trace, true);
  }

  @Test
  void layoutCWithABufferThatGoesOnInTheNextBlock() throws IOException {
    Out out = v2(5);
    names(out);
    long[] state = new long[3];
    Out first = deltas(EVENTS.subList(0, 5), 1, state);
    Out second = deltas(EVENTS.subList(5, 9), 1, state);
    block(out, 5, first);
    block(out, 9, second);
    summary(out, "elapsed-time-nsec=40000");

    Trace trace = open(out);
    assertThat(trace.info().format()).isEqualTo("Format V2, layout C, file");
    check(trace, true);
  }

  @Test
  void layoutCWithABufferOfItsOwnInEachBlock() throws IOException {
    Out out = v2(0xf5);
    names(out);
    block(out, 5, deltas(EVENTS.subList(0, 5), 1, new long[3]));
    block(out, 4, deltas(EVENTS.subList(5, 9), 1, new long[3]));
    summary(out, "elapsed-time-nsec=40000");

    check(open(out), true);
  }

  @Test
  void layoutDWithTicksAndReturnsWithoutMethods() throws IOException {
    Out out = v2(0xf5);
    byte[] bytes = out.toByteArray();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(14, 99).putLong(22, 1_000_000);
    out.reset();
    out.writeBytes(bytes);
    names(out);
    var entries = new Out();
    long time = 0;
    long method = 0;
    long cpu = 0;
    for (Event e : EVENTS) {
      long next = (e.wall / 1000) << 2 | e.action;
      entries.signed(next - time).signed(e.cpu - cpu);
      if (e.action == 0) {
        entries.signed(e.method - method);
        method = e.method;
      }
      time = next;
      cpu = e.cpu;
    }
    block(out, 9, entries);
    summary(out, "elapsed-time-nsec=40000");

    Trace trace = open(out);
    assertThat(trace.info().format()).isEqualTo("Format V2, layout D, streaming");
    check(trace, true);
  }

  @Test
  void layoutAOfTheDraft() throws IOException {
    Out out = v2(5);
    names(out);
    var entries = new Out();
    Event first = EVENTS.getFirst();
    Event last = first;
    for (Event e : EVENTS.subList(1, EVENTS.size())) {
      entries.signed((e.method | e.action) - first.method);
      entries.unsigned((e.wall - last.wall) / 1000).unsigned((e.cpu - last.cpu) / 1000);
      last = e;
    }
    out.number(2, 1).number(70_000, 4).number(first.method, 4).number(0, 4).number(1, 4);
    out.number(EVENTS.size() - 1, 2).number(entries.size(), 2);
    out.writeBytes(entries.toByteArray());
    summary(out, "elapsed-time-usec=40");

    Trace trace = open(out);
    assertThat(trace.info().format()).isEqualTo("Format V2, layout A, file");
    check(trace, true);
  }

  @Test
  void aStreamThatBreaksOffIsReadAsFarAsItGoes() throws IOException {
    Out out = v2(0xf5);
    names(out);
    block(out, 9, deltas(EVENTS, 1, new long[3]));
    out.number(2, 1).number(70_000, 4).number(9, 3).number(1000, 4).number(0, 20);

    Trace trace = open(out);
    check(trace, true);
    assertThat(trace.quality().truncatedBytes()).isEqualTo(32);
  }

  @Test
  void aCountThatWasCutTo16BitsIsNotTrusted() throws IOException {
    Out out = v2(0xf5);
    names(out);
    List<Event> many = new ArrayList<>();
    for (int i = 0; i < 70_000; i++) {
      many.add(new Event(A, i % 2, i, 0));
    }
    block(out, many.size() & 0xffff, deltas(many, 1, new long[3]));
    summary(out, "elapsed-time-nsec=70000");

    assertThat(open(out).quality().records()).isEqualTo(70_000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void longRunningMethods(boolean inAThreadDump) throws IOException {
    var packets = new Out();
    var entries = new Out();
    long time = 0;
    long method = 0;
    for (Event e : EVENTS) {
      long next = e.wall << 1 | (e.action == 0 ? 0 : 1);
      entries.signed(next - time);
      if (e.action == 0) {
        entries.signed(e.method - method);
        method = e.method;
      }
      time = next;
    }
    block(packets, 9, entries);
    names(packets);
    var out = packets;
    if (inAThreadDump) {
      String base64 = Base64.getMimeEncoder().encodeToString(packets.toByteArray());
      out =
          new Out()
              .text("----- pid 12 at 2026-01-01 -----\nCmd line: app\n")
              .text("LongRunningMethods: \n" + base64 + "\n\n\"main\" prio=5 tid=1 Native\n");
    }

    Trace trace = open(out);
    check(trace, false);
    assertThat(trace.info().format())
        .isEqualTo(
            inAThreadDump ? "long-running methods of a thread dump" : "low-overhead profile");
  }

  @Test
  void lowOverheadRevision1HasNoTimes() throws IOException {
    var entries = new Out();
    long value = 0;
    for (Event e : EVENTS) {
      long next = e.action == 0 ? e.method : value | 1;
      entries.signed(next - value);
      value = next;
    }
    Out out = new Out().number(0x4c4f4d54, 4).number(1, 2);
    out.number(2, 1).number(70_000, 4).number(9, 3);
    out.writeBytes(entries.toByteArray());
    out.text("\n*threads\n70000\tmain\n*methods\n");
    for (long method : new long[] {A, B, C}) {
      out.text(method + "\tp.Type\tm" + method + "\t()V\tType.java\n");
    }
    out.text("*end\n");

    Trace trace = open(out);
    assertThat(trace.info().format()).isEqualTo("low-overhead profile, without times");
    CallTree tree = trace.threads().getFirst().tree();
    assertThat(tree.size()).isEqualTo(4);
    assertThat(tree.calls(1)).isEqualTo(2);
    assertThat(tree.calls(2)).isEqualTo(2);
    assertThat(trace.methods().get(tree.method(3)).id()).isEqualTo(C);
  }
}
