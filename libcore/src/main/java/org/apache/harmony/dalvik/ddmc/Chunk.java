package org.apache.harmony.dalvik.ddmc;

import java.nio.ByteBuffer;

/** A DDM chunk: a type of four characters, and data. */
public class Chunk {
  public int type;
  public byte[] data;
  public int offset;
  public int length;

  public Chunk() {}

  public Chunk(int type, byte[] data, int offset, int length) {
    this.type = type;
    this.data = data;
    this.offset = offset;
    this.length = length;
  }

  /** A chunk of what is between the buffer's start and its position. */
  public Chunk(int type, ByteBuffer buf) {
    this(type, buf.array(), buf.arrayOffset(), buf.position());
  }
}
