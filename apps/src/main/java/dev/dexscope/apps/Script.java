package dev.dexscope.apps;

import java.util.ArrayList;
import java.util.List;

/**
 * The steps performed on an app.
 *
 * <pre>{@code
 * Script script = Script.parse("text:id/user=joe; tap:id/login; screenshot:in.png");
 * }</pre>
 *
 * @param steps in their order
 * @param text their source, one a line
 */
public record Script(List<Step> steps, List<String> text) {
  /** No steps. */
  public static final Script EMPTY = new Script(List.of(), List.of());

  public Script {
    steps = List.copyOf(steps);
    text = List.copyOf(text);
  }

  /**
   * Reads steps that semicolons or line ends part; a backslash before either, or before itself,
   * makes it part of the step. Lines that begin with a number sign are passed over.
   */
  public static Script parse(String text) {
    List<Step> steps = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String each : split(text)) {
      String line = each.strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        steps.add(Step.parse(line));
        lines.add(line);
      }
    }
    return new Script(steps, lines);
  }

  private static List<String> split(String text) {
    List<String> parts = new ArrayList<>();
    var part = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && isSpecial(text.charAt(i + 1))) {
        part.append(text.charAt(++i));
      } else if (c == ';' || c == '\n') {
        parts.add(part.toString());
        part.setLength(0);
      } else {
        part.append(c);
      }
    }
    parts.add(part.toString());
    return parts;
  }

  private static boolean isSpecial(char c) {
    return c == ';' || c == '\n' || c == '\\';
  }
}
