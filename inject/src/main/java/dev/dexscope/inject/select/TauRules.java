package dev.dexscope.inject.select;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A selective instrumentation file of TAU's: lists of routines between {@code BEGIN_INCLUDE_LIST}
 * or {@code BEGIN_EXCLUDE_LIST} and their ends. In a routine {@code #} matches any text; a line
 * that begins with {@code #} is a comment, unless the line is in quotes.
 */
final class TauRules {
  private static final String BEGIN = "BEGIN_";
  private static final String END = "END_";
  private static final String INCLUDES = "INCLUDE_LIST";
  private static final String EXCLUDES = "EXCLUDE_LIST";

  private final List<Pattern> includes = new ArrayList<>();
  private final List<Pattern> excludes = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private TauRules() {}

  /**
   * Reads a file's lines.
   *
   * @param file for messages
   * @throws IllegalArgumentException when a list has no end, or an end no beginning
   */
  static TauRules parse(String file, List<String> lines) {
    var rules = new TauRules();
    String list = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      String place = file + ":" + (i + 1);
      if (line.startsWith(BEGIN) && list.isEmpty()) {
        list = line.substring(BEGIN.length());
        rules.begin(list, place);
      } else if (line.startsWith(END) || line.startsWith(BEGIN)) {
        if (!line.equals(END + list)) {
          throw new IllegalArgumentException(place + ": " + line + " where no such list is open");
        }
        list = "";
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        rules.add(list, line, place);
      }
    }
    if (!list.isEmpty()) {
      throw new IllegalArgumentException(file + ": " + BEGIN + list + " has no end");
    }
    return rules;
  }

  private void begin(String list, String place) {
    if (!list.equals(INCLUDES) && !list.equals(EXCLUDES)) {
      warnings.add(place + ": " + BEGIN + list + " means nothing here and is passed over");
    }
  }

  private void add(String list, String line, String place) {
    boolean quoted = line.length() > 2 && line.startsWith("\"") && line.endsWith("\"");
    Pattern routine =
        Wildcards.compile(quoted ? line.substring(1, line.length() - 1) : line, '#', "");
    switch (list) {
      case INCLUDES -> includes.add(routine);
      case EXCLUDES -> excludes.add(routine);
      case "" -> warnings.add(place + ": '" + line + "' is in no list and is passed over");
      default -> {}
    }
  }

  List<String> warnings() {
    return warnings;
  }

  boolean hasIncludes() {
    return !includes.isEmpty();
  }

  boolean includes(Candidate method) {
    return isIn(includes, method);
  }

  boolean excludes(Candidate method) {
    return isIn(excludes, method);
  }

  /**
   * Routines may be written as profiles name them in either form, as Java does, or without
   * parameters.
   */
  private static boolean isIn(List<Pattern> routines, Candidate method) {
    if (routines.isEmpty()) {
      return false;
    }
    List<String> names =
        List.of(
            method.profileName(),
            method.javaName(),
            method.tauName(),
            method.className() + "." + method.name());
    return routines.stream()
        .anyMatch(routine -> names.stream().anyMatch(name -> routine.matcher(name).matches()));
  }
}
