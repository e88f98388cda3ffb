package dev.dexscope.trace.read.json;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.TraceInfo;
import dev.dexscope.trace.read.common.MethodIds;
import dev.dexscope.trace.read.common.StoredTrees;
import dev.dexscope.trace.read.common.ThreadTable;
import dev.dexscope.trace.read.sampled.Frames;
import dev.dexscope.trace.tree.CallTree;
import dev.dexscope.trace.tree.CallTreeBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The data of our own pages, flame graph and report: call trees as columns of numbers. */
public final class PageFile {
  private static final String BEGIN = "<script type=\"application/json\" id=\"data\">";
  private static final String END = "</script>";

  private final ByteView in;
  private final ThreadTable threads;
  private final Frames frames;
  private final CallTreeBuilder nodes = new CallTreeBuilder();
  private final List<Integer> roots = new ArrayList<>();
  private final List<Integer> methods = new ArrayList<>();
  private List<String> names = List.of();
  private List<String> files = List.of();
  private Clock clock = Clock.DUAL;
  private boolean sampled;
  private long unit = 1;
  private long elapsed;
  private long pid = -1;
  private final Map<String, String> keys = new LinkedHashMap<>();

  private PageFile(ByteView in, ThreadTable threads, MethodIds methods) {
    this.in = in;
    this.threads = threads;
    this.frames = new Frames(methods);
  }

  /** Returns whether a page begins here, from any tool. */
  public static boolean isAt(ByteView in) {
    return in.startsWith("<!DOCTYPE html", 0) || in.startsWith("<!doctype html", 0);
  }

  /** Reads a page whole. */
  public static StoredTrees read(ByteView in, ThreadTable threads, MethodIds methods) {
    long begin = find(BEGIN, in, 0);
    if (begin < 0) {
      throw in.fault(0, "is an HTML page, but not one of dexscope's with a profile in it");
    }
    long from = begin + BEGIN.length();
    long to = find(END, in, from);
    if (to < 0) {
      throw in.fault(begin, "a page that ends inside of its data");
    }
    return new PageFile(in.slice(from, to - from), threads, methods).read();
  }

  private static long find(String text, ByteView in, long from) {
    long at = in.indexOf(text.charAt(0), from, in.size());
    while (at >= 0 && !in.startsWith(text, at)) {
      at = in.indexOf(text.charAt(0), at + 1, in.size());
    }
    return at;
  }

  private StoredTrees read() {
    JsonInput.read(
        in,
        json ->
            json.object(key -> {
              switch (key) {
                case "clock" -> clock = Clock.of(json.text(), Clock.DUAL);
                case "sampled" -> sampled = json.flag();
                case "unit" -> unit = json.index(1_000_000_000);
                case "elapsed" -> elapsed = json.whole();
                case "pid" -> pid = json.whole();
                case "keys" -> json.object(name -> keys.put(name, json.text()));
                case "names" -> names = json.texts();
                case "files" -> files = json.texts();
                case "threads" -> json.array(() -> thread(json));
                default -> json.skip();
              }
            }));
    List<CallTree> trees = new ArrayList<>();
    for (int root : roots) {
      CallTree tree = nodes.build(root);
      trees.add(tree);
      elapsed = Math.max(elapsed, tree.inclusiveWall(0));
    }
    var info =
        new TraceInfo(
            in.file(),
            "dexscope page",
            1,
            0,
            clock,
            0,
            elapsed,
            "",
            pid,
            sampled,
            false,
            0,
            Collections.unmodifiableMap(keys));
    return new StoredTrees(info, threads, trees);
  }

  private static final class Columns {
    long id = -1;
    String name = "";
    long wall;
    long cpu;
    long[] method = {};
    long[] depth = {};
    long[] calls = {};
    long[] walls = {};
    long[] cpus = {};
    long[] flags = {};
  }

  private void thread(JsonInput json) throws IOException {
    long at = json.at();
    var columns = new Columns();
    json.object(key -> {
      switch (key) {
        case "id" -> columns.id = json.whole();
        case "name" -> columns.name = json.text();
        case "wall" -> columns.wall = nanos(json.whole(), json.at());
        case "cpu" -> columns.cpu = nanos(json.whole(), json.at());
        case "method" -> columns.method = json.wholes();
        case "depth" -> columns.depth = json.wholes();
        case "calls" -> columns.calls = json.wholes();
        case "walls" -> columns.walls = json.wholes();
        case "cpus" -> columns.cpus = json.wholes();
        case "flags" -> columns.flags = json.wholes();
        default -> json.skip();
      }
    });
    threads.name(columns.id, columns.name);
    if (threads.size() != roots.size() + 1) {
      throw in.fault(at, "thread " + columns.id + " a second time");
    }
    roots.add(tree(columns, at));
  }

  private long nanos(long value, long at) {
    if (value < 0 || value > (1L << 61) / unit) {
      throw in.fault(at, "a time of " + value);
    }
    return value * unit;
  }

  private int tree(Columns columns, long at) {
    int size = columns.method.length;
    for (long[] column :
        List.of(columns.depth, columns.calls, columns.walls, columns.cpus, columns.flags)) {
      if (column.length != size) {
        throw in.fault(at, "columns of " + size + " and of " + column.length + " rows");
      }
    }
    methods();
    long[] wallLeft = new long[size + 1];
    long[] cpuLeft = new long[size + 1];
    wallLeft[0] = columns.wall;
    cpuLeft[0] = columns.cpu;
    int[] path = new int[size + 1];
    path[0] = nodes.newRoot();
    nodes.add(path[0], 0, 0, columns.wall, columns.cpu);
    int before = 0;
    for (int i = 0; i < size; i++) {
      long depth = columns.depth[i];
      long calls = columns.calls[i];
      long flags = columns.flags[i];
      if (depth < 1 || depth > before + 1) {
        throw in.fault(at, "row " + i + " at depth " + depth + " after " + before);
      }
      if (calls < 0 || flags < 0 || flags >> 2 > Math.min(calls, Integer.MAX_VALUE)) {
        throw in.fault(at, "row " + i + " with " + calls + " calls and flags " + flags);
      }
      if (columns.method[i] < 0 || columns.method[i] >= methods.size()) {
        throw in.fault(at, "row " + i + " of method " + columns.method[i]);
      }
      before = (int) depth;
      wallLeft[before] = nanos(columns.walls[i], at);
      cpuLeft[before] = nanos(columns.cpus[i], at);
      wallLeft[before - 1] -= wallLeft[before];
      cpuLeft[before - 1] -= cpuLeft[before];
      if (wallLeft[before - 1] < 0 || cpuLeft[before - 1] < 0) {
        throw in.fault(at, "row " + i + " takes longer than its caller");
      }
      path[before] = nodes.child(path[before - 1], methods.get((int) columns.method[i]));
      nodes.add(path[before], calls, (int) (flags >> 2), wallLeft[before], cpuLeft[before]);
      nodes.mark(path[before], (byte) (flags & 3));
    }
    return path[0];
  }

  private void methods() {
    for (int i = methods.size(); i < names.size(); i++) {
      String file = i < files.size() ? files.get(i) : "";
      int colon = file.lastIndexOf(':');
      methods.add(
          frames.of(
              names.get(i),
              colon < 0 ? file : file.substring(0, colon),
              colon < 0 ? -1 : line(file.substring(colon + 1))));
    }
  }

  private static int line(String digits) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
