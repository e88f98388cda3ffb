package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.apps.PhoneSettings.Table;
import java.io.IOException;
import java.util.List;

/** {@code ime}: there is one keyboard, the one that apps find. */
final class InputMethods {
  private static final String SETTING = "default_input_method";

  private InputMethods() {}

  static int run(Call call) throws IOException {
    List<String> words = call.words();
    String verb = words.isEmpty() ? "" : words.getFirst();
    String id = words.size() > 1 ? words.getLast() : "";
    return switch (verb) {
      case "list" -> list(call);
      case "set", "enable" -> choose(call, verb, id);
      case "reset" -> {
        call.shell().device().settings().put(Table.SECURE, SETTING, PhoneSettings.INPUT_METHOD);
        call.out().println("Reset current and enabled IMEs for user #0");
        yield 0;
      }
      default -> call.fail("ime list [-a] [-s], ime set|enable ID, ime reset");
    };
  }

  private static int list(Call call) {
    boolean isShort = call.words().contains("-s");
    call.out().println(PhoneSettings.INPUT_METHOD + (isShort ? "" : ":"));
    if (!isShort) {
      call.out().println("  mId=" + PhoneSettings.INPUT_METHOD + " mSettingsActivityName=null");
    }
    return 0;
  }

  private static int choose(Call call, String verb, String id) throws IOException {
    String done = verb.equals("set") ? "selected" : "enabled";
    if (!id.equals(PhoneSettings.INPUT_METHOD)) {
      return call.fail("Unknown input method " + id + " cannot be " + done + " for user #0");
    }
    if (verb.equals("set")) {
      call.shell().device().settings().put(Table.SECURE, SETTING, id);
    }
    call.out().println("Input method " + id + " " + done + " for user #0");
    return 0;
  }
}
