package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A packet of {@code shell,v2:}: input, output, errors and exit code apart from each other. */
public record ShellPacket(int id, byte[] data) {
  public static final int INPUT = 0;
  public static final int OUTPUT = 1;
  public static final int ERRORS = 2;
  public static final int EXIT = 3;
  public static final int CLOSE_INPUT = 4;
  public static final int WINDOW_SIZE = 5;

  private static final int HEADER = 5;

  /** The end of a program. */
  public static ShellPacket exit(int code) {
    return new ShellPacket(EXIT, new byte[] {(byte) code});
  }

  /**
   * The next one; null where the link has ended.
   *
   * @throws IOException if the connection fails
   */
  public static @Nullable ShellPacket read(Link link) throws IOException {
    byte[] header = link.readOrEnd(HEADER);
    if (header == null) {
      return null;
    }
    WireReader in = WireReader.littleEndian(link.peer(), header);
    int id = in.u1();
    long length = in.u4();
    if (id > WINDOW_SIZE || length > AdbMessage.MOST_DATA) {
      throw in.fault("no packet of a shell: id " + id + ", " + length + " bytes");
    }
    return new ShellPacket(id, link.read((int) length));
  }

  public byte[] toBytes() {
    return WireWriter.littleEndian().u1(id).i4(data.length).bytes(data).toBytes();
  }

  /** The exit code in a packet that has one. */
  public int exitCode() {
    return data.length == 0 ? 0 : data[0] & 0xff;
  }

  /** Rows and columns in the text of a window's size: {@code 24x80,0x0}. */
  public String text() {
    return new String(data, StandardCharsets.UTF_8);
  }
}
