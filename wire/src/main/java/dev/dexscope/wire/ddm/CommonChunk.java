package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireFormatException;
import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Chunks that have to do with all others. */
public sealed interface CommonChunk extends Chunk {

  /** A chunk that consists of its type: a request without arguments, an empty answer. */
  record Bare(int type) implements CommonChunk {
    public static Bare of(String letters) {
      return new Bare(ChunkType.of(letters));
    }

    @Override
    public void writeTo(WireWriter out) {}
  }

  /** A chunk of a type that is not known here, or whose data has no layout. */
  record Opaque(int type, byte[] data) implements CommonChunk {
    @Override
    public void writeTo(WireWriter out) {
      out.bytes(data);
    }
  }

  /** {@code FAIL}: the reply to an unsupported request. */
  record Failure(int code, String message) implements CommonChunk {
    static final int TYPE = ChunkType.of("FAIL");

    static Failure read(WireReader in) {
      return new Failure(in.i4(), in.text());
    }

    @Override
    public int type() {
      return TYPE;
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(code).text(message);
    }
  }

  /**
   * {@code ZLIB} of the draft of 2007: another chunk, compressed.
   *
   * @param original type of the chunk in it
   * @param size of its data
   */
  record Compressed(int original, long size, byte[] deflated) implements CommonChunk {
    static final int TYPE = ChunkType.of("ZLIB");

    /** Deflate makes at most 1032 bytes of one. */
    private static final int MOST_RATIO = 1032;

    static Compressed read(WireReader in) {
      return new Compressed(in.i4(), in.u4(), in.rest());
    }

    /** A chunk in compressed form. */
    public static Compressed of(RawChunk chunk) {
      try (Deflater deflater = new Deflater()) {
        deflater.setInput(chunk.data());
        deflater.finish();
        WireWriter out = WireWriter.bigEndian();
        byte[] block = new byte[1 << 13];
        while (!deflater.finished()) {
          int length = deflater.deflate(block);
          out.bytes(length == block.length ? block : Arrays.copyOf(block, length));
        }
        return new Compressed(chunk.type(), chunk.data().length, out.toBytes());
      }
    }

    /**
     * The chunk in it.
     *
     * @param most bytes that its data may have
     */
    public RawChunk inflate(int most) {
      WireReader at = WireReader.bigEndian("ZLIB", deflated);
      if (size > most || size > (long) MOST_RATIO * (deflated.length + 1)) {
        throw at.fault(size + " bytes cannot or must not be inflated from " + deflated.length);
      }
      byte[] data = new byte[(int) size];
      try (Inflater inflater = new Inflater()) {
        inflater.setInput(deflated);
        int length = 0;
        while (!inflater.finished() && length < data.length) {
          int more = inflater.inflate(data, length, data.length - length);
          if (more == 0 && !inflater.finished()) {
            break;
          }
          length += more;
        }
        // The end may follow the last byte; another byte may not.
        boolean hasMore = !inflater.finished() && inflater.inflate(new byte[1]) > 0;
        if (hasMore
            || length < data.length
            || !inflater.finished()
            || inflater.getRemaining() > 0) {
          throw at.fault("the data is not that of " + size + " bytes");
        }
      } catch (DataFormatException e) {
        WireFormatException fault = at.fault("damaged data: " + e.getMessage());
        fault.initCause(e);
        throw fault;
      }
      return new RawChunk(original, data);
    }

    @Override
    public int type() {
      return TYPE;
    }

    @Override
    public void writeTo(WireWriter out) {
      out.i4(original).i4((int) size).bytes(deflated);
    }
  }
}
