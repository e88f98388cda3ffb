package dev.dexscope.monitor.device;

import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.Link;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Commands of a device's shell by {@code exec:}, which every device since Android 5 has. It
 * transfers bytes unchanged, but no exit code, and mixes errors with them: the code is appended.
 */
record DeviceShell(DeviceLink device) {
  private static final int BLOCK = 1 << 16;
  private static final int MOST_TEXT = 1 << 20;
  private static final String EXIT = "; echo \":$?\"";
  private static final byte[] SUCCESS = ":0\n".getBytes(StandardCharsets.US_ASCII);

  /** Returns the output of a command, if it has succeeded. */
  String ask(String command) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    if (!succeeds(command, new Bounded(text))) {
      // Why stands before the exit code, some of which may be there too.
      String[] lines =
          text.toString(StandardCharsets.UTF_8).split("\\R:?\\d*$", 2)[0].split("\\R", -1);
      throw failed(command, ": " + lines[lines.length - 1]);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  private IOException failed(String command, String reason) {
    return new MonitorException(device.serial() + ": " + command + " has failed" + reason);
  }

  /** Writes the output of a command; fails if it has not succeeded. */
  void run(String command, OutputStream out) throws IOException {
    if (!succeeds(command, out)) {
      throw failed(command, "");
    }
  }

  private boolean succeeds(String command, OutputStream out) throws IOException {
    try (Link link = device.service("exec:" + command + EXIT)) {
      byte[] block = new byte[SUCCESS.length + BLOCK];
      int held = 0;
      while (true) {
        int from = held;
        int length =
            link.within(
                device.patience(),
                "output of " + command,
                () -> link.in().read(block, from, BLOCK));
        if (length < 0) {
          break;
        }
        // What may be the exit code is held back.
        int passed = Math.max(0, held + length - SUCCESS.length);
        out.write(block, 0, passed);
        held = held + length - passed;
        System.arraycopy(block, passed, block, 0, held);
      }
      return Arrays.equals(block, 0, held, SUCCESS, 0, SUCCESS.length);
    }
  }

  /** A word for the device's shell; files are named by apps. */
  static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  /** Ends what would be read without end. */
  private static final class Bounded extends OutputStream {
    private final OutputStream out;
    private int left = MOST_TEXT;

    Bounded(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      left -= length;
      if (left < 0) {
        throw new MonitorException("a command that prints without end");
      }
      out.write(bytes, from, length);
    }
  }
}
