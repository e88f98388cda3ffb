package dev.dexscope.probe;

import java.io.File;
import java.io.IOException;
import java.io.Writer;

/** A TAU profile, {@code profile.NODE.CONTEXT.THREAD}: one thread by one clock, in microseconds. */
final class ProfileFile {
  /** The metric without time: TAU's readers require one. */
  static final String CALLS = "CALLS";

  static final String TIME = "TIME";
  static final String CPU = "CPU_TIME";

  private static final String ROOT = ".TAU application";

  /** The group of rows whose times are estimates: TAU's readers show it beside them. */
  private static final String ESTIMATED = " | DEXSCOPE_ESTIMATED";

  private final Tables tables;
  private final MethodNames names;
  private final String metric;

  ProfileFile(Tables tables, MethodNames names, String metric) {
    this.tables = tables;
    this.names = names;
    this.metric = metric;
  }

  void write(File target, Identity thread, String processName) throws IOException {
    AtomicFile file = new AtomicFile(target);
    try {
      write(file.writer(), thread, processName);
      file.commit();
    } finally {
      file.discard();
    }
  }

  private void write(Writer out, Identity thread, String processName) throws IOException {
    CallPaths paths = tables.paths;
    int rows = count(tables.methods);
    if (paths != null) {
      // The thread's own path is its row over again.
      rows += count(tables.byPath) - (has(tables.byPath, CallPaths.ROOT) ? 1 : 0);
    }
    out.write(rows + " templated_functions_MULTI_" + metric + "\n");
    out.write("# Name Calls Subrs Excl Incl ProfileCalls # <metadata>");
    attribute(out, "Thread Name", thread.name());
    attribute(out, "sid", thread.sid);
    attribute(out, "jid", thread.jid);
    attribute(out, "lid", thread.lid);
    attribute(out, "Process Name", processName);
    attribute(out, "Creator", "dexscope");
    out.write("</metadata>\n");
    methods(out);
    if (paths != null) {
      paths(out, paths);
    }
    out.write("0 aggregates\n0 userevents\n# eventname numevents max min mean sumsqr\n");
  }

  private void methods(Writer out) throws IOException {
    Counters counters = tables.methods;
    for (int row = 0; row < counters.limit(); row++) {
      if (has(counters, row)) {
        String group = row == Calls.ROOT_ROW ? "TAU_DEFAULT" : "TAU_USER";
        row(out, counters, row, name(row), group);
      }
    }
  }

  private void paths(Writer out, CallPaths paths) throws IOException {
    Counters counters = tables.byPath;
    for (int path = CallPaths.ROOT + 1; path < counters.limit(); path++) {
      if (has(counters, path)) {
        StringBuilder name = new StringBuilder();
        for (int row : paths.rows(path)) {
          name.append(name.length() == 0 ? "" : " => ").append(name(row));
        }
        row(out, counters, path, name.toString(), "TAU_CALLPATH | TAU_USER");
      }
    }
  }

  private void row(Writer out, Counters counters, int row, String name, String group)
      throws IOException {
    out.write('"');
    // TAU has no escape for what would end the name.
    out.write(name.replace('"', '\'').replace('\n', ' ').replace('\r', ' '));
    out.write('"');
    number(out, counters.get(row, Counters.CALLS));
    number(out, counters.get(row, Counters.SUBRS));
    boolean cpu = metric.equals(CPU);
    number(out, value(counters, row, cpu ? Counters.EXCL_CPU : Counters.EXCL_WALL));
    number(out, value(counters, row, cpu ? Counters.INCL_CPU : Counters.INCL_WALL));
    String mark = counters.get(row, Counters.ESTIMATED) > 0 ? ESTIMATED : "";
    out.write(" 0 GROUP=\"" + group + mark + "\" \n");
  }

  private long value(Counters counters, int row, int figure) {
    return metric.equals(CALLS)
        ? counters.get(row, Counters.CALLS)
        : counters.get(row, figure) / Clock.MICROSECOND;
  }

  private String name(int row) {
    if (row == Calls.ROOT_ROW) {
      return ROOT;
    }
    return names.fullName(row - 1);
  }

  private static int count(Counters counters) {
    int rows = 0;
    for (int row = 0; row < counters.limit(); row++) {
      rows += has(counters, row) ? 1 : 0;
    }
    return rows;
  }

  private static boolean has(Counters counters, int row) {
    return counters.get(row, Counters.CALLS) > 0;
  }

  private static void number(Writer out, long number) throws IOException {
    out.write(' ');
    out.write(Long.toString(number));
  }

  /** A number, where it is known. */
  private static void attribute(Writer out, String name, long value) throws IOException {
    if (value > 0) {
      attribute(out, name, Long.toString(value));
    }
  }

  private static void attribute(Writer out, String name, String value) throws IOException {
    String text = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    out.write("<attribute><name>" + name + "</name><value>");
    out.write(text.replace('\n', ' ').replace('\r', ' '));
    out.write("</value></attribute>");
  }
}
