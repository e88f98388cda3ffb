package dev.dexscope.wire.adb;

import dev.dexscope.wire.Link;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A message of adb's transport: a header of 24 bytes, little endian, then data. */
public record AdbMessage(int command, int arg0, int arg1, byte[] data) {
  public static final int CNXN = command("CNXN");
  public static final int AUTH = command("AUTH");
  public static final int OPEN = command("OPEN");
  public static final int OKAY = command("OKAY");
  public static final int WRTE = command("WRTE");
  public static final int CLSE = command("CLSE");
  public static final int STLS = command("STLS");

  /** The version that is spoken here. */
  public static final int VERSION = 0x01000001;

  /** The most data of a message, and the limit of the first Android. */
  public static final int MOST_DATA = 1 << 20;

  public static final int LEAST_MOST_DATA = 1 << 12;

  public static final int HEADER = 24;

  static AdbMessage of(int command, int arg0, int arg1) {
    return new AdbMessage(command, arg0, arg1, new byte[0]);
  }

  /**
   * Returns the next message; null if the link has ended between two. Its checksum is ignored, as
   * by Android's adbd and adb, for every version of the peer: some peers of the first version do
   * not send it.
   *
   * @param most bytes of data that it may contain
   * @throws IOException if the connection fails
   */
  public static @Nullable AdbMessage read(Link link, int most) throws IOException {
    byte[] header = link.readOrEnd(HEADER);
    if (header == null) {
      return null;
    }
    byte[] data = link.read(dataLength(link.peer(), header, most));
    WireReader in = WireReader.littleEndian(link.peer(), header);
    return new AdbMessage(in.i4(), in.i4(), in.i4(), data);
  }

  /** Returns how many bytes of data follow a header. */
  public static int dataLength(String peer, byte[] header, int most) {
    WireReader in = WireReader.littleEndian(peer, header);
    int command = in.i4();
    in.skip(8);
    long length = in.u4();
    in.skip(4);
    if (in.i4() != ~command) {
      throw in.fault("no message of adb: its command and its magic number do not match");
    }
    boolean isEarly = command == CNXN || command == AUTH || command == STLS;
    int allowed = isEarly ? Math.min(most, LEAST_MOST_DATA) : most;
    if (length > allowed) {
      throw in.fault(name(command) + " with " + length + " bytes, not up to " + allowed);
    }
    return (int) length;
  }

  /** Its bytes. The sum is always right, so that peers of all versions take it. */
  public byte[] toBytes() {
    return WireWriter.littleEndian()
        .i4(command)
        .i4(arg0)
        .i4(arg1)
        .i4(data.length)
        .i4(sum(data))
        .i4(~command)
        .bytes(data)
        .toBytes();
  }

  /** The data as text; adb ends texts with a zero byte, or not. */
  public String text() {
    int length = data.length;
    if (length > 0 && data[length - 1] == 0) {
      length--;
    }
    return new String(data, 0, length, StandardCharsets.UTF_8);
  }

  /** The four letters of a command. */
  public static String name(int command) {
    StringBuilder letters = new StringBuilder();
    for (int shift = 0; shift < 32; shift += 8) {
      char letter = (char) (command >>> shift & 0xff);
      if (letter < 'A' || letter > 'Z') {
        return "0x" + Integer.toHexString(command);
      }
      letters.append(letter);
    }
    return letters.toString();
  }

  private static int command(String letters) {
    int number = 0;
    for (int i = 3; i >= 0; i--) {
      number = number << 8 | letters.charAt(i);
    }
    return number;
  }

  private static int sum(byte[] data) {
    int sum = 0;
    for (byte each : data) {
      sum += each & 0xff;
    }
    return sum;
  }

  @Override
  public String toString() {
    return name(command) + "(" + arg0 + ", " + arg1 + ") with " + data.length + " bytes";
  }
}
