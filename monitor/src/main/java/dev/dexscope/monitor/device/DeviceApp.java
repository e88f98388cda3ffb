package dev.dexscope.monitor.device;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An app on a device: how it gets there, starts, and goes away again, by Android's own commands.
 *
 * <pre>{@code
 * DeviceApp app = new DeviceApp(device, "org.test.app");
 * app.install(List.of(Path.of("app.apk")), false);
 * app.start(".Main");
 * app.uninstall();
 * }</pre>
 *
 * @param packageName letters, digits, points and underscores only
 */
public record DeviceApp(DeviceLink device, String packageName) {
  /** Phones compile packages during installation, and may ask their user. */
  private static final Duration INSTALLATION = Duration.ofMinutes(5);

  private static final int LONGEST_ANSWER = 1 << 14;
  private static final int BLOCK = 1 << 16;
  private static final Pattern SESSION = Pattern.compile("Success: .*\\[(\\d{1,10})\\]\\s*");
  private static final Pattern FAILURE = Pattern.compile("Failure \\[((\\w*).*)\\]\\s*");

  public DeviceApp {
    if (!packageName.matches("[\\w.]+")) {
      throw new IllegalArgumentException("no package's name: " + packageName);
    }
  }

  /** Returns its packages on the device; empty if it is not installed. */
  public List<String> packages() throws IOException {
    // Old versions of pm fail where there is no such package, others print nothing.
    return answer("pm path " + packageName, device.patience())
        .lines()
        .filter(each -> each.startsWith("package:"))
        .map(each -> each.substring("package:".length()).strip())
        .toList();
  }

  /** Fetches its packages. */
  public List<Path> receive(Path folder) throws IOException {
    List<Path> received = new ArrayList<>();
    for (String each : packages()) {
      Path file = folder.resolve(received.size() + ".apk");
      OutputFile.write(file, out -> new SharedFiles(device).receive(each, out));
      received.add(file);
    }
    return received;
  }

  /**
   * Installs packages of one app together, or updates it.
   *
   * @throws InstallRefusedException if the device refuses them with a reason; it is then unchanged
   */
  public void install(List<Path> packages, boolean isTestOnly) throws IOException {
    String options = "-r" + (isTestOnly ? " -t" : "");
    String created = answer("pm install-create " + options, device.patience());
    Matcher session = SESSION.matcher(created);
    if (!session.matches()) {
      throw refused(created);
    }
    String number = session.group(1);
    try {
      for (int i = 0; i < packages.size(); i++) {
        write(number, i + ".apk", packages.get(i));
      }
      String committed = answer("pm install-commit " + number, INSTALLATION);
      if (!committed.startsWith("Success")) {
        throw refused(committed);
      }
    } catch (IOException e) {
      abandon(number, e);
      throw e;
    }
  }

  private void abandon(String session, IOException reason) {
    try {
      answer("pm install-abandon " + session, device.patience());
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
  }

  private void write(String session, String name, Path file) throws IOException {
    long size = Files.size(file);
    String command = "pm install-write -S " + size + " " + session + " " + name + " -";
    try (Link link = device.service("exec:" + command);
        var in = Files.newInputStream(file)) {
      byte[] block = new byte[BLOCK];
      int length;
      while ((length = in.read(block)) > 0) {
        int count = length;
        link.within(
            device.patience(),
            "room for " + file,
            () -> {
              link.out().write(block, 0, count);
              link.out().flush();
              return count;
            });
      }
      String answer = link.within(device.patience(), "answer to " + command, () -> text(link));
      if (!answer.startsWith("Success")) {
        throw refused(answer);
      }
    }
  }

  private IOException refused(String answer) {
    Matcher failure = FAILURE.matcher(answer);
    boolean isTold = failure.find();
    return new InstallRefusedException(
        isTold ? failure.group(2) : "",
        device.serial()
            + " does not install "
            + packageName
            + ": "
            + (isTold ? failure.group(1) : answer.strip()));
  }

  /** Takes it away, with its data. */
  public void uninstall() throws IOException {
    String answer = answer("pm uninstall " + packageName, INSTALLATION);
    if (!answer.startsWith("Success")) {
      throw new MonitorException(
          device.serial() + " does not uninstall " + packageName + ": " + answer.strip());
    }
  }

  /** Starts an activity; on a virtual device a program too. */
  public void start(String className) throws IOException {
    String component = DeviceShell.quoted(packageName + "/" + className);
    String answer = answer("am start -n " + component, INSTALLATION);
    for (String line : answer.lines().toList()) {
      boolean isOfShell = line.startsWith("am: ") || line.contains("am: not found");
      if (isOfShell || line.startsWith("Error") || line.contains("Exception")) {
        throw new MonitorException(
            device.serial() + " does not start " + packageName + ": " + line.strip());
      }
    }
  }

  /** Returns whether a process of its name runs. */
  public boolean isRunning() throws IOException {
    return !answer("pidof " + packageName, device.patience()).isBlank();
  }

  private String answer(String command, Duration patience) throws IOException {
    try (Link link = device.service("exec:" + command)) {
      return link.within(patience, "answer to " + command, () -> text(link));
    }
  }

  private static String text(Link link) throws IOException {
    return new String(link.in().readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
  }
}
