package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneScreen;
import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.apps.PhoneSettings.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code settings} and {@code wm}: what the user has set. Apps that run get each change. */
final class SettingsCommands {
  private static final int INVALID = 255;
  private static final String ROTATION = "user_rotation";
  private static final String FREE = "accelerometer_rotation";
  private static final Pattern SIZE = Pattern.compile("(\\d{1,5})x(\\d{1,5})");

  private SettingsCommands() {}

  private static PhoneSettings store(Call call) {
    return call.shell().device().settings();
  }

  /** {@code settings [--user N] get|put|delete|list TABLE [NAME [VALUE]]}. */
  static int settings(Call call) throws IOException {
    List<String> words = new ArrayList<>(call.words());
    int user = words.indexOf("--user");
    if (user >= 0) {
      words.subList(user, Math.min(user + 2, words.size())).clear();
    }
    if (words.size() < 2) {
      return call.fail("settings get|put|delete|list system|secure|global [NAME [VALUE]]");
    }
    Optional<Table> named = Table.named(words.get(1));
    if (named.isEmpty()) {
      call.err().println("Invalid namespace '" + words.get(1) + "'");
      return INVALID;
    }
    Table table = named.get();
    String verb = words.getFirst();
    if (verb.equals("list")) {
      store(call).all(table).forEach((name, value) -> call.out().println(name + "=" + value));
      return 0;
    }
    if (words.size() < (verb.equals("put") ? 4 : 3)) {
      call.err().println("Bad arguments");
      return INVALID;
    }
    return change(call, table, words);
  }

  private static int change(Call call, Table table, List<String> words) throws IOException {
    String name = words.get(2);
    switch (words.getFirst()) {
      case "get" -> call.out().println(store(call).all(table).getOrDefault(name, "null"));
      case "put" -> store(call).put(table, name, words.get(3));
      case "delete" -> {
        int count = store(call).delete(table, name) ? 1 : 0;
        call.out().println("Deleted " + count + " rows");
      }
      default -> {
        call.err().println("Invalid command: " + words.getFirst());
        return INVALID;
      }
    }
    return 0;
  }

  /**
   * {@code wm size [WxH|reset]}, {@code wm density [N|reset]}, {@code wm user-rotation [free|lock
   * [N]]}.
   */
  static int wm(Call call) throws IOException {
    List<String> words = call.words();
    String what = words.isEmpty() ? "" : words.getFirst();
    if (what.equals("user-rotation")) {
      return rotation(call, words.subList(1, words.size()));
    }
    if (!what.equals("size") && !what.equals("density")) {
      return call.fail(
          "wm size [WxH|reset], wm density [N|reset], wm user-rotation [free|lock [N]]");
    }
    boolean isSize = what.equals("size");
    if (words.size() > 1) {
      return set(call, isSize, words.get(1));
    }
    String before = text(PhoneSettings.physicalScreen(), isSize);
    String now = text(store(call).screen(), isSize);
    call.out().println("Physical " + what + ": " + before);
    if (!now.equals(before)) {
      call.out().println("Override " + what + ": " + now);
    }
    return 0;
  }

  private static int rotation(Call call, List<String> words) throws IOException {
    PhoneSettings settings = store(call);
    String now = settings.all(Table.SYSTEM).getOrDefault(ROTATION, "0");
    if (words.isEmpty()) {
      boolean isFree = !settings.get(Table.SYSTEM, FREE).equals("0");
      call.out().println(isFree ? "free" : "lock " + now);
      return 0;
    }
    boolean isFree = words.equals(List.of("free"));
    String turned = words.size() == 2 ? words.getLast() : now;
    if (!isFree && !(words.getFirst().equals("lock") && turned.matches("[0-3]"))) {
      return call.fail("wm user-rotation [free|lock [0-3]]");
    }
    if (!isFree) {
      settings.put(Table.SYSTEM, ROTATION, turned);
    }
    settings.put(Table.SYSTEM, FREE, isFree ? "1" : "0");
    return 0;
  }

  private static String text(PhoneScreen screen, boolean isSize) {
    return isSize ? screen.width() + "x" + screen.height() : screen.density() + "";
  }

  private static int set(Call call, boolean isSize, String word) throws IOException {
    PhoneScreen physical = PhoneSettings.physicalScreen();
    PhoneScreen now = store(call).screen();
    int width = now.width();
    int height = now.height();
    int density = now.density();
    Matcher size = SIZE.matcher(word);
    if (word.equals("reset")) {
      width = isSize ? physical.width() : width;
      height = isSize ? physical.height() : height;
      density = isSize ? density : physical.density();
    } else if (isSize && size.matches()) {
      width = Integer.parseInt(size.group(1));
      height = Integer.parseInt(size.group(2));
    } else if (!isSize && word.matches("\\d{1,5}")) {
      density = Integer.parseInt(word);
    } else {
      call.err().println("Error: bad " + (isSize ? "size " : "number ") + word);
      return INVALID;
    }
    try {
      store(call).screen(new PhoneScreen(width, height, density));
      return 0;
    } catch (IllegalArgumentException e) {
      call.err().println("Error: " + e.getMessage());
      return INVALID;
    }
  }
}
