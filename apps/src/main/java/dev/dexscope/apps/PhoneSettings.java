package dev.dexscope.apps;

import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a phone, and its screen: Android's defaults, and what the user of a device has
 * changed. Apps find them as they are when their process starts, and get each change.
 *
 * <pre>{@code
 * PhoneSettings settings = PhoneSettings.of(file);
 * settings.put(PhoneSettings.Table.SYSTEM, "font_scale", "1.3");
 * }</pre>
 */
public final class PhoneSettings {
  /** The variable of an app's process that names the file of a device's changes. */
  public static final String VARIABLE = "DEXSCOPE_SETTINGS";

  /** The package of the keyboard on the screen, and its service. */
  public static final String KEYBOARD = "com.android.inputmethod.latin";

  public static final String INPUT_METHOD = KEYBOARD + "/.LatinIME";

  private static final String SCREEN = "screen";

  private static final String BARS = "bars";
  private static final String ON_SCREEN_KEYBOARD = "keyboard";
  private static final String ON = "on";
  private static final String OFF = "off";

  /** The night mode that is always on. */
  private static final String NIGHT = "2";

  private static final float LEAST_SCALE = 0.25f;
  private static final float MOST_SCALE = 5;

  private static final int MOST = 4096;
  private static final int LONGEST = 1 << 16;

  /** A default that was deleted; settings have no such value. */
  private static final String DELETED = "\0";

  /** The same in each run: apps name their user by it. */
  private static final String ID = "5d1c93aa07e2b846";

  private static final String NAVIGATION = "navigation";
  private static final String NAVIGATION_MODE = "navigation_mode";

  /** Three keys below the screen. */
  private static final String KEYS = "0";

  /** A handle there. */
  private static final String GESTURES = "2";

  /** The tables of Android's provider of settings. */
  public enum Table {
    SYSTEM(
        Map.of(
            "screen_brightness", "102",
            "screen_brightness_mode", "0",
            "screen_off_timeout", "60000",
            "accelerometer_rotation", "1",
            "haptic_feedback_enabled", "1",
            "sound_effects_enabled", "1",
            "dtmf_tone", "1",
            "font_scale", "1.0",
            "volume_music", "5",
            "volume_ring", "5")),
    SECURE(
        Map.of(
            "android_id",
            ID,
            "default_input_method",
            INPUT_METHOD,
            "enabled_input_methods",
            INPUT_METHOD,
            "user_setup_complete",
            "1",
            "accessibility_enabled",
            "0",
            "touch_exploration_enabled",
            "0",
            "install_non_market_apps",
            "0",
            "location_mode",
            "3",
            NAVIGATION_MODE,
            KEYS)),
    GLOBAL(
        Map.ofEntries(
            Map.entry("device_provisioned", "1"),
            Map.entry("airplane_mode_on", "0"),
            Map.entry("auto_time", "1"),
            Map.entry("auto_time_zone", "1"),
            Map.entry("adb_enabled", "0"),
            Map.entry("development_settings_enabled", "0"),
            Map.entry("stay_on_while_plugged_in", "0"),
            Map.entry("window_animation_scale", "1.0"),
            Map.entry("transition_animation_scale", "1.0"),
            Map.entry("animator_duration_scale", "1.0"),
            Map.entry("device_name", PhoneProperties.MODEL)));

    @SuppressWarnings("ImmutableEnumChecker") // Map.of makes maps that do not change.
    private final Map<String, String> defaults;

    Table(Map<String, String> defaults) {
      this.defaults = defaults;
    }

    /** Returns the table of a name, as {@code settings} has it. */
    public static Optional<Table> named(String name) {
      return Arrays.stream(values()).filter(each -> each.lowerName().equals(name)).findFirst();
    }

    /** Its name. */
    public String lowerName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final @Nullable Path file;

  /** By the table's name, a slash, and the setting's name. */
  private final Map<String, String> changes = new TreeMap<>();

  private volatile Consumer<String> observer = _ -> {};

  private PhoneSettings(@Nullable Path file) {
    this.file = file;
  }

