package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneSettings.Table;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * {@code svc} and the services of {@code cmd} that turn radios on and off: settings of the user.
 */
final class RadioCommands {
  private static final String NIGHT = "ui_night_mode";
  private static final String AIRPLANE = "airplane_mode_on";

  private static final Map<String, String> SETTINGS =
      Map.of(
          "wifi", "wifi_on",
          "data", "mobile_data",
          "bluetooth", "bluetooth_on",
          "nfc", "nfc_on");

  /** Values of {@code ui_night_mode}. */
  private static final Map<String, String> NIGHTS = Map.of("0", "auto", "1", "no", "2", "yes");

  private RadioCommands() {}

  /** {@code svc wifi|data|bluetooth|nfc enable|disable}; {@code svc power stayon ...}. */
  static int svc(Call call) throws IOException {
    List<String> words = call.words();
    if (words.size() > 1 && words.getFirst().equals("power")) {
      return words.get(1).equals("stayon")
          ? 0
          : call.fail("power " + words.get(1) + ": the screen is always on; use reboot");
    }
    return words.size() < 2
        ? call.fail("wifi|data|bluetooth|nfc enable|disable")
        : turn(call, words.getFirst(), words.get(1));
  }

  private static int turn(Call call, String radio, String state) throws IOException {
    String setting = SETTINGS.get(radio);
    boolean isOn = state.matches("enabled?|true");
    if (setting == null || (!isOn && !state.matches("disabled?|false"))) {
      return call.fail("wifi|data|bluetooth|nfc enable|disable, not " + radio + " " + state);
    }
    call.shell().device().settings().put(Table.GLOBAL, setting, isOn ? "1" : "0");
    return 0;
  }

  private static String get(Call call, Table table, String name, String otherwise) {
    return call.shell().device().settings().all(table).getOrDefault(name, otherwise);
  }

  /** {@code cmd wifi set-wifi-enabled enabled|disabled}, {@code cmd wifi status}. */
  static int wifi(Call call) throws IOException {
    List<String> words = call.words();
    String verb = words.isEmpty() ? "" : words.getFirst();
    if (verb.equals("set-wifi-enabled") && words.size() > 1) {
      return turn(call, "wifi", words.get(1));
    }
    if (verb.equals("status")) {
      boolean isOn = get(call, Table.GLOBAL, "wifi_on", "1").equals("1");
      call.out().println("Wifi is " + (isOn ? "enabled" : "disabled"));
      return 0;
    }
    return call.fail("set-wifi-enabled enabled|disabled, status");
  }

  /** {@code cmd phone data enable|disable}. */
  static int phone(Call call) throws IOException {
    List<String> words = call.words();
    return words.size() > 1 && words.getFirst().equals("data")
        ? turn(call, "data", words.get(1))
        : call.fail("data enable|disable");
  }

  /** {@code cmd bluetooth_manager enable|disable}; {@code wait-for-state:STATE_ON}. */
  static int bluetooth(Call call) throws IOException {
    String verb = call.words().isEmpty() ? "" : call.words().getFirst();
    return verb.startsWith("wait-for-state:") ? 0 : turn(call, "bluetooth", verb);
  }

  /** {@code cmd connectivity airplane-mode [enable|disable]}. */
  static int connectivity(Call call) throws IOException {
    List<String> words = call.words();
    if (words.isEmpty() || !words.getFirst().equals("airplane-mode")) {
      return call.fail("airplane-mode [enable|disable]");
    }
    if (words.size() == 1) {
      boolean isOn = get(call, Table.GLOBAL, AIRPLANE, "0").equals("1");
      call.out().println(isOn ? "enabled" : "disabled");
      return 0;
    }
    String state = words.get(1);
    if (!state.matches("enable|disable")) {
      return call.fail("airplane-mode [enable|disable]");
    }
    call.shell()
        .device()
        .settings()
        .put(Table.GLOBAL, AIRPLANE, state.equals("enable") ? "1" : "0");
    return 0;
  }

  /** {@code cmd uimode night [yes|no|auto]}. */
  static int uimode(Call call) throws IOException {
    List<String> words = call.words();
    if (words.isEmpty() || !words.getFirst().equals("night")) {
      return call.fail("night [yes|no|auto]");
    }
    if (words.size() > 1) {
      String value = "";
      for (Map.Entry<String, String> each : NIGHTS.entrySet()) {
        value = each.getValue().equals(words.get(1)) ? each.getKey() : value;
      }
      if (value.isEmpty()) {
        return call.fail("night [yes|no|auto]");
      }
      call.shell().device().settings().put(Table.SECURE, NIGHT, value);
    }
    String night = NIGHTS.getOrDefault(get(call, Table.SECURE, NIGHT, "1"), "no");
    call.out().println("Night mode: " + night);
    return 0;
  }

  /**
   * {@code appops set PACKAGE OP allow|default}, {@code get}, {@code reset}: what an app requests
   * is allowed.
   */
  static int appops(Call call) {
    List<String> words = call.words();
    String verb = words.isEmpty() ? "" : words.getFirst();
    switch (verb) {
      case "set" -> {
        String mode = words.getLast();
        return mode.matches("allow|default|foreground|[03]")
            ? 0
            : call.fail(mode + ": what an app requests is allowed on this device");
      }
      case "get", "query-op" -> call.out().println("No operations.");
      case "reset" -> {}
      default -> {
        return call.fail("set PACKAGE OP allow, get PACKAGE, reset");
      }
    }
    return 0;
  }
}
