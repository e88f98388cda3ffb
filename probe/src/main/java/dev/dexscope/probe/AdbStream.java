package dev.dexscope.probe;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A stream to a service of this device's adb daemon, by its transport protocol of version
 * 0x01000000: messages of six little-endian ints (command, two arguments, length, sum, the
 * command's complement) and the data. Each piece of data waits for its {@code OKAY}.
 */
final class AdbStream {
  private static final int VERSION = 0x01000000;
  private static final int CNXN = 0x4e584e43;
  private static final int AUTH = 0x48545541;
  private static final int OPEN = 0x4e45504f;
  private static final int OKAY = 0x59414b4f;
  private static final int WRTE = 0x45545257;

  private static final int HEADER = 24;
  private static final int MOST_DATA = 4096;
  private static final int MOST_UNREAD = 1 << 16;
  private static final int OURS = 1;

  private final DataInputStream in;
  private final OutputStream out;
  private int theirs;

  /** The command that came last. */
  private int command;

  private byte[] unread = {};

  AdbStream(int port, String service) throws IOException {
    Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
    send(CNXN, VERSION, MOST_DATA, text("host::"));
    await(CNXN);
    send(OPEN, OURS, 0, text(service));
    await(OKAY);
  }

  /** Sends at most 4096 bytes. */
  void write(byte[] data) throws IOException {
    send(WRTE, OURS, theirs, data);
    await(OKAY);
  }

  /** The next so many bytes, at most 65,536. */
  byte[] read(int count) throws IOException {
    while (unread.length < count) {
      receive();
    }
    byte[] read = Arrays.copyOf(unread, count);
    unread = Arrays.copyOfRange(unread, count, unread.length);
    return read;
  }

  private void await(int expected) throws IOException {
    do {
      receive();
    } while (command != expected);
  }

  private void receive() throws IOException {
    byte[] bytes = new byte[HEADER];
    in.readFully(bytes);
    ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    command = header.getInt(0);
    int length = header.getInt(12);
    if (length < 0 || length > MOST_DATA || unread.length > MOST_UNREAD) {
      throw new IOException("adbd sends too much");
    }
    byte[] data = new byte[length];
    in.readFully(data);
    if (command == OKAY) {
      theirs = header.getInt(4);
    } else if (command == WRTE) {
      int end = unread.length;
      unread = Arrays.copyOf(unread, end + length);
      System.arraycopy(data, 0, unread, end, length);
      send(OKAY, OURS, theirs, new byte[0]);
    } else if (command != CNXN) {
      throw new IOException(
          command == AUTH ? "adbd requires a key" : "adbd refused the connection");
    }
  }

  private void send(int command, int first, int second, byte[] data) throws IOException {
    int sum = 0;
    for (byte each : data) {
      sum += each & 0xff;
    }
    ByteBuffer message = ByteBuffer.allocate(HEADER + data.length).order(ByteOrder.LITTLE_ENDIAN);
    message.putInt(command).putInt(first).putInt(second).putInt(data.length).putInt(sum);
    message.putInt(~command).put(data);
    out.write(message.array());
  }

  private static byte[] text(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }
}
