package dev.dexscope.device.shell;

import dev.dexscope.apk.manifest.Component;
import dev.dexscope.apk.manifest.Instrumentation;
import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.home.HomeScreen;
import dev.dexscope.device.packages.InstallOptions;
import dev.dexscope.device.packages.InstallSession;
import dev.dexscope.device.packages.InstalledPackage;
import dev.dexscope.device.packages.PackageStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code pm} and {@code cmd package}: installed packages. */
final class PackageCommands {
  private static final List<String> SERVICES =
      List.of(
          "activity",
          "appops",
          "bluetooth_manager",
          "connectivity",
          "dexscope",
          "input",
          "input_method",
          "package",
          "phone",
          "settings",
          "uimode",
          "wifi",
          "window");

  private PackageCommands() {}

  static int cmd(Call call) throws IOException {
    if (call.words().isEmpty()) {
      return call.fail("no service specified; cmd -l lists them");
    }
    if (call.words().getFirst().equals("-w") && call.words().size() > 1) {
      return cmd(call.with(call.name(), call.words().subList(1, call.words().size())));
    }
    List<String> rest = call.words().subList(1, call.words().size());
    return switch (call.words().getFirst()) {
      case "-l" -> {
        call.out().println("Currently running services:");
        SERVICES.forEach(each -> call.out().println("  " + each));
        yield 0;
      }
      case "activity" -> ActivityCommands.am(call.with("am", rest));
      case "input" -> ScreenCommands.input(call.with("input", rest));
      case "input_method", "ime" -> InputMethods.run(call.with("ime", rest));
      case "appops" -> RadioCommands.appops(call.with("appops", rest));
      case "bluetooth_manager" -> RadioCommands.bluetooth(call.with("bluetooth_manager", rest));
      case "connectivity" -> RadioCommands.connectivity(call.with("connectivity", rest));
      case "phone" -> RadioCommands.phone(call.with("phone", rest));
      case "uimode" -> RadioCommands.uimode(call.with("uimode", rest));
      case "wifi" -> RadioCommands.wifi(call.with("wifi", rest));
      case "dexscope" -> ScreenCommands.steps(call.with("dexscope", rest));
      case "package" -> pm(call.with("pm", rest));
      case "settings" -> SettingsCommands.settings(call.with("settings", rest));
      case "window" -> SettingsCommands.wm(call.with("wm", rest));
      default -> {
        call.err().println("cmd: Can't find service: " + call.words().getFirst());
        yield 20;
      }
    };
  }

  static int pm(Call call) throws IOException {
    if (call.words().isEmpty()) {
      return call.fail("install, uninstall, list, path, resolve-activity, clear, dump");
    }
    Call rest = call.with("pm", call.words().subList(1, call.words().size()));
    return switch (call.words().getFirst()) {
      case "install" -> told(rest, PackageCommands::install);
      case "install-create" -> told(rest, PackageCommands::create);
      case "install-write" -> told(rest, PackageCommands::write);
      case "install-add-session" -> told(rest, PackageCommands::addSessions);
      case "install-commit" -> told(rest, PackageCommands::commit);
      case "install-abandon" -> told(rest, PackageCommands::abandon);
      case "uninstall" -> uninstall(rest);
      case "list" -> list(rest);
      case "path", "-p" -> path(rest);
      case "-l" -> list(call.with("pm", List.of("packages")));
      case "resolve-activity" -> resolve(rest);
      case "clear" -> clear(rest);
      case "dump" -> dump(rest);
      case "grant", "revoke" -> 0;
      default -> call.fail("unknown command " + call.words().getFirst());
    };
  }

  /** Failures of an installation are printed to the output, which tools read. */
  private static int told(Call call, ShellCommand command) {
    try {
      return command.run(call);
    } catch (IOException e) {
      call.out().println("Failure [" + e.getMessage() + "]");
      return 1;
    }
  }

  /** Options and other words of an installation. */
  private record Words(InstallOptions options, long size, List<String> names) {
    static Words of(Call call) throws IOException {
      boolean replaces = true;
      boolean allowsTests = false;
      boolean allowsDowngrade = false;
      long size = -1;
      List<String> names = new ArrayList<>();
      for (int i = 0; i < call.words().size(); i++) {
        String word = call.words().get(i);
        switch (word) {
          case "-R" -> replaces = false;
          case "-t" -> allowsTests = true;
          case "-d" -> allowsDowngrade = true;
          case "-S" -> size = size(call.words(), ++i);
          // Values of options that mean nothing here: installer, user, ABI, location.
          case "-i", "--user", "--abi", "--install-location", "--originating-uri", "--referrer" ->
              i++;
          default -> {
            if (word.equals("-") || !word.startsWith("-")) {
              names.add(word);
            }
          }
        }
      }
      return new Words(new InstallOptions(replaces, allowsTests, allowsDowngrade), size, names);
    }

