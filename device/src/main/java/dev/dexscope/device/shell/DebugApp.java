package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.apps.PhoneSettings.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The app that waits for a debugger whenever it starts, as the settings of a phone's developers
 * have it: {@code am set-debug-app} and {@code clear-debug-app}.
 */
final class DebugApp {
  private static final String NAME = "debug_app";
  private static final String WAITS = "wait_for_debugger";

  private DebugApp() {}

  /** {@code set-debug-app [-w] [--persistent] PACKAGE}: it stays until it is cleared. */
  static int set(Call call) throws IOException {
    List<String> words = new ArrayList<>(call.words());
    boolean waits = words.remove("-w");
    words.remove("--persistent");
    if (words.size() != 1 || words.getFirst().startsWith("-")) {
      return call.fail("set-debug-app [-w] PACKAGE");
    }
    PhoneSettings settings = call.shell().device().settings();
    settings.put(Table.GLOBAL, NAME, words.getFirst());
    settings.put(Table.GLOBAL, WAITS, waits ? "1" : "0");
    return 0;
  }

  /** {@code clear-debug-app}. */
  static int clear(Call call) throws IOException {
    PhoneSettings settings = call.shell().device().settings();
    settings.delete(Table.GLOBAL, NAME);
    settings.delete(Table.GLOBAL, WAITS);
    return 0;
  }

  /** Returns whether an app is to wait. */
  static boolean waits(Call call, String packageName) {
    PhoneSettings settings = call.shell().device().settings();
    return packageName.equals(settings.get(Table.GLOBAL, NAME))
        && "1".equals(settings.get(Table.GLOBAL, WAITS));
  }
}
