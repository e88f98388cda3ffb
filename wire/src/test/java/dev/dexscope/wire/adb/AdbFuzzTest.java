package dev.dexscope.wire.adb;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * For any bytes, after one that selects the receiver: a value that can be written again, or a
 * {@link WireFormatException}.
 */
class AdbFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) throws IOException {
    if (bytes.length < 2) {
      return;
    }
    byte[] data = Arrays.copyOfRange(bytes, 1, bytes.length);
    try {
      read(bytes[0] & 7, data, Pipes.of(data));
    } catch (WireFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    } catch (EOFException e) {
      assertThat(e).hasMessageContaining("ended");
    }
  }

  private static void read(int kind, byte[] data, Link link) throws IOException {
    switch (kind) {
      case 0 -> {
        AdbMessage message = AdbMessage.read(link, AdbMessage.MOST_DATA);
        assertThat(message).isNotNull();
        byte[] again = message.toBytes();
        assertThat(AdbMessage.read(Pipes.of(again), AdbMessage.MOST_DATA)).isNotNull();
        AdbBanner banner = AdbBanner.parse(message.text());
        assertThat(banner.kind()).doesNotContain(":");
      }
      case 1 -> {
        SyncRequest request = SyncRequest.read(link);
        assertThat(request).isNotNull();
        // Damaged UTF-8 becomes longer when it is written.
        if (!request.toString().contains("\ufffd")) {
          SyncRequest again = SyncRequest.read(Pipes.of(request.toBytes()));
          assertThat(again).isEqualTo(request);
        }
      }
      case 2 -> {
        byte[] part = SyncFrame.readTransfer(link).toBytes();
        assertThat(SyncFrame.readTransfer(Pipes.of(part)).toBytes()).isEqualTo(part);
      }
      case 3, 4 -> {
        SyncFrame entry = SyncFrame.readEntry(link, kind == 3);
        if (!entry.toString().contains("\ufffd")) {
          assertThat(SyncFrame.readEntry(Pipes.of(entry.toBytes()), kind == 3)).isEqualTo(entry);
        }
      }
      case 5 -> {
        ShellPacket packet = ShellPacket.read(link);
        assertThat(packet).isNotNull();
        assertThat(packet.toBytes()).isEqualTo(Arrays.copyOf(data, packet.toBytes().length));
      }
      case 6 -> {
        AdbPublicKey key =
            AdbPublicKey.parse("fuzz", new String(data, StandardCharsets.ISO_8859_1));
        assertThat(AdbPublicKey.parse("again", key.toText()).isSameKey(key)).isTrue();
        assertThat(key.verifies(new byte[AdbPublicKey.TOKEN], new byte[256])).isFalse();
      }
      default -> {
        String text = new String(data, StandardCharsets.ISO_8859_1);
        AdbKey key = AdbKey.parse("fuzz", text, "");
        assertThat(key.publicKey().modulus().bitLength()).isEqualTo(2048);
      }
    }
  }
}
