package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireWriter;

/**
 * A chunk with its meaning. {@link ChunkCodec} makes it of bytes.
 *
 * <pre>{@code
 * RawChunk chunk = new ThreadChunk.Created(1, "main").toRaw();
 * }</pre>
 */
public sealed interface Chunk
    permits AllocationChunk,
        AppChunk,
        CommonChunk,
        HeapChunk,
        ProfilingChunk,
        ThreadChunk,
        ViewChunk {

  /** Its four letters as a number. */
  int type();

  /** Writes the data, without type and length. */
  void writeTo(WireWriter out);

  default RawChunk toRaw() {
    WireWriter out = WireWriter.bigEndian();
    writeTo(out);
    return new RawChunk(type(), out.toBytes());
  }
}