    private static long size(List<String> words, int at) throws IOException {
      try {
        long size = Long.parseLong(at < words.size() ? words.get(at) : "");
        if (size >= 0) {
          return size;
        }
      } catch (NumberFormatException e) {
        // Told below.
      }
      throw new IOException("INSTALL_FAILED_INVALID_APK: no size after -S");
    }
  }

  private static PackageStore store(Call call) {
    return call.shell().device().packages();
  }

  private static int install(Call call) throws IOException {
    Words words = Words.of(call);
    try (InstallSession session = store(call).open(words.options)) {
      boolean isFromInput = words.names.isEmpty() || words.names.getFirst().equals("-");
      if (isFromInput) {
        session.add(call.in(), words.size);
      } else {
        addFile(call, session, words.names.getFirst());
      }
      commit(call, session);
    }
    call.out().println("Success");
    return 0;
  }

  private static void addFile(Call call, InstallSession session, String name) throws IOException {
    Path file = call.shell().host(name);
    if (!Files.isRegularFile(file)) {
      throw new IOException("INSTALL_FAILED_INVALID_URI: no file " + name);
    }
    try (InputStream in = Files.newInputStream(file)) {
      session.add(in, -1);
    }
  }

  /** As on a device, what runs of a package ends when it is replaced. */
  private static void stop(Call call, String packageName) {
    call.shell().device().processes().stop(packageName);
  }

  private static int create(Call call) throws IOException {
    int number = store(call).begin(Words.of(call).options);
    call.out().println("Success: created install session [" + number + "]");
    return 0;
  }

  private static int session(Words words) throws IOException {
    return SystemCommands.number(words.names.isEmpty() ? "" : words.names.getFirst());
  }

  /** {@code install-write -S SIZE SESSION NAME [PATH]}; the bytes are read where it specifies. */
  private static int write(Call call) throws IOException {
    Words words = Words.of(call);
    InstallSession session = store(call).session(session(words));
    boolean isFromInput = words.names.size() < 3 || words.names.get(2).equals("-");
    if (isFromInput) {
      session.add(call.in(), words.size);
    } else {
      addFile(call, session, words.names.get(2));
    }
    call.out().println("Success: streamed " + Math.max(0, words.size) + " bytes");
    return 0;
  }

  private static void commit(Call call, InstallSession session) throws IOException {
    for (InstalledPackage each : session.commit()) {
      stop(call, each.name());
    }
  }

  /** {@code install-add-session PARENT SESSION ...}: the packages are installed with the parent. */
  private static int addSessions(Call call) throws IOException {
    Words words = Words.of(call);
    InstallSession parent = store(call).session(session(words));
    for (String each : words.names.subList(1, words.names.size())) {
      parent.add(store(call).end(SystemCommands.number(each)));
    }
    call.out().println("Success");
    return 0;
  }

  private static int commit(Call call) throws IOException {
    try (InstallSession session = store(call).end(session(Words.of(call)))) {
      commit(call, session);
    }
    call.out().println("Success");
    return 0;
  }

  private static int abandon(Call call) throws IOException {
    store(call).end(session(Words.of(call))).close();
    call.out().println("Success");
    return 0;
  }

  private static int uninstall(Call call) throws IOException {
    List<String> names = Words.of(call).names();
    String name = names.isEmpty() ? "" : names.getFirst();
    stop(call, name);
    if (!store(call).uninstall(name, call.words().contains("-k"))) {
      call.out().println("Failure [DELETE_FAILED_INTERNAL_ERROR]");
      return 1;
    }
    call.out().println("Success");
    return 0;
  }

  /** The part of a name that is wanted, or empty; the number of a user is the option's value. */
  private static String filter(List<String> words) {
    for (int i = 0; i < words.size(); i++) {
      if (!words.get(i).startsWith("-")) {
        return words.get(i);
      }
      i += words.get(i).equals("--user") || words.get(i).equals("--uid") ? 1 : 0;
    }
    return "";
  }

  private static int list(Call call) {
    String what = call.words().isEmpty() ? "" : call.words().getFirst();
    switch (what) {
      case "packages" -> {
        List<String> rest = call.words().subList(1, call.words().size());
        String wanted = filter(rest);
        boolean hasFiles = rest.contains("-f");
        boolean hasUids = rest.contains("-U");
        boolean hasVersions = rest.contains("--show-versioncode");
        String installer = rest.contains("-i") ? "  installer=null" : "";
        for (InstalledPackage each : store(call).all()) {
          if (each.name().contains(wanted) && !rest.contains("-s")) {
            String file = hasFiles ? device(call, each.files().getFirst()) + "=" : "";
            String version = hasVersions ? " versionCode:" + each.manifest().versionCode() : "";
            String uid = hasUids ? " uid:" + each.uid() : "";
            call.out().println("package:" + file + each.name() + version + installer + uid);
          }
        }
      }
      case "instrumentation" -> {
        for (InstalledPackage each : store(call).all()) {
          for (Instrumentation runner : each.manifest().instrumentations()) {
            call.out()
                .println(
                    "instrumentation:"
                        + new ComponentName(each.name(), runner.className()).shortName()
                        + " (target="
                        + runner.targetPackage()
                        + ")");
          }
        }
      }
      case "users" -> {
        call.out().println("Users:");
        call.out().println("\tUserInfo{0:Owner:c13} running");
      }
      case "features", "libraries", "permissions" -> {
        // There are none.
      }
      default -> {
        return call.fail("unknown list " + what);
      }
    }
    return 0;
  }

