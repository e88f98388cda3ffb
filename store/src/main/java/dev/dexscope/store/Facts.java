package dev.dexscope.store;

import dev.dexscope.base.files.RefusedFileException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The known facts of a run besides its trace. An empty text is not known.
 *
 * <pre>{@code
 * Facts facts = Facts.of(Map.of("app", "org.example", "version", "2.4")).orElse(Facts.NONE);
 * }</pre>
 *
 * @param app the application's id; names folders, and so has letters, digits, dots and hyphens
 * @param version as users know it: 2.4
 * @param build the build's number or commit
 * @param device the model
 * @param api the level of Android's interface
 * @param abi the kind of processor: arm64-v8a
 * @param scenario what was done in the run
 * @param day when: 2026-11-26
 */
public record Facts(
    String app,
    String version,
    String build,
    String device,
    String api,
    String abi,
    String scenario,
    String day) {
  public static final Facts NONE = new Facts("", "", "", "", "", "", "", "");

  /** The names of all, in the order of the components. */
  public static final List<String> NAMES =
      List.of("app", "version", "build", "device", "api", "abi", "scenario", "day");

  private static final Pattern APP = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
  private static final Pattern LEVEL = Pattern.compile("\\d{1,4}");

  /** The characters that end lines, move a terminal's cursor, or have no bytes in UTF-8. */
  private static final Pattern UNSHOWN = Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}]");

  private static final int LONGEST = 200;
  private static final long LARGEST_FILE = 1 << 20;

  /**
   * Takes the known ones of these.
   *
   * @throws IllegalArgumentException if one is not of its form
   */
  public static Facts of(Map<String, String> facts) {
    String[] values = new String[NAMES.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = checked(NAMES.get(i), facts.getOrDefault(NAMES.get(i), ""));
    }
    return of(values);
  }

  private static Facts of(String... values) {
    return new Facts(
        values[0], values[1], values[2], values[3], values[4], values[5], values[6], values[7]);
  }

  private static String checked(String name, String value) {
    if (value.isEmpty()) {
      return value;
    }
    boolean isValid =
        switch (name) {
          case "app" -> isApp(value);
          case "api" -> LEVEL.matcher(value).matches();
          case "day" -> isDay(value);
          default -> value.length() <= LONGEST && !UNSHOWN.matcher(value).find();
        };
    if (!isValid) {
      throw new IllegalArgumentException("no " + name + ": " + value);
    }
    return value;
  }

  static boolean isApp(String name) {
    return APP.matcher(name).matches();
  }

  static boolean isDay(String text) {
    try {
      return LocalDate.parse(text).toString().equals(text) && text.length() == 10;
    } catch (DateTimeException e) {
      return false;
    }
  }

  /**
   * Reads a file with a JSON object of them.
   *
   * @throws StoreFormatException if it has others, or one is not of its form
   * @throws IOException if it cannot be read
   */
  public static Facts read(Path file) throws IOException {
    Json json = Json.read(file.toString(), Json.bytesOf(file, LARGEST_FILE));
    String[] values = new String[NAMES.size()];
    Arrays.fill(values, "");
    for (String name : json.names()) {
      int at = NAMES.indexOf(name);
      if (at < 0) {
        throw json.fault("has no '" + name + "'; there are " + String.join(", ", NAMES));
      }
      try {
        values[at] = json.has(name) ? checked(name, json.word(name)) : "";
      } catch (IllegalArgumentException e) {
        throw json.fault(String.valueOf(e.getMessage()));
      }
    }
    return of(values);
  }

  private List<String> values() {
    return List.of(app, version, build, device, api, abi, scenario, day);
  }

  /** Those of the other where these are not known. */
  public Facts orElse(Facts other) {
    String[] values = new String[NAMES.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = values().get(i).isEmpty() ? other.values().get(i) : values().get(i);
    }
    return of(values);
  }

  /** These, with an application. */
  Facts ofRun(Path trace) {
    if (app.isEmpty()) {
      throw new RefusedFileException(
          "the run's application is not known", trace, "add --app ID, or a file of facts");
    }
    return this;
  }

  /** The level as a number; -1 if it is not known. */
  long apiLevel() {
    return api.isEmpty() ? -1 : Long.parseLong(api);
  }
}
