package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.dexscope.trace.SharedTraces;
import dev.dexscope.trace.Trace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exclusive times against the original: Debian's dmtracedump, on the files that it reads to the
 * end. Of a trace with two clocks it uses CPU time.
 */
class DmtracedumpTest {
  /** {@code usecs self% sum% [number] class.method signature file}. */
  private static final Pattern ROW =
      Pattern.compile("\\s+(\\d+)\\s+[\\d.]+\\s+[\\d.]+\\s+\\[\\d+\\] (\\S+) (\\S+)(\\s.*)?");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "art11-alloc.trace",
        "art11-exceptions-buffered.trace",
        "art11-threads-buffered.trace",
        "art11-overflow.trace",
      })
  void exclusiveTimesAreThoseOfDmtracedump(String name) throws Exception {
    Path tool = Path.of("/usr/bin/dmtracedump");
    assumeThat(tool).as("dmtracedump is not installed").isExecutable();
    Path file = SharedTraces.file(name);

    Map<String, Long> theirs = dmtracedump(tool, file);
    Map<String, Long> ours = new TreeMap<>();
    for (Cost cost : FlatProfile.of(View.of(Trace.open(file), Filter.ALL), Grouping.METHOD)) {
      ours.merge(cost.name(), cost.exclusiveCpu() / 1000, Long::sum);
    }

    assertThat(theirs).isNotEmpty();
    Map<String, String> different = new TreeMap<>();
    theirs.forEach((method, time) -> {
      Long our = ours.getOrDefault(method, 0L);
      if (!time.equals(our)) {
        different.put(method, time + " here " + our);
      }
    });
    assertThat(different).isEmpty();
  }

  private static Map<String, Long> dmtracedump(Path tool, Path file)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(tool.toString(), file.toString()).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    Map<String, Long> times = new TreeMap<>();
    int from = text.indexOf("Exclusive elapsed times");
    int to = text.indexOf("Inclusive elapsed times");
    if (from < 0) {
      return times;
    }
    String table = text.substring(from, to < 0 ? text.length() : to);
    table
        .lines()
        .map(ROW::matcher)
        .filter(java.util.regex.Matcher::matches)
        .forEach(m -> times.merge(m.group(2) + m.group(3), Long.parseLong(m.group(1)), Long::sum));
    return times;
  }
}
