package dev.dexscope.trace.timeline;

import dev.dexscope.base.files.TemporaryFile;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.analysis.View;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The calls over time: an index from which any window of a trace, of any size, is drawn in
 * milliseconds. It is built in one pass over the calls and is kept in a temporary file, a fifth as
 * large as the trace; see docs/timeline.md.
 *
 * <pre>{@code
 * Timeline timeline = Timeline.of(View.of(trace, Filter.ALL));
 * for (Box box : timeline.window(0, from, to, 1200)) {
 *   draw(box.depth(), box.from(), box.to(), trace.methods().get(box.method()).name());
 * }
 * }</pre>
 *
 * <p>Times are of the wall clock; of CPU clocks where a trace has nothing else. A timeline may be
 * used by several threads at once.
 */
public final class Timeline {
  /** Further from 0 no time lies that a trace could hold; sums of such times do not overflow. */
  private static final long FURTHEST = 1L << 61;

  private final MemorySegment file;
  private final List<ThreadTimeline> threads;

  private Timeline(MemorySegment file, List<ThreadTimeline> threads) {
    this.file = file;
    this.threads = threads;
  }

  /**
   * The timeline of the threads and methods of a view.
   *
   * @throws IOException if it cannot be read
   */
  public static Timeline of(View view) throws IOException {
    return of(view, Shape.USUAL);
  }

  static Timeline of(View view, Shape shape) throws IOException {
    Trace trace = view.trace();
    try (var file = new TemporaryFile()) {
      boolean hasWall = trace.info().clock().hasWall();
      var log = new CallLog(file, shape.blockEvents(), hasWall, trace.threads().size());
      view.replay(log);
      List<Blocks> blocks = log.finish();
      MemorySegment logged = file.map();
      List<ThreadTimeline> threads = new ArrayList<>(blocks.size());
      for (Blocks of : blocks) {
        threads.add(ThreadTimeline.of(of, logged, shape, file));
      }
      return new Timeline(file.map(), threads);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the start of the first call of all threads; 0 if there are no calls. */
  public long begin() {
    return Math.clamp(
        threads.stream()
            .filter(thread -> !thread.isEmpty())
            .mapToLong(ThreadTimeline::begin)
            .min()
            .orElse(0),
        -FURTHEST,
        FURTHEST);
  }

  /** Returns the end of the last call of all threads; 0 if there are no calls. */
  public long end() {
    return Math.clamp(
        threads.stream()
            .filter(thread -> !thread.isEmpty())
            .mapToLong(ThreadTimeline::end)
            .max()
            .orElse(0),
        -FURTHEST,
        FURTHEST);
  }

  /** A span of time, nanoseconds from the trace's start; {@code to} is after {@code from}. */
  public record Span(long from, long to) {}

  /** Returns the part of a span inside the timeline. */
  public Span within(long from, long to) {
    long begin = Math.max(from, begin());
    return new Span(begin, Math.max(begin + 1, Math.min(to, end())));
  }

  /** Returns the size of the index, in bytes. */
  public long size() {
    return file.byteSize();
  }

  /**
   * The calls of a thread in a span of time, by depth and by time. Calls that are at least {@link
   * #resolution} long are boxes of their own. Of shorter ones those that begin in the same cell of
   * time, at the same depth, are one box; a cell is as long as the resolution and begins at a
   * multiple of it. Boxes that reach over the span's ends are whole.
   *
   * @param thread index into the trace's threads
   * @param from nanoseconds from the trace's start
   * @param to after {@code from}
   * @param pixels how many columns the picture has
   */
  public List<Box> window(int thread, long from, long to, int pixels) {
    var boxes = new Boxes();
    boxes.clear(shift(from, to, pixels));
    long begin = Math.clamp(from, -FURTHEST, FURTHEST);
    long end = Math.clamp(to, -FURTHEST, FURTHEST);
    threads.get(thread).window(file, begin, end, boxes);
    return boxes.within(begin, end);
  }

  /**
   * A box of a thread.
   *
   * @param thread index into the trace's threads
   */
  public record ThreadBox(int thread, Box box) {
    private static final Comparator<ThreadBox> IN_ORDER =
        Comparator.comparingInt(ThreadBox::thread)
            .thenComparingLong(b -> b.box.from())
            .thenComparingInt(b -> b.box.depth());
    private static final Comparator<ThreadBox> LONGEST_FIRST =
        Comparator.comparingLong((ThreadBox b) -> b.box.busy()).reversed().thenComparing(IN_ORDER);
  }

  /**
   * Of a window of all threads those boxes whose calls took longest; by thread, then in the order
   * of time, callers before their callees.
   *
   * @param count how many at most
   */
  public List<ThreadBox> longest(long from, long to, int pixels, int count) {
    List<ThreadBox> boxes = new ArrayList<>();
    for (int thread = 0; thread < threads.size(); thread++) {
      for (Box box : window(thread, from, to, pixels)) {
        boxes.add(new ThreadBox(thread, box));
      }
    }
    boxes.sort(ThreadBox.LONGEST_FIRST);
    List<ThreadBox> longest = boxes.subList(0, Math.min(count, boxes.size()));
    longest.sort(ThreadBox.IN_ORDER);
    return longest;
  }

  /**
   * Returns the least duration of a call that is drawn by itself, in nanoseconds: the largest power
   * of two that is not longer than a pixel, and 1 at least.
   */
  public static long resolution(long from, long to, int pixels) {
    return 1L << shift(from, to, pixels);
  }

  private static int shift(long from, long to, int pixels) {
    if (to <= from || to - from < 0 || pixels < 1) {
      throw new IllegalArgumentException(pixels + " pixels from " + from + " to " + to);
    }
    long pixel = Math.max(1, (to - from) / pixels);
    return Math.min(Boxes.COARSEST - 2, Long.SIZE - 1 - Long.numberOfLeadingZeros(pixel));
  }
}
