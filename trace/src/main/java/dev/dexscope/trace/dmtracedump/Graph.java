package dev.dexscope.trace.dmtracedump;

import dev.dexscope.trace.dmtracedump.Links.Link;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** The call graph in Graphviz's language. */
public final class Graph {
  /** The default threshold. */
  public static final int DEFAULT_THRESHOLD = 20;

  private final List<List<Link>> callees;
  private final int threshold;

  private Graph(Profile profile, int threshold) {
    this.callees = profile.callees().newestFirst(profile.methods(), false);
    this.threshold = threshold < 0 || threshold >= 100 ? DEFAULT_THRESHOLD : threshold;
  }

  /**
   * Writes the part reached from {@code (toplevel)} by calls of methods that have, all their calls
   * together, a share of their caller's inclusive time.
   *
   * @param threshold the share in percent; {@link #DEFAULT_THRESHOLD} unless it is 0 to 99
   * @throws IOException if it cannot be written
   */
  public static void write(TraceviewRecords records, int threshold, OutputStream to)
      throws IOException {
    Profile profile = Profile.of(records);
    Writer out = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.ISO_8859_1));
    new Graph(profile, threshold).write(profile.methods().get(Listing.TOPLEVEL), out);
    out.flush();
  }

  private void write(ProfiledMethod root, Writer out) throws IOException {
    List<String> edges = new ArrayList<>();
    out.write("digraph g {\nnode [shape = record,height=.1];\n");
    out.write(node(root));
    boolean[] seen = new boolean[callees.size()];
    seen[root.place] = true;
    // Programs call deeper than a Java stack reaches.
    Deque<Visit> visits = new ArrayDeque<>();
    visits.push(visit(root));
    while (!visits.isEmpty()) {
      Visit visit = visits.element();
      if (!visit.callees.hasNext()) {
        visits.pop();
        continue;
      }
      ProfiledMethod callee = visit.callees.next().other();
      if (!reaches(visit.method, callee)) {
        continue;
      }
      edges.add("node" + visit.method.index + " -> node" + callee.index + "\n");
      if (!seen[callee.place]) {
        seen[callee.place] = true;
        out.write(node(callee));
        visits.push(visit(callee));
      }
    }
    for (String edge : edges) {
      out.write(edge);
    }
    out.write("}");
  }

  /** A method whose callees are being followed. */
  private record Visit(ProfiledMethod method, Iterator<Link> callees) {}

  private Visit visit(ProfiledMethod method) {
    return new Visit(method, callees.get(method.place).iterator());
  }

  private boolean reaches(ProfiledMethod caller, ProfiledMethod callee) {
    return caller.inclusive > 0 && callee.inclusive * 100.0 / caller.inclusive >= threshold;
  }

  private static String node(ProfiledMethod method) {
    return "node%d[label = \"[%d] %s (%d, %d, %d)\"]\n"
        .formatted(
            method.index,
            method.index,
            method.shortName(),
            method.inclusive / 1000,
            method.allExclusive() / 1000,
            method.calls);
  }
}
