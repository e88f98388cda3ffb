package dev.dexscope.wire.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.wire.Direction;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.ddm.ThreadChunk;
import dev.dexscope.wire.jdwp.JdwpPacket;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class WireTapTest {
  private static byte[] packet(int id) {
    return new JdwpPacket.Command(id, 199, 1, new ThreadChunk.Died(id).toRaw().toPacket())
        .toBytes();
  }

  private static List<String> lines(byte[] file) throws IOException {
    StringBuilder text = new StringBuilder();
    new WirePrinter(text).print(RecordingTest.reader(file));
    return text.toString().lines().skip(1).map(each -> each.substring(14)).toList();
  }

  @Property(tries = 200)
  void aRecordingThatBeginsAnywhereHasThePacketsThatBeginBehindThere(@ForAll long seed)
      throws IOException {
    Random random = new Random(seed);
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    stream.writeBytes("JDWP-Handshake".getBytes(StandardCharsets.US_ASCII));
    List<Integer> starts = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      starts.add(stream.size());
      stream.writeBytes(packet(i));
    }
    byte[] sent = stream.toByteArray();
    int begin = random.nextInt(sent.length);
    List<String> expected =
        new ArrayList<>(List.of("0   JDWP with app", "0 < handshake \"JDWP-Handshake\""));
    for (int i = 0; i < starts.size(); i++) {
      if (starts.get(i) >= begin) {
        expected.add("0 < #" + Integer.toHexString(i) + " THDE Died[id=" + i + "]");
      }
    }
    expected.add("0   closed");

    ByteArrayOutputStream file = new ByteArrayOutputStream();
    Link plain =
        new Link("app", new ByteArrayInputStream(sent), OutputStream.nullOutputStream(), () -> {});
    WireTap tap = new WireTap(plain, Direction.FROM_DEVICE);
    try (WireRecorder recorder = new WireRecorder(file)) {
      assertThat(tap.link().read(begin)).hasSize(begin);
      tap.record(recorder);
      int left = sent.length - begin;
      while (left > 0) {
        int piece = Math.min(left, 1 + random.nextInt(30));
        assertThat(tap.link().read(piece)).hasSize(piece);
        left -= piece;
      }
      tap.link().close();
    }

    assertThat(lines(file.toByteArray())).isEqualTo(expected);
  }

  @Test
  void bothDirectionsAreHeardAndARecordingEndsWhereTheNextBegins() throws IOException {
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    ByteArrayOutputStream second = new ByteArrayOutputStream();
    List<WireLine> live = new ArrayList<>();
    WireWords words = new WireWords(live::add);
    byte[] greeting = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    Link plain = new Link("app", new ByteArrayInputStream(greeting), sent, () -> {});
    WireTap tap = new WireTap(plain, Direction.FROM_DEVICE);
    try (WireRecorder one = new WireRecorder(first);
        WireRecorder other = new WireRecorder(second, words::take)) {
      tap.link().write(greeting);
      tap.link().read(14);
      tap.link().write(packet(1));
      tap.record(one);
      tap.link().write(packet(2));
      tap.record(other);
      tap.link().write(packet(3));
      tap.stop();
      tap.link().write(packet(4));
    }

    assertThat(sent.size()).isEqualTo(14 + 4 * packet(0).length);
    assertThat(lines(first.toByteArray()))
        .containsExactly(
            "0   JDWP with app",
            "0 > handshake \"JDWP-Handshake\"",
            "0 < handshake \"JDWP-Handshake\"",
            "0 > #2 THDE 00000002",
            "0   closed");
    assertThat(lines(second.toByteArray())).contains("0 > #3 THDE 00000003").hasSize(5);
    assertThat(live).extracting(WireLine::words).endsWith("#3 THDE 00000003", "closed").hasSize(5);
  }
}
