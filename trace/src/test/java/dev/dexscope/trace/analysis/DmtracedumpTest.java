package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.testkit.RealTraces;
import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls, exclusive and inclusive times of every method against the original: Debian's dmtracedump,
 * on the files that it reads to the end. Of a trace with two clocks it uses CPU time.
 */
@NeedsPeer(Peer.DMTRACEDUMP)
class DmtracedumpTest {
  /** {@code exclusive inclusive self% sum% calls+recursive [number] name signature}. */
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*(\\d+)\\s+(\\d+)\\s+[\\d.]+\\s+[\\d.]+\\s+(\\d+)\\+(\\d+)\\s+\\[\\d+\\]"
              + " (\\S+) ([^\\t]*).*");

  /** {@code exclusive total% sum% calls+recursive class}. */
  private static final Pattern CLASS =
      Pattern.compile("\\s*\\d+\\s+[\\d.]+\\s+[\\d.]+\\s+\\d+\\+\\d+\\s+(\\S+)");

  private record Figures(long calls, long exclusive, long inclusive) {
    static Figures sum(Figures a, Figures b) {
      return new Figures(a.calls + b.calls, a.exclusive + b.exclusive, a.inclusive + b.inclusive);
    }
  }

  /**
   * Methods that ran before the trace began are compared by calls alone: the original knows nothing
   * of what they called, and measures them from time 0 on.
   */
  @ParameterizedTest
  @CsvSource({
    "art11-alloc.trace,57",
    "art11-exceptions-buffered.trace,301",
    "art11-overflow.trace,88",
    "art11-threads-buffered.trace,498",
    "art11-threads-sampled.trace,10",
    "ff-art-trace-regular.trace,805",
    "perflib-basic-api10.trace,7",
    "perflib-exception.trace,12",
    "perflib-mismatched.trace,6",
  })
  void theFiguresAreThoseOfDmtracedump(String name, int methods) throws Exception {
    Path file = RealTraces.file(name);
    Trace trace = TraceReader.open(file);
    Set<String> before = ranBefore(trace);
    Map<String, Figures> ours = ours(trace);

    Map<String, Figures> theirs = dmtracedump(file);

    assertThat(theirs).hasSize(methods);
    Map<String, String> different = new TreeMap<>();
    theirs.forEach((method, their) -> {
      Figures our = ours.getOrDefault(method, new Figures(0, 0, 0));
      boolean same = before.contains(method) ? our.calls == their.calls : our.equals(their);
      if (!same) {
        different.put(method, their + " here " + our);
      }
    });
    assertThat(different).isEmpty();
  }

  private static Map<String, Figures> ours(Trace trace) {
    Map<String, Figures> figures = new TreeMap<>();
    for (Cost cost : FlatProfile.of(View.of(trace, Filter.ALL), Grouping.METHOD)) {
      figures.merge(
          cost.name(),
          new Figures(cost.calls(), cost.exclusiveCpu() / 1000, cost.inclusiveCpu() / 1000),
          Figures::sum);
    }
    return figures;
  }

  private static Set<String> ranBefore(Trace trace) {
    Set<String> methods = new HashSet<>();
    for (TraceThread thread : trace.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (tree.isOpenAtStart(node)) {
          methods.add(trace.methods().get(tree.method(node)).fullName());
        }
      }
    }
    return methods;
  }

  /** The rows of the class profile: it has all methods of the classes that took time. */
  private static Map<String, Figures> dmtracedump(Path file)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(Peer.DMTRACEDUMP.path().toString(), file.toString())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    Map<String, Figures> figures = new TreeMap<>();
    String className = "";
    int from = text.indexOf("Exclusive elapsed time for each class");
    int to = text.indexOf("Exclusive elapsed time for each method,", from);
    for (String line : text.substring(from, to).lines().toList()) {
      Matcher heading = CLASS.matcher(line);
      Matcher row = ROW.matcher(line);
      if (heading.matches()) {
        className = heading.group(1).replace('/', '.');
      } else if (row.matches()) {
        figures.merge(
            className + "." + row.group(5) + row.group(6),
            new Figures(
                Long.parseLong(row.group(3)) + Long.parseLong(row.group(4)),
                Long.parseLong(row.group(1)),
                Long.parseLong(row.group(2))),
            Figures::sum);
      }
    }
    return figures;
  }
}