  private static String device(Call call, Path host) {
    DeviceFiles files = call.shell().device().files();
    return files.device(host);
  }

  private interface OfPackage {
    void on(InstalledPackage found) throws IOException;
  }

  private static int ofPackage(Call call, OfPackage action) throws IOException {
    List<String> names = Words.of(call).names();
    Optional<InstalledPackage> found = store(call).find(names.isEmpty() ? "" : names.getFirst());
    if (found.isEmpty()) {
      return 1;
    }
    action.on(found.get());
    return 0;
  }

  private static int path(Call call) throws IOException {
    return ofPackage(
        call,
        found ->
            found.files().forEach(each -> call.out().println("package:" + device(call, each))));
  }

  /**
   * {@code resolve-activity [--brief|--components] [INTENT]}: the launcher's activity of a package,
   * or its own.
   */
  private static int resolve(Call call) throws IOException {
    Intent intent = new Intent();
    List<String> words = new ArrayList<>(call.words());
    boolean isBrief = words.remove("--brief");
    boolean isComponent = words.remove("--components");
    for (int i = 0; i < words.size(); i++) {
      if (words.get(i).equals("--user")) {
        i++;
      } else if (words.get(i).startsWith("-")) {
        int taken = intent.take(words.get(i), words.subList(i + 1, words.size()));
        if (taken < 0) {
          throw new IOException("unknown option " + words.get(i));
        }
        i += taken;
      } else {
        intent.take(words.get(i));
      }
    }
    ComponentName named = intent.component();
    Optional<InstalledPackage> found = store(call).find(intent.target());
    String activity = "";
    if (found.isPresent() && named != null) {
      boolean isThere = found.get().manifest().activities().contains(named.className());
      activity = isThere ? named.className() : "";
    } else if (found.isPresent() && intent.isForLauncher()) {
      activity = found.get().launcher();
    }
    String packageName = intent.target();
    if (packageName.isEmpty() && intent.isForHome()) {
      ComponentName launcher = ComponentName.parse(HomeScreen.ACTIVITY);
      packageName = launcher.packageName();
      activity = launcher.className();
    }
    if (activity.isEmpty()) {
      call.out().println("No activity found");
      return 0;
    }
    if (!isComponent) {
      call.out()
          .println("priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false");
    }
    if (isBrief || isComponent) {
      call.out().println(new ComponentName(packageName, activity).shortName());
    } else {
      call.out().println("ActivityInfo:");
      call.out().println("  name=" + activity);
      call.out().println("  packageName=" + packageName);
    }
    return 0;
  }

  private static int clear(Call call) throws IOException {
    int exit =
        ofPackage(
            call,
            found -> {
              stop(call, found.name());
              store(call).clear(found);
              call.out().println("Success");
            });
    if (exit != 0) {
      call.out().println("Failed");
    }
    return exit;
  }

  static int dump(Call call) throws IOException {
    List<String> names = Words.of(call).names();
    String name = names.isEmpty() ? "" : names.getFirst();
    if (store(call).find(name).isEmpty()) {
      call.out().println("Unable to find package: " + name);
      return 0;
    }
    return ofPackage(
        call,
        found -> {
          var out = call.out();
          out.println("Packages:");
          out.println("  Package [" + found.name() + "]:");
          out.println("    userId=" + found.uid());
          found.files().forEach(each -> out.println("    codePath=" + device(call, each)));
          out.println(
              "    versionCode="
                  + found.manifest().versionCode()
                  + " minSdk="
                  + found.manifest().minSdk()
                  + " targetSdk="
                  + found.manifest().targetSdk());
          out.println("    versionName=" + found.manifest().versionName());
          out.println("    dataDir=" + found.dataFolder());
          out.println(
              "    flags=[ " + (found.manifest().isDebuggable() ? "DEBUGGABLE " : "") + "]");
          // Every permission that an app requests is granted to it.
          out.println("    requested permissions:");
          found.manifest().permissions().forEach(each -> out.println("      " + each));
          out.println("    install permissions:");
          found
              .manifest()
              .permissions()
              .forEach(each -> out.println("      " + each + ": granted=true"));
          out.println("    User 0: installed=true hidden=false suspended=false stopped=false");
          for (Component each : found.manifest().components()) {
            out.println("    " + each.kind() + " " + found.name() + "/" + each.className());
          }
        });
  }
}
