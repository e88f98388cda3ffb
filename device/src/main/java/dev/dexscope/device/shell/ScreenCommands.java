package dev.dexscope.device.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Commands about the content of the screen: the windows of the app in front, or the launcher. */
final class ScreenCommands {
  /** Where input comes from makes no difference here. */
  private static final Set<String> SOURCES =
      Set.of("touchscreen", "keyboard", "touchpad", "mouse", "stylus", "dpad", "trackball");

  private ScreenCommands() {}

  private static Screen screen(Call call) {
    return new Screen(call.shell().device());
  }

  private static int perform(Call call, String step) throws IOException {
    screen(call).perform(step);
    return 0;
  }

  /**
   * {@code input tap X Y}, {@code swipe X1 Y1 X2 Y2 [MS]}, {@code keyevent KEY ...}, {@code text
   * WORDS}, in which {@code %s} is a space.
   */
  static int input(Call call) throws IOException {
    List<String> words = call.words();
    if (!words.isEmpty() && SOURCES.contains(words.getFirst())) {
      words = words.subList(1, words.size());
    }
    String what = words.isEmpty() ? "" : words.getFirst();
    String places = String.join(",", words.subList(Math.min(1, words.size()), words.size()));
    return switch (what) {
      case "tap" -> perform(call, "tap:" + numbers(call, places, 2, 2));
      case "swipe", "draganddrop" -> perform(call, "swipe:" + numbers(call, places, 4, 5));
      case "motionevent" -> motion(call, words.subList(1, words.size()));
      case "keyevent" -> keys(call, words.subList(1, words.size()));
      case "text" -> text(call, words.subList(1, words.size()));
      default -> call.fail("tap X Y, swipe X1 Y1 X2 Y2 [MS], keyevent KEY ..., text WORDS");
    };
  }

  /** {@code motionevent DOWN|MOVE|UP|CANCEL X Y}. */
  private static int motion(Call call, List<String> words) throws IOException {
    if (words.size() != 3) {
      return call.fail("motionevent DOWN|MOVE|UP|CANCEL X Y");
    }
    String place = numbers(call, words.get(1) + "," + words.get(2), 2, 2);
    return perform(call, "touch:" + words.getFirst().toLowerCase(Locale.ROOT) + "," + place);
  }

  /** Words become a step of their own kind only: a place is numbers. */
  private static String numbers(Call call, String places, int least, int most) throws IOException {
    int count = places.split(",", -1).length;
    if (!places.matches("[\\d,.]+") || count < least || count > most) {
      throw new IOException(call.words().getFirst() + " needs " + least + " numbers");
    }
    // Places are whole pixels.
    return places.replaceAll("\\.\\d*", "");
  }

  private static int text(Call call, List<String> words) throws IOException {
    String text = String.join(" ", words).replace("%s", " ");
    return text.isEmpty() ? call.fail("write a text") : perform(call, "keys:" + text);
  }

  /** {@code cmd dexscope do STEP...}: steps on the app in front, but none that names files. */
  static int steps(Call call) throws IOException {
    List<String> words = call.words();
    if (words.size() < 2 || !words.getFirst().equals("do")) {
      return call.fail("do STEP ..., such as tap:id/login");
    }
    for (String each : words.subList(1, words.size())) {
      if (each.matches("(screenshot|tree|focus|services)\\b.*|broadcast:.* > .*")) {
        return call.fail(each + ": use screencap, uiautomator dump or dumpsys");
      }
      perform(call, each);
    }
    return 0;
  }

  /** One key after the other; the names are those of the app's framework. */
  private static int keys(Call call, List<String> keys) throws IOException {
    if (keys.isEmpty()) {
      return call.fail("write a key, such as ENTER or 66");
    }
    for (String each : keys) {
      if (!each.equals("--longpress")) {
        perform(call, "key:" + each);
      }
    }
    return 0;
  }

  /**
   * {@code screencap [-p] [-d DISPLAY] [FILE]}: a PNG by {@code -p} or the file's name, else the
   * pixels; on the output where no file is named.
   */
  static int screencap(Call call) throws IOException {
    boolean isPng = false;
    String name = "";
    Iterator<String> words = call.words().iterator();
    while (words.hasNext()) {
      String word = words.next();
      switch (word) {
        case "-p" -> isPng = true;
        case "-d" -> next(words);
        default -> {
          if (word.startsWith("-")) {
            return call.fail("unknown option " + word);
          }
          name = word;
        }
      }
    }
    isPng |= name.endsWith(".png");
    byte[] picture = screen(call).picture(isPng);
    if (name.isEmpty()) {
      call.out().writeBytes(picture);
    } else {
      Files.write(call.shell().hostToWrite(name), picture);
    }
    return 0;
  }

  private static String next(Iterator<String> words) {
    return words.hasNext() ? words.next() : "";
  }

  /** {@code monkey -p PACKAGE [-c CATEGORY] [-s SEED] COUNT}: one event only starts the app. */
  static int monkey(Call call) throws IOException {
    String packageName = "";
    String seed = "";
    String count = "";
    Iterator<String> words = call.words().iterator();
    while (words.hasNext()) {
      String word = words.next();
      switch (word) {
        case "-p" -> packageName = next(words);
        case "-s" -> seed = "@" + SystemCommands.number(next(words));
        // Touches at random are all that there is.
        case "-c", "--throttle", "--pct-touch", "--pct-syskeys" -> next(words);
        default -> count = word.startsWith("-") ? count : word;
      }
    }
    if (packageName.isEmpty() || count.isEmpty()) {
      return call.fail("write monkey -p PACKAGE COUNT");
    }
    int touches = SystemCommands.number(count) - 1;
    int exit = ActivityCommands.am(call.with("am", List.of("start", "-W", "-p", packageName)));
    if (exit == 0 && touches > 0) {
      exit = perform(call, "monkey:" + touches + seed);
    }
    if (exit == 0) {
      call.out().println("Events injected: " + (touches + 1));
    }
    return exit;
  }
}
