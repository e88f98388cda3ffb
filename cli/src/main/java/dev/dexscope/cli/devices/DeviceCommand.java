package dev.dexscope.cli.devices;

import dev.dexscope.apps.AppFramework;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.device.DeviceKeys;
import dev.dexscope.device.DeviceMain;
import dev.dexscope.device.RunningDevice;
import dev.dexscope.device.VirtualDevice;
import dev.dexscope.wire.adb.AdbPublicKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Scanner;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope device}: the virtual device. */
@Command(
    name = "device",
    description =
        "Starts, ends or lists virtual devices: adb connects to them as to a phone, installs, pushes,"
            + " runs programs.",
    footer = {
      "",
      "A device listens on this machine only, and accepts only adb keys that it knows: one that",
      "--authorize names, or that you accept when asked (at the start for your own",
      "~/.android/adbkey.pub, with --foreground for all others). Its files stay in --folder; programs",
      "that it runs have your rights. 'list' has the exit code 1 when no device runs. docs/device.md has",
      "the commands of its shell.",
      "",
      "Examples:",
      "  adb start-server   # makes your key, if there is none",
      "  dexscope device start --authorize ~/.android/adbkey.pub",
      "  adb connect 127.0.0.1:5655",
      "  adb install app.apk && adb shell am start -n org.test.app/.Main && adb logcat",
      "  dexscope device start --port 5657 --foreground",
      "  dexscope device start --profile runs   # then a test by adb, Appium or Maestro",
      "  dexscope profile runs/org.test.app-1",
      "  dexscope device list",
      "  dexscope device stop",
    })
public final class DeviceCommand implements Callable<Integer> {
  @Parameters(arity = "0..1", paramLabel = "ACTION", description = "start, stop or list (default).")
  String action = "list";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "Its port on this machine; default for start 5655, for stop that of all devices.")
  @Nullable Integer port;

  @Option(
      names = "--authorize",
      paramLabel = "KEY.pub",
      description =
          "Accept adb with this key, now and later, also if the device runs already; may be repeated.")
  List<Path> authorized = new ArrayList<>();

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      description = "Where its files are; default ~/.cache/dexscope/device-PORT.")
  @Nullable Path folder;

  @Option(
      names = "--profile",
      paramLabel = "DIR",
      description =
          "Record each run of an app into a folder DIR/PACKAGE-N, of which dexscope profile makes"
              + " its profile.")
  @Nullable Path recordings;

  @Option(
      names = "--foreground",
      description = "Run until Ctrl-C, and ask before accepting unknown keys.")
  boolean isForeground;

  private final Terminal terminal;

  /** The keys that were refused, as they are described. */
  private final Set<String> refused = new HashSet<>();

  public DeviceCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    return switch (action) {
      case "start" -> start().code();
      case "stop" -> stop().code();
      case "list" -> list().code();
      default -> throw CliException.usage("no action " + action, "there are start, stop, list");
    };
  }

  private ExitCode start() throws IOException {
    int wanted = port == null ? VirtualDevice.PORT : port;
    if (wanted < 0 || wanted > 0xffff) {
      throw CliException.usage("no port: " + wanted, "write one from 1 to 65535");
    }
    Path place = folder == null ? RunningDevice.defaultFolder(wanted) : folder;
    Files.createDirectories(place);
    DeviceKeys keys = new DeviceKeys(place);
    for (Path each : authorized) {
      keys.add(DeviceKeys.read(InputFile.check(each)));
    }
    if (keys.all().isEmpty()) {
      offerOwnKey(keys);
    }
    boolean isClosed = keys.all().isEmpty();
    keys.add(OwnKey.get().publicKey());
    // A device's apps are ended before they could record their start.
    FirstStart.later(AppFramework.ofUser(), AppFramework.LEVELS.getFirst());
    if (isForeground) {
      DeviceMain.run(place, wanted, recorded(), this::ask, each -> tell(each.serial(), place, ""));
      return ExitCode.DONE;
    }
    Optional<RunningDevice> there =
        authorized.isEmpty() ? Optional.empty() : RunningDevice.in(place);
    if (there.isPresent() && recordings != null) {
      throw CliException.usage(
          "--profile for a device that runs: " + there.get().serial(),
          "stop it, and start it again");
    }
    RunningDevice device =
        there.isPresent() ? there.get() : DeviceMain.startProcess(place, wanted, recorded());
    tell(device.serial(), place, isClosed ? authorization(device.port()) : "");
    return ExitCode.DONE;
  }

  private @Nullable Path recorded() {
    return recordings == null ? null : recordings.toAbsolutePath();
  }

  /** How adb, whose key may not have been made yet, is authorized while the device runs. */
  private String authorization(int started) {
    String where = started == VirtualDevice.PORT ? "" : " --port " + started;
    where += folder == null ? "" : " --folder " + folder;
    return "next    adb start-server && dexscope device start"
        + where
        + " --authorize ~/.android/adbkey.pub\n";
  }

  /**
   * @param first a line before the last one, or empty
   */
  private void tell(String serial, Path place, String first) {
    terminal.out().println("device  " + serial);
    terminal.out().println("folder  " + place);
    terminal.out().println(first + "next    adb connect " + serial);
    terminal.out().flush();
  }

  private void offerOwnKey(DeviceKeys keys) throws IOException {
    Path own = Path.of(System.getProperty("user.home"), ".android", "adbkey.pub");
    if (terminal.interactive() && Files.isReadable(own)) {
      AdbPublicKey key = DeviceKeys.read(own);
      if (ask(key)) {
        keys.add(key);
      }
    }
  }

  /** Only a user can accept a key; without a terminal, it is refused. */
  private synchronized boolean ask(AdbPublicKey key) {
    if (!terminal.interactive()) {
      // adb tries again and again.
      if (refused.add(DeviceKeys.describe(key))) {
        terminal
            .err()
            .println(
                "dexscope: refused adb of "
                    + DeviceKeys.describe(key)
                    + "; --authorize ~/.android/adbkey.pub accepts yours");
      }
      return false;
    }
    terminal.err().print("Accept adb of " + DeviceKeys.describe(key) + "? [y/N] ");
    terminal.err().flush();
    Scanner in = new Scanner(System.in, StandardCharsets.UTF_8);
    return in.hasNextLine() && in.nextLine().strip().toLowerCase(Locale.ROOT).startsWith("y");
  }

  private ExitCode stop() throws IOException {
    int stopped = 0;
    for (RunningDevice each : RunningDevice.all()) {
      if (port == null || port == each.port()) {
        each.stop();
        terminal.out().println("stopped  " + each.serial());
        stopped++;
      }
    }
    if (stopped == 0) {
      terminal.err().println("dexscope: no device runs" + (port == null ? "" : " at port " + port));
      return ExitCode.NO;
    }
    return ExitCode.DONE;
  }

  private ExitCode list() throws IOException {
    List<RunningDevice> all = RunningDevice.all();
    if (all.isEmpty()) {
      terminal.err().println("dexscope: no device runs; dexscope device start");
      return ExitCode.NO;
    }
    for (RunningDevice each : all) {
      terminal.out().println(each.serial() + "  pid " + each.pid() + "  " + each.folder());
    }
    return ExitCode.DONE;
  }
}
