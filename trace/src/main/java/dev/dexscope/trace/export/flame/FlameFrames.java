package dev.dexscope.trace.export.flame;

import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.Trees;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;

/**
 * The visible frames of a flame graph: all threads, each thread, and its calls, callers before
 * callees. Frames narrower than the least share of the whole are omitted with their callees, and so
 * are those deeper than {@link #MOST_ROWS}; runaway recursion is folded; if more than {@link
 * #MOST_FRAMES} remain, the narrowest are omitted too. So a picture remains small for any trace.
 */
public final class FlameFrames {
  /** A row for all, one for the threads, the others for calls. */
  public static final int MOST_ROWS = 400;

  /** Some megabytes of a picture. */
  static final int MOST_FRAMES = 30_000;

  /** The method of a frame that is no call. */
  public static final int NONE = -1;

  /**
   * A frame.
   *
   * @param row 0 for all threads
   * @param name of a thread, or nothing where it has a method
   * @param method its number, or {@link #NONE}
   * @param from where it begins, of the whole's time
   * @param nanos its time
   * @param calls how often it was called
   */
  public record Frame(int row, String name, int method, long from, long nanos, long calls) {}

  /** Receives frames; each frame that is entered is left. */
  public interface Visitor {
    void enter(Frame frame) throws IOException;

    void leave() throws IOException;
  }

  private final Timing timing;
  private final Visitor visitor;
  private final long least;

  private FlameFrames(Timing timing, Visitor visitor, long least) {
    this.timing = timing;
    this.visitor = visitor;
    this.least = least;
  }

  /**
   * Goes through the frames.
   *
   * @param leastShare of the whole that a frame must have
   * @throws IOException if an I/O error occurs
   */
  public static void visit(View view, Timing timing, double leastShare, Visitor visitor)
      throws IOException {
    View shallow = Trees.shallow(view);
    long least = Math.max(1, (long) Math.ceil(shallow.total(timing) * leastShare));
    while (count(shallow, timing, least) > MOST_FRAMES) {
      least *= 2;
    }
    new FlameFrames(timing, visitor, least).all(shallow);
  }

  private static int count(View view, Timing timing, long least) throws IOException {
    var counter = new Counter();
    new FlameFrames(timing, counter, least).all(view);
    return counter.frames;
  }

  private static final class Counter implements Visitor {
    private int frames;

    @Override
    public void enter(Frame frame) {
      frames++;
    }

    @Override
    public void leave() {
      // They are counted when they are entered.
    }
  }

  private void all(View view) throws IOException {
    visitor.enter(new Frame(0, "all", NONE, 0, view.total(timing), view.threads().size()));
    threads(view);
    visitor.leave();
  }

  private void threads(View view) throws IOException {
    long from = 0;
    for (View.Part part : view.threads()) {
      long nanos = timing.inclusive(part.tree(), 0);
      if (nanos >= least) {
        visitor.enter(new Frame(1, part.thread().name(), NONE, from, nanos, 1));
        calls(part.tree(), from, from + nanos);
        visitor.leave();
      }
      from += nanos;
    }
  }

  private void calls(CallTree tree, long left, long right) throws IOException {
    int[] running = new int[MOST_ROWS];
    long[] next = new long[MOST_ROWS];
    long[] ends = new long[MOST_ROWS];
    int row = 1;
    running[row] = 0;
    next[row] = left;
    ends[row] = right;
    int node = 1;
    while (node < tree.size()) {
      while (node >= tree.end(running[row])) {
        visitor.leave();
        row--;
      }
      long from = next[row];
      // Rounded and repaired times may add up to more than their caller's.
      long nanos = Math.min(timing.inclusive(tree, node), ends[row] - from);
      if (nanos < least || row + 1 == MOST_ROWS) {
        next[row] += Math.max(0, nanos);
        node = tree.end(node);
      } else {
        next[row] += nanos;
        row++;
        running[row] = node;
        next[row] = from;
        ends[row] = from + nanos;
        visitor.enter(new Frame(row, "", tree.method(node), from, nanos, tree.calls(node)));
        node++;
      }
    }
    for (; row > 1; row--) {
      visitor.leave();
    }
  }
}
