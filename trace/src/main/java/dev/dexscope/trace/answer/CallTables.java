package dev.dexscope.trace.answer;

import static dev.dexscope.trace.answer.FlatTable.CALLS;
import static dev.dexscope.trace.answer.FlatTable.EXCLUSIVE;
import static dev.dexscope.trace.answer.FlatTable.METHOD;
import static dev.dexscope.trace.answer.FlatTable.SHARE;
import static dev.dexscope.trace.answer.FlatTable.THREAD;
import static dev.dexscope.trace.answer.FlatTable.TIME;
import static dev.dexscope.trace.answer.FlatTable.share;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Butterfly;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.HotPath;
import dev.dexscope.trace.analysis.LongCalls;
import dev.dexscope.trace.analysis.Measure;
import dev.dexscope.trace.analysis.Throws;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.timeline.Box;
import dev.dexscope.trace.timeline.Timeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Tables of single calls, of paths of calls, and of those on both sides of a method. */
public final class CallTables {
  static final Column START = Column.time("start", "start", "From the start of the trace.");
  static final Column WALL =
      Column.time("wall", "elapsed", "Elapsed time; where the trace has it.");
  static final Column CPU = Column.time("cpu", "CPU", "CPU time; where the trace has it.");
  static final Column CALLER =
      Column.method("caller", "caller", "The calling method; - for the thread itself.");
  static final Column COUNT = Column.count("count", "count", "How often.");
  static final Column FRAMES = Column.count("frames", "frames", "Number of calls that they ended.");
  static final Column UNWINDING =
      Column.time("unwinding", "unwinding", "Elapsed from the first call left to the last.");
  static final Column THROWN_BY =
      Column.method("thrown_by", "thrown by", "The innermost method that was left.");
  static final Column CAUGHT_BY =
      Column.method("caught_by", "caught by", "The method that went on; - where the thread ended.");
  static final Column LENGTH = Column.time("length", "length", "From begin to end.");
  static final Column BUSY =
      Column.time("busy", "busy", "How much of the length the calls took: short ones share a row.");
  static final Column DEPTH = Column.count("depth", "depth", "Number of calls above it.");
  static final Column NESTED_METHOD =
      new Column("method", "method", "", Form.NESTED, false, METHOD.meaning());
  static final Column THREADS =
      new Column("threads", "threads", "", Form.TEXT, false, "Ids, with commas.");
  static final Column PATH =
      new Column("path", "path", "", Form.PATH, false, "From the outermost caller on.");

  /** The columns of a picture: calls too short for one of them are shown together. */
  private static final int PIXELS = 1000;

  private CallTables() {}

  /**
   * The longest single calls, with the times that the trace has.
   *
   * @param leastNanos shorter ones are left out
   */
  public static Table longest(Trace trace, Filter filter, long leastNanos, int limit) {
    Clock clock = trace.info().clock();
    List<Column> columns = new ArrayList<>(List.of(START));
    if (clock.hasWall()) {
      columns.add(WALL);
    }
    if (clock.hasCpu()) {
      columns.add(CPU);
    }
    columns.addAll(List.of(THREAD, METHOD, CALLER));
    var table = new Table(columns.toArray(Column[]::new));
    for (LongCalls.Call call : LongCalls.of(trace, filter, leastNanos, limit)) {
      List<Object> cells = new ArrayList<>(List.of(call.start()));
      if (clock.hasWall()) {
        cells.add(call.wall());
      }
      if (clock.hasCpu()) {
        cells.add(call.cpu());
      }
      cells.add(thread(trace.threads().get(call.thread())));
      cells.add(Named.of(trace.methods(), call.method()));
      cells.add(Named.of(trace.methods(), call.caller()));
      table.add(cells.toArray());
    }
    return table;
  }

  /** Returns the exceptions with throwers, catchers and costs. */
  public static Table exceptions(Trace trace, Filter filter, int limit) {
    var table = new Table(COUNT, FRAMES, UNWINDING, THROWN_BY, CAUGHT_BY);
    List<Throws.Path> paths = Throws.of(trace, filter);
    for (Throws.Path path : paths.subList(0, Math.min(limit, paths.size()))) {
      table.add(
          path.count(),
          path.frames(),
          path.wall(),
          Named.of(trace.methods(), path.thrower()),
          Named.of(trace.methods(), path.catcher()));
    }
    return table.leaving(paths.size() - table.size());
  }

  /**
   * Returns the longest calls of a span of time, in order.
   *
   * @throws IOException if an I/O error occurs
   */
  public static Table timeline(Trace trace, Filter filter, int limit) throws IOException {
    Timeline timeline = Timeline.of(View.of(trace, filter.atAnyTime()));
    Timeline.Span span = timeline.within(filter.fromNanos(), filter.toNanos());
    int all = timeline.longest(span.from(), span.to(), PIXELS, Integer.MAX_VALUE).size();
    var table =
        new Table(START, LENGTH, BUSY, FlatTable.calls(trace), THREAD, DEPTH, NESTED_METHOD);
    for (var shown : timeline.longest(span.from(), span.to(), PIXELS, limit)) {
      Box box = shown.box();
      table.add(
          box.from(),
          box.to() - box.from(),
          box.busy(),
          box.calls(),
          thread(trace.threads().get(shown.thread())),
          box.depth(),
          new Nested(box.depth(), Named.of(trace.methods(), box.method())));
    }
    return table.leaving(all - table.size());
  }

  /** The call paths at whose ends most time was spent. */
  public static Table paths(View view, Measure measure, int limit) {
    List<HotPath> paths = HotPath.of(view, measure, Integer.MAX_VALUE);
    long total = 0;
    for (HotPath path : paths) {
      total += path.exclusive();
    }
    var table = new Table(SHARE, EXCLUSIVE, FlatTable.calls(view.trace()), THREADS, PATH);
    for (HotPath path : paths.subList(0, Math.min(limit, paths.size()))) {
      table.add(
          share(path.exclusive(), total),
          path.exclusive(),
          path.calls(),
          String.join(",", path.threads().stream().map(thread -> "" + thread.id()).toList()),
          path.methods().stream().map(method -> Named.of(view.methods(), method)).toList());
    }
    return table.leaving(paths.size() - table.size());
  }

  /** Returns a method's callers or callees, with their share of the method's inclusive time. */
  public static Table sides(
      MethodTable methods, List<Butterfly.Side> sides, long inclusive, String heading, int limit) {
    var table =
        new Table(SHARE, TIME, CALLS, Column.method(METHOD.key(), heading, METHOD.meaning()));
    for (Butterfly.Side side : sides.subList(0, Math.min(limit, sides.size()))) {
      Named name = side.method() < 0 ? new Named(-1, "(thread)") : Named.of(methods, side.method());
      table.add(share(side.time(), inclusive), side.time(), side.calls(), name);
    }
    return table;
  }

  private static String thread(TraceThread thread) {
    return thread.name() + " (" + thread.id() + ")";
  }
}
