package dev.dexscope.suites;

import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How tests have ended on HotSpot and on the VM: a file with a line for each, from which a run that
 * was stopped goes on.
 */
final class EngineOutcomes {
  private final Path file;

  /** The rest of each line by its first cell, the test's name. */
  private final Map<String, String> known = new TreeMap<>();

  EngineOutcomes(Path file) throws IOException {
    this.file = file;
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] cells = line.split("\t", 2);
        known.put(cells[0], cells[1]);
      }
    }
  }

  /** The tests that have ended. */
  synchronized Set<String> names() {
    return new TreeSet<>(known.keySet());
  }

  /** Prints and keeps how a test has ended; what there is behind the outcomes is a remark. */
  synchronized void add(String name, String outcomes) throws IOException {
    known.put(name, outcomes);
    System.out.println(name + "\t" + outcomes);
    List<String> lines = new ArrayList<>();
    known.forEach((test, rest) -> lines.add(test + "\t" + rest + "\n"));
    OutputFile.write(
        file, out -> out.write(String.join("", lines).getBytes(StandardCharsets.UTF_8)));
  }

  /** How many have ended in which way. */
  synchronized void printSummary() {
    Map<String, Integer> counts = new TreeMap<>();
    for (String each : known.values()) {
      String[] cells = each.split("\t");
      counts.merge("hotspot " + cells[0] + ", vm " + cells[1], 1, Integer::sum);
    }
    counts.forEach((what, count) -> System.out.println(count + " " + what));
  }
}
