package dev.dexscope.trace.timeline;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Reads blocks of a {@link CallLog}. */
final class BlockReader {
  private final MemorySegment file;
  private final Blocks blocks;
  private final PackedInput in = new PackedInput();

  /** The calls that are running, the outermost first. */
  private int[] methods = new int[64];

  private long[] starts = new long[64];
  private int depth;
  private long time;

  BlockReader(MemorySegment file, Blocks blocks) {
    this.file = file;
    this.blocks = blocks;
  }

  /** Goes to the beginning of a block. */
  private void open(int block) {
    in.open(file, blocks.offset(block), blocks.length(block));
    time = in.step();
    depth = (int) in.number();
    reserve(depth);
    long later = time;
    for (int i = depth - 1; i >= 0; i--) {
      methods[i] = (int) in.number();
      starts[i] = later - in.time();
      later = starts[i];
    }
  }

  private void reserve(int calls) {
    if (calls > methods.length) {
      int length = Math.max(calls, 2 * methods.length);
      methods = Arrays.copyOf(methods, length);
      starts = Arrays.copyOf(starts, length);
    }
  }

  /** Takes the next event's time; returns whether it is a return. */
  private boolean isReturn() {
    long passed = in.flagged(CallLog.FLAGS);
    int flags = in.flags();
    time += (flags & CallLog.NANOS) != 0 ? passed : passed * PackedOutput.MICRO;
    return (flags & CallLog.RETURN) != 0;
  }

  /** Adds the calls that return in a block. */
  void returned(int block, Boxes to) {
    open(block);
    while (!in.atEnd()) {
      if (isReturn()) {
        depth--;
        to.call(depth, methods[depth], starts[depth], time);
      } else {
        reserve(depth + 1);
        methods[depth] = (int) in.number();
        starts[depth++] = time;
      }
    }
  }

  /** Adds the calls that are running when a block begins. */
  void running(int block, Boxes to) {
    open(block);
    int open = depth;
    int[] openMethods = Arrays.copyOf(methods, open);
    long[] openStarts = Arrays.copyOf(starts, open);
    for (int b = block; open > 0; b++) {
      // Only a block that comes below what is still open ends any of it.
      if (blocks.lowest(b) < open) {
        open(b);
        while (!in.atEnd() && open > 0) {
          if (!isReturn()) {
            in.number();
            depth++;
          } else if (--depth < open) {
            open = depth;
            to.call(open, openMethods[open], openStarts[open], time);
          }
        }
      }
    }
  }
}
