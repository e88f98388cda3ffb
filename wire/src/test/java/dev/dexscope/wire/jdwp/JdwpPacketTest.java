package dev.dexscope.wire.jdwp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdwpPacketTest {
  @Test
  void aCommandInBytes() {
    JdwpPacket packet = new JdwpPacket.Command(0x01020304, 1, 7, new byte[] {9});
    assertThat(packet.toBytes()).isEqualTo(Pipes.bytes("0000000c 01020304 00 01 07 09"));
  }

  @Test
  void aReplyInBytes() throws IOException {
    byte[] bytes = Pipes.bytes("0000000d 80000001 80 0071 aabb");
    JdwpPacket packet = JdwpPacket.read(Pipes.of(bytes), 100);
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
    assertThat(JdwpPacket.read(link, 100, others)).isNotNull().returns(2, JdwpPacket::id);
    assertThat(taken).containsExactly(1, 1);
    assertThatExceptionOfType(WireFormatException.class)
        .isThrownBy(() -> JdwpPacket.read(link, 100, others))
        .withMessageContaining("a reply of 5 bytes, not up to 4");
  }

  @Test
  void aLongPacketThatEndsTooEarlyIsRefused() {
    Link link = Pipes.of(Pipes.bytes("00000fff 00000001 00 c7 01 0102"));
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(() -> JdwpPacket.read(link, 0xffff, new LongPackets(4, (_, _) -> {})));
  }

  @Property(edgeCases = EdgeCasesMode.NONE)
  void packetsComeBack(@ForAll int id, @ForAll byte set, @ForAll byte command, @ForAll byte[] data)
      throws IOException {
    byte[] asked = new JdwpPacket.Command(id, set & 0xff, command & 0xff, data).toBytes();
    byte[] told = new JdwpPacket.Reply(id, command & 0xff, data).toBytes();
    for (byte[] each : new byte[][] {asked, told}) {
      JdwpPacket read = JdwpPacket.read(Pipes.of(each), 1 << 20);
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
        .isThrownBy(() -> JdwpPacket.read(Pipes.of(Pipes.bytes(hex)), 1 << 20))
        .withMessageContaining(reason);
  }

  @Test
  void aLinkThatEndsInAPacketHasFailed() {
    byte[] bytes = Pipes.bytes("0000000d 00000001 00 0101 aa");
    assertThatExceptionOfType(EOFException.class)
        .isThrownBy(() -> JdwpPacket.read(Pipes.of(bytes), 100));
  }
}
