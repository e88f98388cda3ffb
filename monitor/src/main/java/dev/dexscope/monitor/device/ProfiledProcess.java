package dev.dexscope.monitor.device;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.monitor.MonitorException;
import dev.dexscope.wire.Link;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process of an app that was injected and runs. Its Alfred takes orders (docs/probe.md).
 *
 * <pre>{@code
 * for (ProfiledProcess each : ProfiledProcess.find(device, "org.test.app")) {
 *   System.out.println(each.collect(Path.of("profiles")));
 * }
 * }</pre>
 */
public final class ProfiledProcess {
  private static final int FIRST_PORT = 6113;

  /** Each process of an app takes the first address that is free. */
  private static final int MOST_PROCESSES = 16;

  private static final int LONGEST_ANSWER = 8192;

  private static final Pattern STATUS =
      Pattern.compile(
          "(?:recording|stopped), threads (\\d{1,6}), node (\\d{1,4}), files in (/\\P{Cntrl}*)");

  private static final Pattern PROFILE = Pattern.compile("profile\\.(\\d{1,4})\\.0\\.(\\d{1,6})");

  private static final Pattern CALLS =
      Pattern.compile("dexscope\\.(\\d{1,4})\\.(?:calls|places|trace)");

  private static final Pattern METRIC = Pattern.compile("MULTI__[A-Z_]{1,32}");

  private final DeviceLink device;
  private final String packageName;
  private final String door;
  private final String folder;
  private final int node;

  private ProfiledProcess(DeviceLink device, String packageName, String door, Matcher status) {
    this.device = device;
    this.packageName = packageName;
    this.door = door;
    node = Integer.parseInt(status.group(2));
    folder = status.group(3);
  }

  /**
   * The processes of a package that answer. Its sockets have its name; a port is believed to be its
   * own where its files are in a folder of that name.
   *
   * @throws IllegalArgumentException where this is no package's name
   */
  public static List<ProfiledProcess> find(DeviceLink device, String packageName) {
    if (!packageName.matches("[\\w.]+")) {
      throw new IllegalArgumentException("no package's name: " + packageName);
    }
    List<ProfiledProcess> found = new ArrayList<>();
    for (int i = 0; i < MOST_PROCESSES; i++) {
      String socket = "localabstract:alfred." + packageName + (i == 0 ? "" : "." + i);
      add(found, device, packageName, socket);
    }
    // A process has both; without a socket it may have a port.
    for (int i = 0; found.isEmpty() && i < MOST_PROCESSES; i++) {
      List<ProfiledProcess> other = new ArrayList<>();
      add(other, device, packageName, "tcp:" + (FIRST_PORT + i));
      other.removeIf(each -> !each.isOfItsDevice());
      found.addAll(other);
    }
    return found;
  }

  /**
   * Returns whether a process at a port is of this app, by its folder's name, and of this device,
   * which has that folder then: ports of virtual devices are their machine's, where other devices'
   * processes answer too. A folder that adb may not look at is believed.
   */
  private boolean isOfItsDevice() {
    if (!(folder + "/").contains("/" + packageName + "/")) {
      return false;
    }
    try (Link link = device.service("exec:ls -d " + DeviceShell.quoted(folder))) {
      String answer = link.within(device.patience(), "folder of the app", () -> line(link));
      return !answer.contains("No such file");
    } catch (IOException e) {
      return false;
    }
  }

  private static void add(
      List<ProfiledProcess> found, DeviceLink device, String packageName, String door) {
    try {
      Matcher status = STATUS.matcher(ask(device, door, "STATUS"));
      if (status.matches()) {
        found.add(new ProfiledProcess(device, packageName, door, status));
      }
    } catch (IOException e) {
      // Nothing listens there, or another program.
    }
  }

  private static String ask(DeviceLink device, String door, String command) throws IOException {
    try (Link link = device.service(door)) {
      String answer =
          link.within(
              device.patience(),
              "answer to " + command,
              () -> {
                link.write((command + "\n").getBytes(StandardCharsets.US_ASCII));
                return line(link);
              });
      if (!answer.startsWith("OK")) {
        throw new MonitorException(device.serial() + ", " + door + ", " + command + ": " + answer);
      }
      return answer.substring("OK".length()).strip();
    }
  }

