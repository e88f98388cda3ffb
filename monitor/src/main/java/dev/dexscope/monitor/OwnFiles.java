package dev.dexscope.monitor;

import dev.dexscope.wire.Link;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Files that only the app itself may read: {@code run-as} becomes it, where it may be debugged.
 *
 * @param packageName letters, digits, points and underscores only
 */
public record OwnFiles(DeviceLink device, String packageName) implements AppFiles {
  private static final int BLOCK = 1 << 16;
  private static final int MOST_NAMES = 1 << 20;

  /**
   * {@code exec:} hands over bytes as they are, but no exit code, and errors among them: the code
   * follows behind.
   */
  private static final String EXIT = "; echo \":$?\"";

  private static final byte[] SUCCESS = ":0\n".getBytes(StandardCharsets.US_ASCII);

  @Override
  public List<String> list(String folder) throws IOException {
    ByteArrayOutputStream names = new ByteArrayOutputStream();
    run("ls " + quoted(folder), new Bounded(names, MOST_NAMES));
    return names.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Override
  public void receive(String file, OutputStream out) throws IOException {
    run("cat " + quoted(file), out);
  }

  private void run(String command, OutputStream out) throws IOException {
    try (Link link = device.service("exec:run-as " + packageName + " " + command + EXIT)) {
      byte[] block = new byte[SUCCESS.length + BLOCK];
      int held = 0;
      while (true) {
        int from = held;
        int length =
            link.within(
                device.patience(), "files of the app", () -> link.in().read(block, from, BLOCK));
        if (length < 0) {
          break;
        }
        // What may be the exit code is held back.
        int passed = Math.max(0, held + length - SUCCESS.length);
        out.write(block, 0, passed);
        held = held + length - passed;
        System.arraycopy(block, passed, block, 0, held);
      }
      if (!Arrays.equals(block, 0, held, SUCCESS, 0, SUCCESS.length)) {
        throw new MonitorException(
            device.serial() + ": run-as " + packageName + " " + command + " has failed");
      }
    }
  }

  /** For the device's shell; folders are named by the app. */
  private static String quoted(String path) {
    return "'" + path.replace("'", "'\\''") + "'";
  }

  /** Ends what would be read without end. */
  private static final class Bounded extends OutputStream {
    private final OutputStream out;
    private int left;

    Bounded(OutputStream out, int most) {
      this.out = out;
      left = most;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      left -= length;
      if (left < 0) {
        throw new MonitorException("a list of files without end");
      }
      out.write(bytes, from, length);
    }
  }
}
