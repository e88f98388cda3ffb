package dev.dexscope.wire.jdwp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JdwpPacketTest {
  private static JdwpConnection.Limits most(int bytes) {
    return JdwpConnection.Limits.DEFAULT.withPacket(bytes);
  }

  @Test
  void aCommandInBytes() {
    JdwpPacket packet = new JdwpPacket.Command(0x01020304, 1, 7, new byte[] {9});
    assertThat(packet.toBytes()).isEqualTo(Pipes.bytes("0000000c 01020304 00 01 07 09"));
  }

  @Test
  void aReplyInBytes() throws IOException {
    byte[] bytes = Pipes.bytes("0000000d 80000001 80 0071 aabb");
    JdwpPacket packet = JdwpPacket.read(Pipes.of(bytes), most(100));
    assertThat(packet)
        .isInstanceOfSatisfying(
            JdwpPacket.Reply.class,
            reply -> {
              assertThat(reply.id()).isEqualTo(0x80000001);
              assertThat(reply.error()).isEqualTo(JdwpError.INTERNAL);
              assertThat(reply.data()).isEqualTo(Pipes.bytes("aabb"));
            });
  }

  @Test
  void whatIsTooLongForTheMemoryGoesElsewhere() throws IOException {
    byte[] bytes =
        Pipes.bytes(
            "00000010 00000001 00 c7 01 0102030405  0000000d 00000002 00 c7 01 0607"
                + " 00000010 00000003 80 0000 0102030405");
    Link link = Pipes.of(bytes);
    var taken = new ArrayList<Integer>();
    LongPackets others =
        new LongPackets(
            4,
            (packet, data) -> {
              taken.add(packet.id());
              // The rest is passed over.
              taken.add(data.read());
            });
    assertThat(JdwpPacket.read(link, most(100), others)).isNotNull().returns(2, JdwpPacket::id);
    assertThat(taken).containsExactly(1, 1);
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> JdwpPacket.read(link, most(100), others))
        .withMessageContaining("a reply of 5 bytes, not up to 4");
  }

  @Test
  void aLongPacketThatEndsTooEarlyIsRefused() {
    Link link = Pipes.of(Pipes.bytes("00000fff 00000001 00 c7 01 0102"));
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(() -> JdwpPacket.read(link, most(0xffff), new LongPackets(4, (_, _) -> {})));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void packetsComeBack(@ForAll int id, @ForAll byte set, @ForAll byte command, @ForAll byte[] data)
      throws IOException {
    byte[] asked = new JdwpPacket.Command(id, set & 0xff, command & 0xff, data).toBytes();
    byte[] told = new JdwpPacket.Reply(id, command & 0xff, data).toBytes();
    for (byte[] each : new byte[][] {asked, told}) {
      JdwpPacket read = JdwpPacket.read(Pipes.of(each), most(1 << 20));
      assertThat(read).isNotNull();
      assertThat(read.toBytes()).isEqualTo(each);
      assertThat(JdwpPacket.of("test", each).toBytes()).isEqualTo(each);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "00000005 00000001 00 0101, a packet of 5 bytes",
    "ffffffff 00000001 00 0101, a packet of 4294967295 bytes",
    "30000000 00000001 00 0101, a packet of 805306368 bytes",
    "0b000000 01000000 00 0101, a packet of 184549376 bytes",
    "0000000b 00000001 40 0101, unknown flags 0x40",
  })
  void aHeaderThatCannotBeIsRefused(String hex, String reason) {
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> JdwpPacket.read(Pipes.of(Pipes.bytes(hex)), most(1 << 20)))
        .withMessageContaining(reason);
  }

  @Test
  void aLinkThatEndsInAPacketHasFailed() {
    byte[] bytes = Pipes.bytes("0000000d 00000001 00 0101 aa");
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(() -> JdwpPacket.read(Pipes.of(bytes), most(100)));
  }

  /** As debugger and as VM; in the head, and in the data, of which a byte is enough to go on. */
  @ParameterizedTest
  @ValueSource(strings = {"00", "0000ffff 00000001 00 c7", "0000ffff 00000001 00 c7 01"})
  @Timeout(60)
  void whoSendsAByteAtATimeLosesTheLink(String begin) throws Exception {
    var impatient = new JdwpConnection.Limits(0xffff, Duration.ofMillis(50));
    try (Pipes.Ends ends = Pipes.connect()) {
      var vm = CompletableFuture.supplyAsync(() -> accept(ends.far(), impatient));
      JdwpConnection debugger = JdwpConnection.connect(ends.near(), impatient);
      JdwpConnection reader = begin.length() == 2 ? vm.get() : debugger;
      Link slow = reader == debugger ? ends.far() : ends.near();
      slow.write(Pipes.bytes(begin));
      Thread writer = Thread.startVirtualThread(() -> trickle(slow));
      assertThatExceptionOfType(DeadlineException.class).isThrownBy(reader::read);
      writer.join();
    }
  }

  private static JdwpConnection accept(Link link, JdwpConnection.Limits limits) {
    try {
      return JdwpConnection.accept(link, limits);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Until the link is closed. */
  private static void trickle(Link link) {
    try {
      while (true) {
        link.write(new byte[1]);
        Thread.sleep(20);
      }
    } catch (IOException | InterruptedException e) {
      // The reader has ended it.
    }
  }
}