  private static String line(Link link) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int next;
    while ((next = link.in().read()) >= 0 && next != '\n' && line.size() < LONGEST_ANSWER) {
      line.write(next);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  /** Which of the processes it is, in the names of its files. */
  public int node() {
    return node;
  }

  /** Returns where its files are on the device. */
  public String folder() {
    return folder;
  }

  /**
   * Requests its measurements, and fetches them: through adb if it has access, else through the
   * app.
   *
   * @param into a folder that exists
   * @return the files
   */
  public List<Path> collect(Path into) throws IOException {
    ask(device, door, "DUMP");
    try {
      return collect(new SharedFiles(device), into);
    } catch (IOException e) {
      try {
        return collect(new OwnFiles(device, packageName), into);
      } catch (IOException second) {
        second.addSuppressed(e);
        throw isNotDebuggable(second) ? closed(second) : second;
      }
    }
  }

  /** By the words of Android's {@code run-as}. */
  private static boolean isNotDebuggable(IOException e) {
    return (e.getMessage() + "").contains("not debuggable");
  }

  private IOException closed(IOException reason) {
    return new MonitorException(
        "adb may not read " + folder + ", and " + reason.getMessage() + "; inject it --debuggable");
  }

  /** Fetches the files of the last dump in a certain way. */
  public List<Path> collect(AppFiles files, Path into) throws IOException {
    // Files of threads that it has not are those of an earlier process.
    Matcher status = STATUS.matcher(ask(device, door, "STATUS"));
    if (!status.matches()) {
      throw new MonitorException(device.serial() + ", " + door + ": no status");
    }
    int threads = Integer.parseInt(status.group(1));
    return fetch(files, folder, name -> isProfile(name, threads) || isCalls(name), into);
  }

  /**
   * Fetches the files that processes of an app have written at their end, as at an uncaught
   * exception. Files of earlier runs are among these, if it has not been installed anew.
   *
   * @return the files; may be empty
   */
  public static List<Path> collectLeft(DeviceLink device, String packageName, Path into)
      throws IOException {
    Predicate<String> isWanted =
        name -> PROFILE.matcher(name).matches() || CALLS.matcher(name).matches();
    List<Path> fetched = new ArrayList<>();
    for (AppFiles way : List.of(new SharedFiles(device), new OwnFiles(device, packageName))) {
      String folder =
          (way instanceof OwnFiles ? "/data/data/" : "/sdcard/Android/data/")
              + packageName
              + "/files";
      if (fetched.isEmpty() && isOpen(way, folder)) {
        fetched.addAll(fetch(way, folder, isWanted, into));
      }
    }
    return fetched;
  }

  private static boolean isOpen(AppFiles files, String folder) {
    try {
      files.list(folder);
      return true;
    } catch (IOException e) {
      // It has no such folder, or this is no way to it.
      return false;
    }
  }

  private static List<Path> fetch(
      AppFiles files, String folder, Predicate<String> isWanted, Path into) throws IOException {
    List<Path> fetched = new ArrayList<>();
    for (String name : files.list(folder)) {
      if (METRIC.matcher(name).matches()) {
        for (String profile : files.list(folder + "/" + name)) {
          if (isWanted.test(profile)) {
            Path metric = Files.createDirectories(into.resolve(name));
            fetched.add(fetch(files, folder + "/" + name + "/" + profile, metric.resolve(profile)));
          }
        }
      } else if (isWanted.test(name)) {
        fetched.add(fetch(files, folder + "/" + name, into.resolve(name)));
      }
    }
    return fetched;
  }

  /** Deletes the fetched files on the device. */
  public void remove(Path from, List<Path> fetched) throws IOException {
    for (Path each : fetched) {
      String file = folder + "/" + from.relativize(each).toString().replace('\\', '/');
      try {
        new SharedFiles(device).remove(file);
      } catch (IOException e) {
        new OwnFiles(device, packageName).remove(file);
      }
    }
  }

  private boolean isCalls(String name) {
    Matcher calls = CALLS.matcher(name);
    return calls.matches() && Integer.parseInt(calls.group(1)) == node;
  }

  private boolean isProfile(String name, int threads) {
    Matcher profile = PROFILE.matcher(name);
    return profile.matches()
        && Integer.parseInt(profile.group(1)) == node
        && Integer.parseInt(profile.group(2)) < threads;
  }

  private static Path fetch(AppFiles files, String name, Path file) throws IOException {
    OutputFile.write(file, out -> files.receive(name, out));
    return file;
  }

  @Override
  public String toString() {
    return packageName + " at " + door + " of " + device.serial();
  }
}
