package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.apps.PhoneSettings.Table;
import dev.dexscope.device.packages.InstalledPackage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code ime}: the keyboard that apps find, and those of packages, which can be chosen, as clients
 * do for their time, and are never shown.
 */
final class InputMethods {
  private static final String CHOSEN = "default_input_method";
  private static final String ENABLED = "enabled_input_methods";
  private static final String PERMISSION = "android.permission.BIND_INPUT_METHOD";

  private final Call call;

  private InputMethods(Call call) {
    this.call = call;
  }

  static int run(Call call) throws IOException {
    List<String> words = call.words();
    String verb = words.isEmpty() ? "" : words.getFirst();
    String id = words.size() > 1 ? words.getLast() : "";
    var methods = new InputMethods(call);
    return switch (verb) {
      case "list" -> methods.list();
      case "set" -> methods.choose(id);
      case "enable", "disable" -> methods.enable(id, verb.equals("enable"));
      case "reset" -> methods.reset();
      default -> call.fail("ime list [-a] [-s], ime set|enable|disable ID, ime reset");
    };
  }

  private int list() throws IOException {
    boolean isShort = call.words().contains("-s");
    for (String each : call.words().contains("-a") ? known() : enabled()) {
      call.out().println(each + (isShort ? "" : ":"));
      if (!isShort) {
        call.out().println("  mId=" + each + " mSettingsActivityName=null");
      }
    }
    return 0;
  }

  private int choose(String id) throws IOException {
    if (!enabled().contains(id)) {
      return unknown(id, "selected");
    }
    put(CHOSEN, id);
    call.out().println("Input method " + id + " selected for user #0");
    return 0;
  }

  private int enable(String id, boolean isWanted) throws IOException {
    String done = isWanted ? "enabled" : "disabled";
    if (!known().contains(id)) {
      return unknown(id, done);
    }
    Set<String> enabled = enabled();
    boolean isChanged = isWanted ? enabled.add(id) : enabled.remove(id);
    put(ENABLED, String.join(":", enabled));
    if (!isWanted && id.equals(setting(CHOSEN))) {
      put(CHOSEN, PhoneSettings.INPUT_METHOD);
    }
    String already = isChanged ? ": now " : ": already ";
    call.out().println("Input method " + id + already + done + " for user #0");
    return 0;
  }

  private int reset() throws IOException {
    put(CHOSEN, PhoneSettings.INPUT_METHOD);
    put(ENABLED, PhoneSettings.INPUT_METHOD);
    call.out().println("Reset current and enabled IMEs for user #0");
    return 0;
  }

  private int unknown(String id, String done) {
    return call.fail("Unknown input method " + id + " cannot be " + done + " for user #0");
  }

  private Collection<String> known() throws IOException {
    List<String> all = new ArrayList<>(List.of(PhoneSettings.INPUT_METHOD));
    for (InstalledPackage each : call.shell().device().packages().all()) {
      for (String service : each.manifest().services(PERMISSION)) {
        all.add(new ComponentName(each.name(), service).shortName());
      }
    }
    return all;
  }

  /** Those whose package is still there. */
  private Set<String> enabled() throws IOException {
    Set<String> enabled = new LinkedHashSet<>(List.of(setting(ENABLED).split(":")));
    enabled.retainAll(known());
    return enabled;
  }

  private String setting(String name) {
    return call.shell().device().settings().all(Table.SECURE).getOrDefault(name, "");
  }

  private void put(String name, String value) throws IOException {
    call.shell().device().settings().put(Table.SECURE, name, value);
  }
}
