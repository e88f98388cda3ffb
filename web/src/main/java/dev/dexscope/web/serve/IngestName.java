package dev.dexscope.web.serve;

import dev.dexscope.store.Facts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The name of a profile as Pyroscope's clients write it: {@code org.example{version=2.4}}.
 *
 * @param app the application
 * @param kind of the values, which older clients append: {@code org.example.alloc_space}; else
 *     empty
 * @param facts its labels that are facts of a run
 */
record IngestName(String app, String kind, Map<String, String> facts) {
  /** Labels by their names in Pyroscope's conventions; others may have the facts' own names. */
  private static final Map<String, String> FACTS =
      Map.of("service_version", "version", "service_git_ref", "build");

  private static final Set<String> KINDS =
      Set.of(
          "cpu", "itimer", "wall", "alloc_objects", "alloc_space", "inuse_objects", "inuse_space");

  /** Parses a name; a label without a value is not used. */
  static IngestName parse(String text) {
    int open = text.indexOf('{');
    String name = (open < 0 ? text : text.substring(0, open)).strip();
    Map<String, String> facts = new LinkedHashMap<>();
    int close = text.lastIndexOf('}');
    if (open >= 0 && close > open) {
      for (String each : text.substring(open + 1, close).split(",", -1)) {
        int equals = each.indexOf('=');
        if (equals > 0) {
          String key = each.substring(0, equals).strip();
          String fact = FACTS.getOrDefault(key, key);
          String value = unquoted(each.substring(equals + 1).strip());
          if (Facts.NAMES.contains(fact) && !fact.equals("app") && !value.isEmpty()) {
            facts.put(fact, value);
          }
        }
      }
    }
    int dot = name.lastIndexOf('.');
    String last = name.substring(dot + 1);
    return dot > 0 && KINDS.contains(last)
        ? new IngestName(name.substring(0, dot), last, facts)
        : new IngestName(name, "", facts);
  }

  private static String unquoted(String value) {
    boolean isQuoted = value.length() >= 2 && value.startsWith("\"") && value.endsWith("\"");
    return isQuoted ? value.substring(1, value.length() - 1) : value;
  }
}
