package dev.dexscope.suites;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Describes a difference between expected and real output in one line. */
final class Difference {
  private static final Pattern THROWN = Pattern.compile("\\w+(\\.\\w+)*(Exception|Error)\\b");
  private static final int LONGEST = 160;

  private Difference() {}

  /**
   * The most telling line of a unified diff: the first unexpected exception, else the first lines
   * that differ.
   */
  static String of(Path diff, int exit) throws IOException {
    List<String> lines = Files.readAllLines(diff, StandardCharsets.ISO_8859_1);
    var expected = first(lines, '-', Pattern.compile(""));
    var thrown = first(lines, '+', THROWN);
    if (!thrown.isEmpty()) {
      return shortened(thrown);
    }
    var printed = first(lines, '+', Pattern.compile(""));
    if (expected.isEmpty() && printed.isEmpty()) {
      return "exit code " + exit;
    }
    return shortened("expected '" + expected + "', printed '" + printed + "'");
  }

  /** The first line that only one side has and that has {@code what} in it. */
  private static String first(List<String> lines, char side, Pattern what) {
    String header = String.valueOf(side).repeat(3);
    return lines.stream()
        .filter(line -> !line.isEmpty() && line.charAt(0) == side && !line.startsWith(header))
        .map(line -> line.substring(1).strip())
        .filter(line -> what.matcher(line).find())
        .findFirst()
        .orElse("");
  }

  private static String shortened(String line) {
    String clean = line.replace('\t', ' ');
    return clean.length() <= LONGEST ? clean : clean.substring(0, LONGEST) + "...";
  }
}
