package dev.dexscope.wire.adb;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.wire.Link;
import dev.dexscope.wire.Pipes;
import dev.dexscope.wire.WireFormatException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * For any bytes from an adb server, a device or a user of it, after one byte that selects the
 * receiver: it has an answer that is not longer than its input, or an error with a message.
 */
class AdbAnswersFuzzTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @FuzzTest(maxDuration = "30m")
  void anyAnswer(byte[] bytes) {
    if (bytes.length < 2) {
      return;
    }
    byte[] data = Arrays.copyOfRange(bytes, 1, bytes.length);
    try {
      assertThat(ask(bytes[0] & 15, Pipes.of(data))).isBetween(0L, (long) data.length);
    } catch (WireFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    } catch (IOException e) {
      assertThat(e).message().isNotBlank();
    }
  }

  /** Returns how much the answer has. */
  private static long ask(int kind, Link link) throws IOException {
    return switch (kind) {
      case 0 -> {
        AdbServer.expectOkay(link, "host:devices-l");
        yield AdbServer.Device.parseAll(AdbServer.text(link)).size();
      }
      case 1 -> devices(new AdbServer.Tracker(link));
      case 2 -> vms(new AdbServer.Tracker(link));
      case 3, 4 -> {
        FileState state = files(link, kind == 3).stat("/sdcard/x");
        assertThat(state.exists() || !state.isFile()).isTrue();
        yield 0;
      }
      case 5, 6 -> files(link, kind == 5).list("/sdcard").size();
      case 7 -> {
        var received = new ByteArrayOutputStream();
        files(link, true).receive("/sdcard/x", received);
        yield received.size();
      }
      case 8 -> {
        files(link, true).send(new ByteArrayInputStream(new byte[3]), "/sdcard/x", 0100644, 1);
        yield 0;
      }
      case 9 -> {
        var printed = new ByteArrayOutputStream();
        int exit = ShellClient.run(link, printed, printed);
        assertThat(exit).isBetween(0, 255);
        yield printed.size();
      }
      default -> {
        var made = new Made();
        new SyncServer(link, made).serve();
        yield made.bytes;
      }
    };
  }

  private static SyncClient files(Link link, boolean isLong) {
    return new SyncClient(link, isLong, PATIENCE);
  }

  private static long devices(AdbServer.Tracker tracker) throws IOException {
    long count = 0;
    List<AdbServer.Device> next;
    while ((next = tracker.nextDevices()) != null) {
      count += next.size();
    }
    return count;
  }

  private static long vms(AdbServer.Tracker tracker) throws IOException {
    long count = 0;
    List<Integer> next;
    while ((next = tracker.nextPids()) != null) {
      count += next.size();
    }
    return count;
  }

  /** A device's files: there are none, and created ones are counted. */
  private static final class Made implements SyncFiles {
    private long bytes;

    @Override
    public FileState stat(String path, boolean isOfLink) {
      return FileState.failed(FileState.NOT_FOUND);
    }

    @Override
    public List<SyncFrame.Entry> list(String path) {
      return List.of();
    }

    @Override
    public InputStream open(String path) throws IOException {
      throw new IOException("no file " + path);
    }

    @Override
    public void create(String path, int mode, Content content) throws IOException {
      var file = new ByteArrayOutputStream();
      content.copyTo(file);
      bytes += file.size();
    }
  }
}
