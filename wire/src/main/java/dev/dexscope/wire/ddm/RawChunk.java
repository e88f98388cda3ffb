package dev.dexscope.wire.ddm;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A chunk as it travels: type, length, data. A packet holds one, or several one after the other as
 * the draft of 2007 has it; Dalvik and ART look at the first only.
 */
public record RawChunk(int type, byte[] data) {
  private static final int HEADER = 8;

  /** In memory an empty one takes several times the bytes of its header. */
  private static final int MOST = 1 << 12;

  /**
   * The chunks in a packet's data.
   *
   * @param packet its name, for errors
   */
  public static List<RawChunk> readAll(String packet, byte[] data) {
    WireReader in = WireReader.bigEndian(packet, data);
    List<RawChunk> chunks = new ArrayList<>();
    while (in.remaining() > 0) {
      if (chunks.size() == MOST) {
        throw in.fault("more than " + MOST + " chunks");
      }
      int type = in.i4();
      chunks.add(new RawChunk(type, in.bytes(in.u4())));
    }
    return chunks;
  }

  /** The data of a packet with these chunks. */
  public static byte[] writeAll(List<RawChunk> chunks) {
    WireWriter out = WireWriter.bigEndian();
    for (RawChunk each : chunks) {
      out.i4(each.type).i4(each.data.length).bytes(each.data);
    }
    return out.toBytes();
  }

  /** The data of a packet with this chunk alone. */
  public byte[] toPacket() {
    return writeAll(List.of(this));
  }

  /**
   * The chunk that was compressed into this one ({@code ZLIB}); any other is returned as it is.
   *
   * @param most bytes that its data may have
   */
  public RawChunk unpacked(int most) {
    if (type != CommonChunk.Compressed.TYPE) {
      return this;
    }
    WireReader in = WireReader.bigEndian(ChunkType.name(type), data);
    return CommonChunk.Compressed.read(in).inflate(most);
  }

  /** Returns how many bytes it takes in a packet. */
  public int size() {
    return HEADER + data.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RawChunk raw && type == raw.type && Arrays.equals(data, raw.data);
  }

  @Override
  public int hashCode() {
    return 31 * type + Arrays.hashCode(data);
  }

  @Override
  public String toString() {
    return ChunkType.name(type) + " with " + data.length + " bytes";
  }
}
