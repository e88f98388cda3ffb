package dev.dexscope.probe;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The adb daemon of a device with one VM in it, as far as a debug monitor's client sees them: the
 * transport protocol with one piece of data in flight, JDWP's handshake and packets. The test
 * determines the VM's reports and answers.
 */
final class Device implements AutoCloseable {
  static final int CNXN = 0x4e584e43;
  static final int AUTH = 0x48545541;
  static final int CLSE = 0x45534c43;
  private static final int OPEN = 0x4e45504f;
  private static final int OKAY = 0x59414b4f;
  private static final int WRTE = 0x45545257;
  private static final int THEIRS = 7;
  private static final int PIECE = 9;

  /** A packet of set 199, command 1. */
  record Asked(int id, int type, byte[] data) {}

  private final ServerSocket server;
  private final int greeting;
  private final BlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
  private final PipedInputStream received = new PipedInputStream(1 << 16);
  private final PipedOutputStream out;
  private final Semaphore acknowledged = new Semaphore(0);
  private final BlockingQueue<Socket> clients = new LinkedBlockingQueue<>();
  private volatile int stream;

  /**
   * A device.
   *
   * @param greeting how it answers {@code CNXN}
   */
  Device(int greeting) throws IOException {
    this.greeting = greeting;
    out = new PipedOutputStream(received);
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().start(this::transport);
    Thread.ofPlatform().daemon().start(this::vm);
  }

  int port() {
    return server.getLocalPort();
  }

  /** The next question. */
  Asked next() throws InterruptedException {
    Asked next = asked.poll(10, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nothing was asked");
    }
    return next;
  }

  /** Returns the next question; null if there is none. */
  @Nullable Asked poll() {
    return asked.poll();
  }

  /** Sends an event of the VM. */
  void tell(int type, byte[] data) {
    packet(0x1000, 0, 0xc701, type, data);
  }

  void answer(Asked question, byte[] data) {
    packet(question.id, 0x80, 0, question.type, data);
  }

  private void packet(int id, int flags, int command, int type, byte[] data) {
    ByteBuffer packet = ByteBuffer.allocate(19 + data.length);
    packet.putInt(19 + data.length).putInt(id).put((byte) flags).putShort((short) command);
    send(packet.putInt(type).putInt(data.length).put(data).array());
  }

  /** Sends bytes in small pieces, each when the one before it has arrived. */
  void send(byte[] bytes) {
    try {
      Socket client = clients.take();
      clients.add(client);
      for (int at = 0; at < bytes.length; at += PIECE) {
        int length = Math.min(PIECE, bytes.length - at);
        byte[] piece = new byte[length];
        System.arraycopy(bytes, at, piece, 0, length);
        message(client.getOutputStream(), WRTE, THEIRS, stream, piece);
        acknowledged.tryAcquire(10, TimeUnit.SECONDS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private void transport() {
    try (Socket client = server.accept();
        out) {
      var in = new DataInputStream(client.getInputStream());
      while (true) {
        byte[] bytes = new byte[24];
        in.readFully(bytes);
        ByteBuffer header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        byte[] data = new byte[header.getInt(12)];
        in.readFully(data);
        check(header, data);
        switch (header.getInt(0)) {
          case CNXN -> {
            byte[] banner = "device::ro.product.name=test\0".getBytes(StandardCharsets.UTF_8);
            message(client.getOutputStream(), greeting, 0x01000000, 4096, banner);
          }
          case OPEN -> {
            String service = "jdwp:" + ProcessHandle.current().pid() + "\0";
            boolean known = new String(data, StandardCharsets.UTF_8).equals(service);
            stream = header.getInt(4);
            clients.add(client);
            int reply = known ? OKAY : CLSE;
            message(client.getOutputStream(), reply, known ? THEIRS : 0, stream, new byte[0]);
          }
          case WRTE -> {
            out.write(data);
            out.flush();
            message(client.getOutputStream(), OKAY, THEIRS, stream, new byte[0]);
          }
          default -> acknowledged.release();
        }
      }
    } catch (IOException e) {
      // The client has gone.
    }
  }

  private static void check(ByteBuffer header, byte[] data) {
    int sum = 0;
    for (byte each : data) {
      sum += each & 0xff;
    }
    if (header.getInt(16) != sum || header.getInt(20) != ~header.getInt(0)) {
      throw new AssertionError("sum or magic is wrong");
    }
  }

  private void vm() {
    try {
      var in = new DataInputStream(received);
      byte[] handshake = new byte[14];
      in.readFully(handshake);
      send(handshake);
      while (true) {
        byte[] header = new byte[11];
        in.readFully(header);
        ByteBuffer packet = ByteBuffer.wrap(header);
        byte[] rest = new byte[packet.getInt(0) - 11];
        in.readFully(rest);
        ByteBuffer chunk = ByteBuffer.wrap(rest);
        var data = new ByteArrayOutputStream();
        data.write(rest, 8, rest.length - 8);
        asked.add(new Asked(packet.getInt(4), chunk.getInt(0), data.toByteArray()));
      }
    } catch (IOException | UncheckedIOException e) {
      // The client has gone.
    }
  }

  private static void message(OutputStream out, int command, int first, int second, byte[] data)
      throws IOException {
    int sum = 0;
    for (byte each : data) {
      sum += each & 0xff;
    }
    ByteBuffer message = ByteBuffer.allocate(24 + data.length).order(ByteOrder.LITTLE_ENDIAN);
    message.putInt(command).putInt(first).putInt(second).putInt(data.length).putInt(sum);
    byte[] bytes = message.putInt(~command).put(data).array();
    synchronized (out) {
      out.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket each : clients) {
      each.close();
    }
  }
}
