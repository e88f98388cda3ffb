package dev.dexscope.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A connection to the Dalvik Debug Monitor of a VM: chunks in JDWP's packets of command set 199. It
 * does not wait for answers: some VMs omit empty ones.
 */
final class DebugMonitor {
  static final int HELO = 0x48454c4f;
  static final int THEN = 0x5448454e;
  static final int THST = 0x54485354;
  static final int THCR = 0x54484352;
  static final int THDE = 0x54484445;

  private static final byte[] HANDSHAKE = "JDWP-Handshake".getBytes(StandardCharsets.US_ASCII);
  private static final int HEADER = 11;

  /** Of a chunk: type and length. */
  static final int CHUNK_HEADER = 8;

  private static final int MOST = 1 << 16;
  private static final int REPLY = 0x80;
  private static final short DDM = (short) 0xc701;

  private final AdbStream stream;
  private int asked;

  /** The last message; positioned at the chunk's data. */
  ByteBuffer data = ByteBuffer.allocate(0);

  /** The number of the question that it answers; 0 if it is not an answer. */
  int answered;

  DebugMonitor(AdbStream stream) throws IOException {
    this.stream = stream;
    stream.write(HANDSHAKE);
    if (!Arrays.equals(stream.read(HANDSHAKE.length), HANDSHAKE)) {
      throw new IOException("the VM does not speak JDWP");
    }
  }

  /** Asks something; the question's number. */
  int ask(int type, byte... data) throws IOException {
    int length = HEADER + CHUNK_HEADER + data.length;
    ByteBuffer packet = ByteBuffer.allocate(length);
    packet.putInt(length).putInt(++asked).put((byte) 0).putShort(DDM);
    packet.putInt(type).putInt(data.length).put(data);
    stream.write(packet.array());
    return asked;
  }

  /** Returns the number of questions asked. */
  int asked() {
    return asked;
  }

  /** Waits for the next chunk; its type, or 0 for something else. */
  int hear() throws IOException {
    ByteBuffer header = ByteBuffer.wrap(stream.read(HEADER));
    int length = header.getInt() - HEADER;
    if (length < 0 || length > MOST) {
      throw new IOException("the VM sends a packet of " + length + " bytes");
    }
    int id = header.getInt();
    answered = header.get() == (byte) REPLY ? id : 0;
    // A reply has an error number there.
    boolean isChunk = header.getShort() == (answered == 0 ? DDM : 0) && length >= CHUNK_HEADER;
    data = ByteBuffer.wrap(stream.read(length));
    if (!isChunk) {
      return 0;
    }
    int type = data.getInt();
    return data.getInt() == data.remaining() ? type : 0;
  }
}
