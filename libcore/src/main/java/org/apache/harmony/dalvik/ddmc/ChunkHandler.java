package org.apache.harmony.dalvik.ddmc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Answers chunks of some types. */
public abstract class ChunkHandler {
  public static final ByteOrder CHUNK_ORDER = ByteOrder.BIG_ENDIAN;
  public static final int CHUNK_FAIL = type("FAIL");

  /** A server has connected. Handlers that were written until Android 10 have the other name. */
  public void onConnected() {
    connected();
  }

  /** The server has disconnected. */
  public void onDisconnected() {
    disconnected();
  }

  /** A server has connected. */
  public void connected() {}

  /** The server has disconnected. */
  public void disconnected() {}

  /** Answers a chunk; null for no answer. */
  public abstract Chunk handleChunk(Chunk request);

  /** The answer that something went wrong. */
  public static Chunk createFailChunk(int errorCode, String message) {
    String text = message == null ? "" : message;
    ByteBuffer out = ByteBuffer.allocate(8 + 2 * text.length()).order(CHUNK_ORDER);
    out.putInt(errorCode);
    out.putInt(text.length());
    putString(out, text);
    return new Chunk(CHUNK_FAIL, out);
  }

  /** The chunk's data as a buffer. */
  public static ByteBuffer wrapChunk(Chunk request) {
    return ByteBuffer.wrap(request.data, request.offset, request.length).order(CHUNK_ORDER);
  }

  /** Reads {@code length} characters of 16 bits. */
  public static String getString(ByteBuffer buf, int length) {
    if (length < 0 || length > buf.remaining() / 2) {
      throw new IllegalArgumentException("a string of " + length + " characters");
    }
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = buf.getChar();
    }
    return new String(text);
  }

  /** Writes characters of 16 bits. */
  public static void putString(ByteBuffer buf, String text) {
    for (int i = 0; i < text.length(); i++) {
      buf.putChar(text.charAt(i));
    }
  }

  /** Four characters as a type. */
  public static int type(String name) {
    if (name.length() != 4) {
      throw new IllegalArgumentException("Bad type name: " + name);
    }
    int type = 0;
    for (int i = 0; i < 4; i++) {
      type = (type << 8) | (name.charAt(i) & 0xff);
    }
    return type;
  }

  /** A type as four characters. */
  public static String name(int type) {
    char[] name = new char[4];
    for (int i = 0; i < 4; i++) {
      name[i] = (char) ((type >> (24 - 8 * i)) & 0xff);
    }
    return new String(name);
  }
}
