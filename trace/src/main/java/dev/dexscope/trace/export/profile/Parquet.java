package dev.dexscope.trace.export.profile;

import dev.dexscope.trace.CallVisitor;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.MethodTable;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.profile.ParquetFile.Bool;
import dev.dexscope.trace.export.profile.ParquetFile.Column;
import dev.dexscope.trace.export.profile.ParquetFile.Int64;
import dev.dexscope.trace.export.profile.ParquetFile.Utf8;
import dev.dexscope.trace.tree.CallTree;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Columns for DuckDB, pandas, Spark and their like: a folder with {@code calls.parquet}, a row for
 * each call, and {@code tree.parquet}, a row for each call path. Times are nanoseconds; a clock
 * that the trace lacks has no columns.
 */
public final class Parquet {
  private Parquet() {}

  /**
   * Writes into a folder that exists.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(View view, Path folder) throws IOException {
    try (OutputStream out = open(folder.resolve("tree.parquet"))) {
      tree(view, out);
    }
    try (OutputStream out = open(folder.resolve("calls.parquet"))) {
      calls(view, out);
    }
  }

  private static OutputStream open(Path file) throws IOException {
    return new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
  }

  private static void tree(View view, OutputStream out) throws IOException {
    Clock clock = view.trace().info().clock();
    List<Column> columns = new ArrayList<>();
    columns.add(new Int64("thread_id"));
    columns.add(new Utf8("thread", view.threads().stream().map(p -> p.thread().name()).toList()));
    columns.addAll(List.of(new Int64("node"), new Int64("parent"), new Int64("depth")));
    methodColumns(view.methods(), columns);
    columns.addAll(List.of(new Int64("calls"), new Int64("exceptions")));
    timeColumns(clock, columns);
    columns.addAll(List.of(new Bool("open_at_start"), new Bool("open_at_end")));
    var file = new ParquetFile(out, columns);
    for (int i = 0; i < view.threads().size(); i++) {
      CallTree tree = view.threads().get(i).tree();
      int[] depth = new int[tree.size()];
      for (int node = 1; node < tree.size(); node++) {
        depth[node] = depth[tree.parent(node)] + 1;
        long method = tree.method(node);
        var row = new Row(columns.size());
        row.add(view.threads().get(i).thread().id()).add(i);
        row.add(node).add(tree.parent(node)).add(depth[node]);
        row.add(method).add(method).add(method).add(method);
        row.add(tree.calls(node)).add(tree.exceptions(node));
        if (clock.hasWall()) {
          row.add(tree.inclusiveWall(node)).add(tree.exclusiveWall(node));
        }
        if (clock.hasCpu()) {
          row.add(tree.inclusiveCpu(node)).add(tree.exclusiveCpu(node));
        }
        row.add(tree.isOpenAtStart(node) ? 1 : 0).add(tree.isOpenAtEnd(node) ? 1 : 0);
        file.row(row.values);
      }
    }
    file.close();
  }

  private static void calls(View view, OutputStream out) throws IOException {
    List<TraceThread> threads = view.trace().threads();
    List<Column> columns = new ArrayList<>();
    columns.add(new Int64("thread_id"));
    columns.add(new Utf8("thread", threads.stream().map(TraceThread::name).toList()));
    columns.add(new Int64("depth"));
    methodColumns(view.methods(), columns);
    columns.add(new Int64("start"));
    timeColumns(view.trace().info().clock(), columns);
    columns.add(new Bool("exception"));
    var file = new ParquetFile(out, columns);
    try {
      view.replay(new Calls(view, file, columns.size()));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    file.close();
  }

  private static void methodColumns(MethodTable methods, List<Column> columns) {
    columns.add(new Utf8("class", texts(methods, Method::className)));
    columns.add(new Utf8("method", texts(methods, Method::name)));
    columns.add(new Utf8("signature", texts(methods, Method::signature)));
    columns.add(new Utf8("file", texts(methods, Method::file)));
  }

  private static List<String> texts(MethodTable methods, Function<Method, String> text) {
    List<String> texts = new ArrayList<>(methods.size());
    for (int i = 0; i < methods.size(); i++) {
      texts.add(text.apply(methods.get(i)));
    }
    return texts;
  }

  private static void timeColumns(Clock clock, List<Column> columns) {
    if (clock.hasWall()) {
      columns.addAll(List.of(new Int64("wall"), new Int64("self_wall")));
    }
    if (clock.hasCpu()) {
      columns.addAll(List.of(new Int64("cpu"), new Int64("self_cpu")));
    }
  }

  /** A row in the making. */
  private static final class Row {
    final long[] values;
    private int used;

    Row(int columns) {
      values = new long[columns];
    }

    Row add(long value) {
      values[used++] = value;
      return this;
    }
  }

  /** Writes a row when a call ends. */
  private static final class Calls implements CallVisitor {
    private final View view;
    private final ParquetFile file;
    private final Clock clock;
    private final Row row;
    private final @Nullable Stack[] stacks;

    Calls(View view, ParquetFile file, int columns) {
      this.view = view;
      this.file = file;
      this.clock = view.trace().info().clock();
      this.row = new Row(columns);
      this.stacks = new Stack[view.trace().threads().size()];
    }

    private static final class Stack {
      long[] wall = new long[32];
      long[] cpu = new long[32];
      long[] wallBelow = new long[32];
      long[] cpuBelow = new long[32];
      int depth;
    }

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      Stack s = stacks[thread];
      if (s == null) {
        s = new Stack();
        stacks[thread] = s;
      }
      if (s.depth == s.wall.length) {
        s.wall = Arrays.copyOf(s.wall, 2 * s.depth);
        s.cpu = Arrays.copyOf(s.cpu, 2 * s.depth);
        s.wallBelow = Arrays.copyOf(s.wallBelow, 2 * s.depth);
        s.cpuBelow = Arrays.copyOf(s.cpuBelow, 2 * s.depth);
      }
      s.wall[s.depth] = wall;
      s.cpu[s.depth] = cpu;
      s.wallBelow[s.depth] = 0;
      s.cpuBelow[s.depth++] = 0;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      Stack s = stacks[thread];
      if (s == null) {
        throw new IllegalStateException("a return on thread " + thread + " without a call");
      }
      int top = --s.depth;
      long tookWall = wall - s.wall[top];
      long tookCpu = cpu - s.cpu[top];
      if (top > 0) {
        s.wallBelow[top - 1] += tookWall;
        s.cpuBelow[top - 1] += tookCpu;
      }
      row.used = 0;
      row.add(view.trace().threads().get(thread).id()).add(thread).add(top + 1L);
      row.add(method).add(method).add(method).add(method);
      row.add(clock.hasWall() ? s.wall[top] : s.cpu[top]);
      if (clock.hasWall()) {
        row.add(tookWall).add(tookWall - s.wallBelow[top]);
      }
      if (clock.hasCpu()) {
        row.add(tookCpu).add(tookCpu - s.cpuBelow[top]);
      }
      row.add(exception ? 1 : 0);
      try {
        file.row(row.values);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
