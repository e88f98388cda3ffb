package dev.dexscope.device.shell;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The intent for starting an activity, from the words of {@code am start}. */
final class Intent {
  /** Options for a flag of {@code android.content.Intent}. */
  private static final Map<String, Integer> FLAGS =
      Map.of(
          "--activity-clear-task", 0x0000_8000,
          "--activity-clear-top", 0x0400_0000,
          "--activity-multiple-task", 0x0800_0000,
          "--activity-new-task", 0x1000_0000,
          "--activity-no-history", 0x4000_0000,
          "--activity-reorder-to-front", 0x0002_0000,
          "--activity-single-top", 0x2000_0000);

  /** Options for an extra, with the letter of its type in the line of an intent. */
  private static final Map<String, String> EXTRAS =
      Map.of("--es", "S", "-e", "S", "--ez", "B", "--ei", "i", "--el", "l", "--ef", "f");

  private static final String KEPT = "_-!.~'()*";

  private String action = "";
  private String data = "";
  private String type = "";
  private final List<String> categories = new ArrayList<>();
  private int flags;
  private String packageName = "";
  private @Nullable ComponentName component;

  /** By their keys, each with its type's letter before the value. */
  private final Map<String, String> extras = new LinkedHashMap<>();

  /**
   * Parses an option.
   *
   * @param values the words after it; as many are used as it needs
   * @return the number of words used; -1 for an option that is not an intent's
   */
  int take(String option, List<String> values) throws IOException {
    String letter = EXTRAS.get(option);
    if (letter != null) {
      String key = value(option, values, 0);
      extras.put(key, letter + extra(option, letter, value(option, values, 1)));
      return 2;
    }
    Integer flag = FLAGS.get(option);
    if (flag != null) {
      flags |= flag;
      return 0;
    }
    switch (option) {
      case "-a" -> action = value(option, values, 0);
      case "-d" -> data = value(option, values, 0);
      case "-t" -> type = value(option, values, 0);
      case "-c" -> categories.add(value(option, values, 0));
      case "-p" -> packageName = value(option, values, 0);
      case "-n" -> component = ComponentName.parse(value(option, values, 0));
      case "-f" -> flags |= flags(value(option, values, 0));
      default -> {
        return -1;
      }
    }
    return 1;
  }

  private static String value(String option, List<String> values, int at) throws IOException {
    if (at >= values.size()) {
      throw new IOException("no value after " + option);
    }
    return values.get(at);
  }

  private static String extra(String option, String letter, String value) throws IOException {
    try {
      return switch (letter) {
        case "i" -> Integer.decode(value) + "";
        case "l" -> Long.decode(value) + "";
        case "f" -> Float.parseFloat(value) + "";
        case "B" -> bool(value);
        default -> value;
      };
    } catch (NumberFormatException e) {
      throw new IOException("no value for " + option + ": " + value, e);
    }
  }

  /** As Android reads it: other words are errors there, too. */
  private static String bool(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "t", "1" -> "true";
      case "false", "f", "0" -> "false";
      default -> throw new NumberFormatException(value);
    };
  }

  private static int flags(String value) throws IOException {
    try {
      return Long.decode(value).intValue();
    } catch (NumberFormatException e) {
      throw new IOException("no flags: " + value, e);
    }
  }

  /** A word without an option: a component, a package, or an address. */
  void take(String word) throws IOException {
    if (word.indexOf(':') >= 0) {
      data = word;
    } else if (word.indexOf('/') > 0) {
      component = ComponentName.parse(word);
    } else {
      packageName = word;
    }
  }

  @Nullable ComponentName component() {
    return component;
  }

  /** The one that it is meant for, after it was found. */
  void resolve(ComponentName found) {
    component = found;
  }

  /** Returns the package that it names, by itself or in its component; may be empty. */
  String target() {
    return component == null ? packageName : component.packageName();
  }

  /** Returns whether it requests the launcher's activity: explicitly, or because it is empty. */
  boolean isForLauncher() {
    return (action.isEmpty() && data.isEmpty()) || action.equals("android.intent.action.MAIN");
  }

  /** Returns whether it is for the launcher itself. */
  boolean isForHome() {
    return categories.contains("android.intent.category.HOME");
  }

  /** Adds the action and category of a launcher. */
  void completeForLauncher() {
    if (action.isEmpty()) {
      action = "android.intent.action.MAIN";
      categories.add("android.intent.category.LAUNCHER");
    }
  }

  /** One line, which {@code Intent.parseUri} reads: {@code intent:#Intent;...;end}. */
  String toUri() {
    int colon = data.indexOf(':');
    var text = new StringBuilder("intent:");
    text.append(data.substring(colon + 1).replace("#", "%23")).append("#Intent;");
    put(text, "scheme", colon < 0 ? "" : data.substring(0, colon));
    put(text, "action", action);
    categories.forEach(each -> put(text, "category", each));
    put(text, "type", type);
    if (flags != 0) {
      text.append("launchFlags=0x").append(Integer.toHexString(flags)).append(';');
    }
    put(text, "package", component == null ? packageName : "");
    if (component != null) {
      text.append("component=");
      text.append(encoded(component.shortName()).replace("%2F", "/")).append(';');
    }
    extras.forEach((key, value) -> {
      text.append(value.charAt(0)).append('.').append(encoded(key));
      text.append('=').append(encoded(value.substring(1))).append(';');
    });
    return text.append("end").toString();
  }

  private static void put(StringBuilder text, String name, String value) {
    if (!value.isEmpty()) {
      text.append(name).append('=').append(encoded(value)).append(';');
    }
  }

  /** As {@code android.net.Uri} does it. */
  private static String encoded(String text) {
    var out = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xff);
      boolean isPlain = c < 0x80 && (Character.isLetterOrDigit(c) || KEPT.indexOf(c) >= 0);
      if (isPlain) {
        out.append(c);
      } else {
        out.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
      }
    }
    return out.toString();
  }

  /** As {@code am} prints it. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (!action.isEmpty()) {
      parts.add("act=" + action);
    }
    if (!categories.isEmpty()) {
      parts.add("cat=[" + String.join(",", categories) + "]");
    }
    if (!data.isEmpty()) {
      parts.add("dat=" + data);
    }
    if (!type.isEmpty()) {
      parts.add("typ=" + type);
    }
    if (flags != 0) {
      parts.add("flg=0x" + Integer.toHexString(flags));
    }
    if (component != null) {
      parts.add("cmp=" + component.shortName());
    } else if (!packageName.isEmpty()) {
      parts.add("pkg=" + packageName);
    }
    if (!extras.isEmpty()) {
      parts.add("(has extras)");
    }
    return "Intent { " + String.join(" ", parts) + " }";
  }
}
