package dev.dexscope.trace.retrace;

import java.util.Map;

/**
 * The files of the source's classes: those that the mapping file names, and else the usual ones.
 */
final class SourceFiles {
  private static final String KOTLIN = "kt";

  private final Map<String, String> known;

  SourceFiles(Map<String, String> known) {
    this.known = known;
  }

  /**
   * Returns the file of a class.
   *
   * @param type its name in the source
   * @param isMapped whether the mapping file has it
   * @param now the file that the frame has
   */
  String of(String type, boolean isMapped, String now) {
    String file = known.get(type);
    if (file != null) {
      return file;
    }
    return isMapped && !now.equals("Native Method") ? usual(type, now) : now;
  }

  /** The outer class's name, and the suffix of its language. */
  private static String usual(String type, String now) {
    String name = type.substring(type.lastIndexOf('.') + 1);
    int inner = name.indexOf('$');
    String outer = inner < 0 ? name : name.substring(0, inner);
    String suffix = now.substring(now.lastIndexOf('/') + 1);
    suffix = suffix.contains(".") ? suffix.substring(suffix.lastIndexOf('.') + 1) : "";
    boolean mayBeKotlin = suffix.isEmpty() || suffix.equals(KOTLIN);
    if (mayBeKotlin && outer.endsWith("Kt")) {
      return outer.substring(0, outer.length() - 2) + "." + KOTLIN;
    }
    return outer + "." + (suffix.equals(KOTLIN) ? KOTLIN : "java");
  }
}