  /**
   * Returns the settings of a device.
   *
   * @param file of the changes; made with the first change
   * @throws IOException if it cannot be read
   */
  public static PhoneSettings of(Path file) throws IOException {
    var settings = new PhoneSettings(file);
    if (Files.exists(file)) {
      var all = new Properties();
      try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
        all.load(in);
      }
      all.stringPropertyNames().forEach(each -> settings.changes.put(each, all.getProperty(each)));
    }
    return settings;
  }

  /**
   * Returns the settings of the device that has started this process; the defaults if there is
   * none. Changes stay in this process.
   *
   * @throws IOException if they cannot be read
   */
  public static PhoneSettings ofDevice() throws IOException {
    String name = System.getenv(VARIABLE);
    var settings = new PhoneSettings(null);
    if (name != null) {
      settings.changes.putAll(of(Path.of(name)).changes);
    }
    return settings;
  }

  /** Returns all of a table by their names. */
  public synchronized Map<String, String> all(Table table) {
    var all = new TreeMap<>(table.defaults);
    String prefix = table.lowerName() + "/";
    changes.forEach((key, value) -> {
      if (key.startsWith(prefix)) {
        all.put(key.substring(prefix.length()), value);
      }
    });
    all.values().removeIf(DELETED::equals);
    return all;
  }

  /**
   * Changes a setting.
   *
   * @throws IOException if there are too many, or they cannot be written
   */
  public void put(Table table, String name, String value) throws IOException {
    change(table.lowerName() + "/" + name, value);
  }

  /**
   * Deletes a setting; returns whether there was one.
   *
   * @throws IOException if the settings cannot be written
   */
  public synchronized boolean delete(Table table, String name) throws IOException {
    boolean isThere = all(table).containsKey(name);
    if (isThere) {
      change(table.lowerName() + "/" + name, table.defaults.containsKey(name) ? DELETED : null);
    }
    return isThere;
  }

  /** Returns the screen as it is made. */
  public static PhoneScreen physicalScreen() {
    return PhoneScreen.DEFAULT;
  }

  /** Returns the screen as the user has changed it. */
  public synchronized PhoneScreen screen() {
    String changed = changes.get(SCREEN);
    return changed == null ? PhoneScreen.DEFAULT : PhoneScreen.parse(changed);
  }

  /**
   * Changes the screen.
   *
   * @throws IOException if the settings cannot be written
   */
  public void screen(PhoneScreen screen) throws IOException {
    change(SCREEN, screen.equals(PhoneScreen.DEFAULT) ? null : screen.toString());
  }

  /** Returns whether the screen has the bars of the system, as every phone has them. */
  public synchronized boolean hasBars() {
    return !changes.containsKey(BARS);
  }

  /** Returns whether the user moves a finger in from the edges for what others have keys for. */
  public boolean hasGestures() {
    return get(Table.SECURE, NAVIGATION_MODE).equals(GESTURES);
  }

  /** Returns whether the phone has a keyboard on its screen, and not one with keys of its own. */
  public synchronized boolean hasKeyboard() {
    return !changes.containsKey(ON_SCREEN_KEYBOARD);
  }

  /** Sets who receives each change, as {@link #change(String)} takes it. */
  public void whenChanged(Consumer<String> receiver) {
    observer = receiver;
  }

