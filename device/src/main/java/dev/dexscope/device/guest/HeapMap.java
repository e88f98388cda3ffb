package dev.dexscope.device.guest;

import dev.dexscope.observe.inspect.Heap;
import dev.dexscope.wire.WireWriter;
import dev.dexscope.wire.ddm.Chunk;
import dev.dexscope.wire.ddm.ChunkType;
import dev.dexscope.wire.ddm.HeapChunk;
import java.util.function.Consumer;

/**
 * The heap as a map of runs: chunks HPSG and HPSO.
 *
 * <p>HotSpot reports the number of objects of each class and their size, but not their places: the
 * addresses are invented. Objects are placed class by class, those with the most bytes first, then
 * the free memory.
 */
final class HeapMap {
  private static final int HPST = ChunkType.of("HPST");
  private static final int HPEN = ChunkType.of("HPEN");
  private static final int HPSG = ChunkType.of("HPSG");
  private static final int HPSO = ChunkType.of("HPSO");
  private static final int HEAP = 1;
  private static final int UNIT = 8;

  /** The first address of ART's heaps. */
  private static final int FIRST_ADDRESS = 0x12c00000;

  private static final int MOST_RUNS = 1 << 15;
  private static final int LONGEST_RUN = 256;

  /** One by one, more objects than these are merged as the others are. */
  private static final long MOST_OBJECTS = 4_000_000;

  private static final int FREE = 0;
  private static final int HARD = 1;
  private static final int OBJECT = 0;
  private static final int CLASS = 1;
  private static final int ARRAY_1 = 2;
  private static final int ARRAY_2 = 3;
  private static final int ARRAY_4 = 4;
  private static final int ARRAY_8 = 5;

  private final Consumer<Chunk> events;

  HeapMap(Consumer<Chunk> events) {
    this.events = events;
  }

  /**
   * Sends it.
   *
   * @param byObject whether each object is a run of its own
   */
  void send(boolean byObject) {
    Pieces pieces = new Pieces(byObject ? HPSO : HPSG);
    events.accept(new HeapChunk.SegmentsEdge(HPST, HEAP));
    long objects = 0;
    long units = 0;
    for (Heap.ClassCount each : Heap.wholeHistogram()) {
      if (each.instances() == 0) {
        continue;
      }
      int kind = kind(each.className());
      long all = each.bytes() / UNIT;
      objects += each.instances();
      units += all;
      if (byObject && objects <= MOST_OBJECTS) {
        long size = Math.max(1, all / each.instances());
        for (long i = 0; i < each.instances(); i++) {
          pieces.add(HARD, kind, size);
        }
      } else {
        pieces.add(HARD, kind, all);
      }
    }
    pieces.add(FREE, OBJECT, Math.max(0, Runtime.getRuntime().totalMemory() / UNIT - units));
    pieces.flush();
    events.accept(new HeapChunk.SegmentsEdge(HPEN, HEAP));
  }

  private static int kind(String className) {
    if (className.equals("java.lang.Class")) {
      return CLASS;
    }
    if (!className.startsWith("[")) {
      return OBJECT;
    }
    return switch (className.charAt(1)) {
      case 'Z', 'B' -> ARRAY_1;
      case 'C', 'S' -> ARRAY_2;
      case 'J', 'D' -> ARRAY_8;
      default -> ARRAY_4;
    };
  }

  /** Gathers runs, and sends them in pieces. */
  private final class Pieces {
    private final int type;
    private WireWriter runs = WireWriter.bigEndian();
    private int count;
    private long units;
    private long address = FIRST_ADDRESS;

    Pieces(int type) {
      this.type = type;
    }

    void add(int solidity, int kind, long length) {
      for (long left = length; left > 0; left -= LONGEST_RUN) {
        int part = (int) Math.min(left, LONGEST_RUN);
        int partial = left > LONGEST_RUN ? 0x80 : 0;
        runs.u1(solidity | kind << 3 | partial).u1(part - 1);
        units += part;
        if (++count == MOST_RUNS) {
          flush();
        }
      }
    }

    void flush() {
      if (count == 0) {
        return;
      }
      events.accept(
          new HeapChunk.Segment(type, HEAP, UNIT, (int) address, 0, (int) units, runs.toBytes()));
      address += units * UNIT;
      units = 0;
      count = 0;
      runs = WireWriter.bigEndian();
    }
  }
}
