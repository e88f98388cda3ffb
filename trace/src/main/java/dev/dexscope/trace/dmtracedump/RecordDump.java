package dev.dexscope.trace.dmtracedump;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The records of a trace, one a line, indented by depth. */
public final class RecordDump {
  /** Tracing is begun two calls below a thread's first frame. */
  private static final int FIRST_DEPTH = 2;

  /** Deeper calls are not indented further: a damaged file must not make lines without end. */
  private static final int DEEPEST = 10_000;

  private static final String[] ACTIONS = {"ent", "xit", "unr", "???"};

  private final Listing listing;
  private final Writer out;
  private final int[] depths = new int[1 << 16];

  private RecordDump(Listing listing, Writer out) {
    this.listing = listing;
    this.out = out;
    Arrays.fill(depths, FIRST_DEPTH);
  }

  /**
   * Writes threads and records.
   *
   * @throws IOException if it cannot be written
   */
  public static void write(TraceviewRecords records, OutputStream to) throws IOException {
    var out = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.ISO_8859_1));
    out.write("VERSION: " + Math.max(0, records.textVersion()) + "\n");
    threads(records.threadLines(), out);
    out.write("Trace (threadID action usecs class.method signature):\n");
    var dump = new RecordDump(new Listing(records), out);
    try {
      records.forEach(dump::record);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    out.flush();
  }

  private static void threads(List<String> lines, Writer out) throws IOException {
    record Listed(long id, String name) {}
    List<Listed> threads = new ArrayList<>();
    for (String line : lines) {
      int tab = line.indexOf('\t');
      threads.add(
          new Listed(
              Listing.number(tab < 0 ? line : line.substring(0, tab)), line.substring(tab + 1)));
    }
    threads.sort(Comparator.comparingLong(Listed::id));
    out.write("Threads (" + threads.size() + "):\n");
    for (Listed thread : threads) {
      out.write(Columns.right(thread.id, 2) + " " + thread.name + "\n");
    }
  }

  private void record(int thread, long id, int action, long micros) {
    boolean call = action == 0;
    int depth = call ? depths[thread]++ : --depths[thread];
    int place = listing.place(id);
    String method =
        place == Listing.UNKNOWN
            ? "???.??? methodId: 0x" + Long.toHexString(id)
            : listing.methods().get(place).fullName();
    String line =
        Columns.right(thread, 2)
            + " "
            + ACTIONS[action]
            + " "
            + Columns.right(micros, 9)
            + (depth < -1 ? "-" : " " + ".".repeat(Math.min(depth + 1, DEEPEST)))
            + method
            + "\n";
    try {
      out.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