  /**
   * Makes a change that others have received: {@code system/font_scale=1.3}, {@code
   * screen=1080x1920@420}, {@code bars=off}, {@code keyboard=off}, {@code navigation=gestures};
   * without a value, the setting is deleted.
   *
   * @throws IOException if there are too many, or they cannot be written
   * @throws IllegalArgumentException if there is no such table or screen
   */
  public void change(String assignment) throws IOException {
    int equals = assignment.indexOf('=');
    String key = equals < 0 ? assignment : assignment.substring(0, equals);
    String value = equals < 0 ? null : assignment.substring(equals + 1);
    if (key.equals(SCREEN)) {
      screen(value == null ? PhoneScreen.DEFAULT : PhoneScreen.parse(value));
      return;
    }
    boolean isSwitch = key.equals(BARS) || key.equals(ON_SCREEN_KEYBOARD);
    if (isSwitch && (value == null || value.equals(ON) || value.equals(OFF))) {
      change(key, OFF.equals(value) ? OFF : null);
      return;
    }
    String mode = key.equals(NAVIGATION) ? navigation(value) : null;
    if (mode != null) {
      put(Table.SECURE, NAVIGATION_MODE, mode);
      return;
    }
    for (Table each : Table.values()) {
      String prefix = each.lowerName() + "/";
      if (key.startsWith(prefix) && key.length() > prefix.length()) {
        String name = key.substring(prefix.length());
        if (value == null) {
          delete(each, name);
        } else {
          put(each, name, value);
        }
        return;
      }
    }
    throw new IllegalArgumentException(
        "such as system/font_scale=1.3, screen=1080x1920@420, bars=off or keyboard=off");
  }

  private static @Nullable String navigation(@Nullable String by) {
    return switch (by) {
      case null -> KEYS;
      case "buttons" -> KEYS;
      case "gestures" -> GESTURES;
      default -> null;
    };
  }

  /** Returns a setting; empty if there is none. */
  public String get(Table table, String name) {
    return all(table).getOrDefault(name, "");
  }

  /** Returns screen, language and night mode as the directories of resources have them. */
  public String qualifiers() {
    return qualifiers(screen());
  }

  /** The same when the screen lies, or stands. */
  public String qualifiers(boolean isLandscape) {
    return qualifiers(screen().turned(isLandscape));
  }

  private String qualifiers(PhoneScreen screen) {
    String[] languages = get(Table.SYSTEM, "system_locales").split(",", 2);
    Locale locale = Locale.forLanguageTag(languages[0]);
    return language(locale.getLanguage().isEmpty() ? Locale.US : locale)
        + "-"
        + screen.qualifiers(get(Table.SECURE, "ui_night_mode").equals(NIGHT));
  }

  private static String language(Locale locale) {
    if (locale.getScript().isEmpty()) {
      return locale.getLanguage()
          + (locale.getCountry().isEmpty() ? "" : "-r" + locale.getCountry());
    }
    String tag = locale.getLanguage() + "+" + locale.getScript();
    return "b+" + tag + (locale.getCountry().isEmpty() ? "" : "+" + locale.getCountry());
  }

  /** Returns the size of texts, 1 by default. */
  public float fontScale() {
    try {
      float scale = Float.parseFloat(get(Table.SYSTEM, "font_scale"));
      return scale >= LEAST_SCALE && scale <= MOST_SCALE ? scale : 1;
    } catch (NumberFormatException e) {
      return 1;
    }
  }

  /** Returns whether the user has turned the screen to a side, and fixed it there. */
  public boolean isTurned() {
    return rotation() % 2 == 1;
  }

  /** Returns how the user has fixed the screen, in quarters of a turn; 0 if it is free. */
  public int rotation() {
    String turned = get(Table.SYSTEM, "user_rotation");
    boolean isFixed = get(Table.SYSTEM, "accelerometer_rotation").equals("0");
    return isFixed && turned.matches("[0-3]") ? Integer.parseInt(turned) : 0;
  }

  private void change(String key, @Nullable String value) throws IOException {
    store(key, value);
    observer.accept(value == null || value.equals(DELETED) ? key : key + "=" + value);
  }

  private synchronized void store(String key, @Nullable String value) throws IOException {
    if (value == null) {
      changes.remove(key);
    } else if (key.length() + value.length() > LONGEST
        || (changes.size() >= MOST && !changes.containsKey(key))) {
      throw new IOException("there are up to " + MOST + " settings of " + LONGEST + " characters");
    } else {
      changes.put(key, value);
    }
    Path target = file;
    if (target != null) {
      var all = new Properties();
      all.putAll(changes);
      var text = new StringWriter();
      all.store(text, null);
      byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
      OutputFile.write(target, out -> out.write(bytes));
    }
  }
}
