package dev.dexscope.trace.read.traceview;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.read.common.Balancer;
import dev.dexscope.trace.read.common.ClockReader;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.ThreadTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decodes the records of Traceview versions 1 to 3: a thread of one or two bytes, a method with the
 * action in its low two bits, and one or two 32-bit times. They are read block by block into an
 * array of eight bytes each, of which a record has two or three: code that has just been compiled
 * checks the index of each access.
 */
final class RecordReader {
  private static final int ACTION = 3;
  private static final int BLOCK_RECORDS = 1 << 12;

  private final ByteView in;
  private final int version;
  private final int size;
  private final int idBytes;
  private final boolean wallOnly;
  private final ThreadTable threads;
  private final MethodIds methods;
  private final ClockReader clock = new ClockReader();
  private int lastId = -1;
  private int lastThread;

  /** Bytes of the file, as bytes and as numbers; how many, and from where. */
  private final byte[] block;

  private final long[] numbers;
  private int blockLength;
  private long blockStart;

  RecordReader(
      ByteView in, TraceviewHeader header, Clock clock, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.version = header.version();
    this.size = header.recordSize();
    this.wallOnly = !clock.hasCpu();
    this.threads = threads;
    this.methods = methods;
    this.idBytes = version == 1 ? 1 : 2;
    this.block = new byte[BLOCK_RECORDS * size];
    // What is read of the last record may go beyond it.
    this.numbers = new long[block.length / Long.BYTES + 3];
  }

  /**
   * Passes the records from {@code from} on to the balancer: all that are complete before {@code
   * limit}.
   *
   * @return the offset after them
   */
  long read(long from, long limit, Balancer balancer) {
    return read(from, limit, false, balancer);
  }

  /** Like {@link #read}, up to a record of thread 0, which begins a packet and is not a record. */
  long readToPacket(long from, long limit, Balancer balancer) {
    return read(from, limit, true, balancer);
  }

  private long read(long from, long limit, boolean toPacket, Balancer balancer) {
    long at = from;
    while (limit - at >= size) {
      int i = load(at, limit);
      int end = i + (blockLength - i) / size * size;
      int next = records(i, end, toPacket, balancer);
      at += next - i;
      if (next < end) {
        return at;
      }
      balancer.reached(at);
    }
    return at;
  }

  /** Loads the record at {@code at} into the block; returns its position there. */
  private int load(long at, long limit) {
    long i = at - blockStart;
    if (i >= 0 && i <= blockLength - size) {
      return (int) i;
    }
    blockLength = 0;
    int length = (int) Math.min(block.length, limit - at);
    in.copy(at, block, length);
    ByteBuffer.wrap(block)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(numbers, 0, block.length / Long.BYTES);
    blockStart = at;
    blockLength = length;
    return 0;
  }

  // A small loop around one method: the compiler takes the method long before the loop.
  private int records(int from, int end, boolean toPacket, Balancer balancer) {
    for (int i = from; i < end; i += size) {
      if (!record(i, toPacket, balancer)) {
        return i;
      }
    }
    return end;
  }

  /** Eight bytes from any place of the block. */
  private long bytesAt(int i) {
    long[] words = numbers;
    int at = i >>> 3;
    int shift = (i & 7) << 3;
    return words[at] >>> shift | words[at + 1] << 1 << (63 - shift);
  }

  private boolean record(int i, boolean toPacket, Balancer balancer) {
    long front = bytesAt(i);
    int id = (int) front & (idBytes == 1 ? 0xff : 0xffff);
    if (id != lastId) {
      if (id == 0 && toPacket) {
        return false;
      }
      lastThread = threads.indexOf(id);
      lastId = id;
      clock.select(lastThread);
    }
    int word = (int) (front >>> (8 * idBytes));
    long times = bytesAt(i + idBytes + 4);
    long wall = 0;
    long cpu = 0;
    if (version == 3) {
      cpu = clock.cpu((int) times);
      wall = clock.wall((int) (times >>> 32));
    } else if (wallOnly) {
      wall = clock.wall((int) times);
    } else {
      cpu = clock.cpu((int) times);
    }
    balancer.event(lastThread, methods.indexOf(word), word & ACTION, wall, cpu);
    return true;
  }
}
