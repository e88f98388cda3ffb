package dev.dexscope.inject;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The TAU profiles in a folder, and the calls that programs report to have counted themselves. */
record Profiles(Path folder) {
  private static final Pattern ROW = Pattern.compile("\"([^\"]+)\" (\\d+) .*");
  private static final Pattern COUNTED = Pattern.compile("calls (\\d+) (.*)");

  /** The calls of all threads, by what the first group of the pattern finds in a method's name. */
  Map<String, Long> calls(String methods) throws IOException {
    Pattern pattern = Pattern.compile(methods);
    Map<String, Long> calls = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files =
          all.filter(each -> each.getFileName().toString().startsWith("profile.")).toList();
      for (Path file : files) {
        for (String line : Files.readAllLines(file)) {
          Matcher row = ROW.matcher(line);
          if (row.matches()) {
            Matcher method = pattern.matcher(row.group(1));
            if (method.matches()) {
              calls.merge(method.group(1), Long.parseLong(row.group(2)), Long::sum);
            }
          }
        }
      }
    }
    return calls;
  }

  /** Lines {@code calls NUMBER NAME} of methods that were called at all. */
  static Map<String, Long> counted(String output) {
    Map<String, Long> calls = new TreeMap<>();
    for (String line : output.lines().toList()) {
      Matcher matcher = COUNTED.matcher(line);
      if (matcher.matches() && !matcher.group(1).equals("0")) {
        calls.put(matcher.group(2), Long.parseLong(matcher.group(1)));
      }
    }
    return calls;
  }
}
