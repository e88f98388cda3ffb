package dev.dexscope.trace.timeline;

import dev.dexscope.base.files.TemporaryFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The timeline of one thread: its blocks of calls, and a tree of summaries above them. The lowest
 * nodes sum up a block each, the others some nodes below them. Every node has the finest resolution
 * at which few boxes are left of its calls. So a quiet stretch of time is summed up finely and a
 * busy one coarsely, and a window needs few nodes whatever it shows.
 *
 * <p>A call belongs to the block in which it returns.
 */
final class ThreadTimeline {
  private final Blocks blocks;
  private final int fan;
  private final List<Nodes> levels;

  /** The nodes of one level, in the order of time. */
  private static final class Nodes {
    long[] offsets = new long[1];
    int[] lengths = new int[1];
    byte[] shifts = new byte[1];
    int size;

    void add(long offset, int length, int shift) {
      if (size == offsets.length) {
        offsets = Arrays.copyOf(offsets, 2 * size);
        lengths = Arrays.copyOf(lengths, 2 * size);
        shifts = Arrays.copyOf(shifts, 2 * size);
      }
      offsets[size] = offset;
      lengths[size] = length;
      shifts[size++] = (byte) shift;
    }
  }

  private ThreadTimeline(Blocks blocks, int fan, List<Nodes> levels) {
    this.blocks = blocks;
    this.fan = fan;
    this.levels = levels;
  }

  /** Sums up blocks; the summaries are added to {@code to}. */
  static ThreadTimeline of(Blocks blocks, MemorySegment log, Shape shape, TemporaryFile to)
      throws IOException {
    List<Nodes> levels = new ArrayList<>();
    for (long covered = 1; blocks.size() > 0; covered *= shape.fan()) {
      levels.add(new Nodes());
      if (covered >= blocks.size()) {
        break;
      }
    }
    if (!levels.isEmpty()) {
      new Builder(new BlockReader(log, blocks), blocks.size(), levels, shape, to)
          .node(levels.size() - 1, 0);
    }
    return new ThreadTimeline(blocks, shape.fan(), levels);
  }

  private static final class Builder {
    private final BlockReader reader;
    private final int blocks;
    private final List<Nodes> levels;
    private final Shape shape;
    private final TemporaryFile to;
    private final Boxes[] boxes;
    private final PackedOutput bytes = new PackedOutput();
    private int lastShift;

    Builder(BlockReader reader, int blocks, List<Nodes> levels, Shape shape, TemporaryFile to) {
      this.reader = reader;
      this.blocks = blocks;
      this.levels = levels;
      this.shape = shape;
      this.to = to;
      this.boxes = new Boxes[levels.size()];
      Arrays.setAll(boxes, _ -> new Boxes());
    }

    /** Writes a node and those below it; its boxes stay until the next node of its level. */
    void node(int level, int index) throws IOException {
      Boxes own = boxes[level];
      if (level == 0) {
        // Neighbours are much alike: most blocks come to their resolution in a step or two.
        own.clear(Math.max(0, lastShift - 1));
        reader.returned(index, own);
        own.coarsen(shape.nodeBoxes());
        lastShift = own.shift();
      } else {
        unite(level, index, own);
      }
      bytes.clear();
      own.writeTo(bytes);
      levels.get(level).add(to.append(bytes.bytes(), bytes.size()), bytes.size(), own.shift());
    }

    private void unite(int level, int index, Boxes own) throws IOException {
      int fan = shape.fan();
      long below = power(fan, level - 1);
      own.clear(0);
      int shift = 0;
      for (int child = index * fan; child < (index + 1) * fan && child * below < blocks; child++) {
        node(level - 1, child);
        shift = Math.max(shift, boxes[level - 1].shift());
        own.addAll(boxes[level - 1]);
      }
      own.coarsenTo(shift);
      own.coarsen(shape.nodeBoxes());
    }
  }

  boolean isEmpty() {
    return blocks.size() == 0;
  }

  /** Returns the start of its first call. */
  long begin() {
    return blocks.begin();
  }

  /** Returns the end of its last call. */
  long end() {
    return blocks.end();
  }

  private static long power(int base, int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= base;
    }
    return power;
  }

  /**
   * Adds all calls that belong to boxes in a span of time, and some around it.
   *
   * @param into at the requested resolution
   */
  void window(MemorySegment file, long from, long to, Boxes into) {
    if (isEmpty()) {
      return;
    }
    long resolution = 1L << into.shift();
    // A short call that begins two cells before may be of a box that reaches into the span.
    int last = blocks.at(to + resolution);
    var reader = new BlockReader(file, blocks);
    var in = new PackedInput();
    int block = blocks.at(from - 2 * resolution);
    while (block <= last) {
      int level = level(block, last, into.shift());
      if (level < 0) {
        reader.returned(block++, into);
      } else {
        Nodes nodes = levels.get(level);
        long covered = power(fan, level);
        int node = (int) (block / covered);
        in.open(file, nodes.offsets[node], nodes.lengths[node]);
        into.readFrom(in);
        block = (int) Math.min(blocks.size(), block + covered);
      }
    }
    if (block < blocks.size()) {
      reader.running(block, into);
    }
  }

  /**
   * Returns the highest node that begins with a block, ends by another, and is fine enough; -1 if
   * there is none.
   */
  private int level(int block, int last, int shift) {
    int level = -1;
    long covered = 1;
    while (level + 1 < levels.size()
        && block % covered == 0
        && Math.min(blocks.size(), block + covered) - 1 <= last
        && levels.get(level + 1).shifts[(int) (block / covered)] <= shift) {
      level++;
      covered *= fan;
    }
    return level;
  }
}
