package dev.dexscope.trace.read.perfetto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.read.common.Deflated;
import dev.dexscope.trace.read.common.UnpackLimit;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The packets of a trace, also those that are packed into one. */
public final class Packets {
  private static final int PACKET = 1;

  /** The first byte of a trace. */
  public static final int FIRST = PACKET << 3 | ProtoReader.LENGTH;

  private static final int COMPRESSED = 50;
  private static final int ZSTD_COMPRESSED = 133;

  /** Perfetto's service packs half a megabyte at a time. */
  private static final int LARGEST = 1 << 27;

  private final ByteView trace;
  private final UnpackLimit limit = UnpackLimit.ofProcess();
  private long packed;
  private long unpacked;
  private long cutBytes;

  public Packets(ByteView trace) {
    this.trace = trace;
  }

  /** Returns whether the file begins with a packet. */
  public static boolean isAt(ByteView in) {
    return in.has(0, 3) && in.u1(0) == FIRST;
  }

  /** Goes through all packets. */
  public void forEach(Consumer<ByteView> use) {
    packed = 0;
    unpacked = 0;
    each(trace, true, use);
  }

  /** Returns how many bytes at the end of the file are no whole packet. */
  long cutBytes() {
    return cutBytes;
  }

  private void each(ByteView from, boolean mayBeCompressed, Consumer<ByteView> use) {
    var packets = new ProtoReader(from);
    while (true) {
      // The recorder was ended, or the disk was full. A packet of many bytes is a damaged length.
      if (mayBeCompressed && from.size() - packets.position() < LARGEST && packets.isCut()) {
        cutBytes = from.size() - packets.position();
        return;
      }
      if (!packets.next()) {
        return;
      }
      if (packets.number() == PACKET && packets.wireType() == ProtoReader.LENGTH) {
        ByteView packet = packets.value();
        ByteView compressed = mayBeCompressed ? compressed(packet) : null;
        if (compressed == null) {
          use.accept(packet);
        } else {
          each(unpacked(compressed), false, use);
        }
      }
    }
  }

  /** A packet with packets in it has no other field that counts. */
  private static @Nullable ByteView compressed(ByteView packet) {
    var fields = new ProtoReader(packet);
    while (fields.next()) {
      if (fields.wireType() == ProtoReader.LENGTH) {
        if (fields.number() == COMPRESSED) {
          return fields.value();
        }
        if (fields.number() == ZSTD_COMPRESSED) {
          throw packet.fault(0, "compressed by zstd, which is not supported: use DEFLATE");
        }
      }
    }
    return null;
  }

  private ByteView unpacked(ByteView compressed) {
    packed += compressed.size();
    var bytes = new ByteArrayOutputStream();
    Deflated.unpack(
        compressed,
        (part, count) -> {
          unpacked += count;
          limit.check(trace.file(), packed, unpacked);
          if (bytes.size() + count > LARGEST) {
            throw compressed.fault(0, "a packet that unpacks to more than " + LARGEST + " bytes");
          }
          bytes.write(part, 0, count);
        });
    return ByteView.of(
        trace.file(), MemorySegment.ofArray(bytes.toByteArray()), TraceFormatException::new);
  }
}
