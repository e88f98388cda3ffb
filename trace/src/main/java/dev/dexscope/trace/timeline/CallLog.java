package dev.dexscope.trace.timeline;

import dev.dexscope.base.files.TemporaryFile;
import dev.dexscope.trace.CallVisitor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/**
 * Writes down every call, thread by thread, in blocks that can be read alone: each begins with the
 * calls that were running. A call and its return take two to five bytes together.
 */
final class CallLog implements CallVisitor {
  static final int RETURN = 1;
  static final int NANOS = 2;
  static final int FLAGS = 2;

  /** A block has so many events for each call that may have to be repeated at its beginning. */
  private static final int EVENTS_FOR_A_CALL = 16;

  private final TemporaryFile file;
  private final int blockEvents;
  private final boolean hasWall;
  private final Running[] threads;

  /** The calls of one thread that have not returned, and the block that it is writing. */
  private static final class Running {
    final Blocks blocks = new Blocks();
    final PackedOutput bytes = new PackedOutput();
    int[] methods = new int[64];
    long[] starts = new long[64];
    int depth;
    int events;
    int lowest;
    int deepest;
    long begin;
    long time;
  }

  CallLog(TemporaryFile file, int blockEvents, boolean hasWall, int threads) {
    this.file = file;
    this.blockEvents = blockEvents;
    this.hasWall = hasWall;
    this.threads = new Running[threads];
    Arrays.setAll(this.threads, _ -> new Running());
  }

  @Override
  public void enter(int thread, int method, long wall, long cpu) {
    Running r = threads[thread];
    long time = hasWall ? wall : cpu;
    event(r, 0, time);
    r.bytes.number(method);
    if (r.depth == r.methods.length) {
      r.methods = Arrays.copyOf(r.methods, 2 * r.depth);
      r.starts = Arrays.copyOf(r.starts, 2 * r.depth);
    }
    r.methods[r.depth] = method;
    r.starts[r.depth++] = time;
    r.deepest = Math.max(r.deepest, r.depth);
    count(r);
  }

  @Override
  public void exit(int thread, int method, long wall, long cpu, boolean exception) {
    Running r = threads[thread];
    event(r, RETURN, hasWall ? wall : cpu);
    r.lowest = Math.min(r.lowest, --r.depth);
    count(r);
  }

  private static void event(Running r, int kind, long time) {
    if (r.events == 0) {
      begin(r, time);
    }
    long passed = time - r.time;
    r.time = time;
    if (passed % PackedOutput.MICRO == 0) {
      r.bytes.flagged(kind, FLAGS, passed / PackedOutput.MICRO);
    } else {
      r.bytes.flagged(kind | NANOS, FLAGS, passed);
    }
  }

  private static void begin(Running r, long time) {
    r.bytes.clear();
    r.bytes.step(time);
    r.bytes.number(r.depth);
    long later = time;
    for (int i = r.depth - 1; i >= 0; i--) {
      r.bytes.number(r.methods[i]);
      r.bytes.time(later - r.starts[i]);
      later = r.starts[i];
    }
    r.begin = time;
    r.time = time;
    r.lowest = r.depth;
    r.deepest = r.depth;
  }

  private void count(Running r) {
    if (++r.events >= blockEvents && r.events >= EVENTS_FOR_A_CALL * r.deepest) {
      end(r);
    }
  }

  private void end(Running r) {
    try {
      long offset = file.append(r.bytes.bytes(), r.bytes.size());
      r.blocks.add(offset, r.bytes.size(), r.begin, r.time, r.lowest);
      r.events = 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the remaining events; returns the blocks of each thread. */
  List<Blocks> finish() {
    for (Running r : threads) {
      if (r.events > 0) {
        end(r);
      }
    }
    return Arrays.stream(threads).map(r -> r.blocks).toList();
  }
}
