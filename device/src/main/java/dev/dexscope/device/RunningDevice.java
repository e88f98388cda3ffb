package dev.dexscope.device;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A device that runs in some process of this user's.
 *
 * @param folder where its files are
 */
public record RunningDevice(int port, long pid, Instant started, Path folder) {
  private static final int SECONDS_TO_END = 10;

  private static Path list() {
    return CacheFolder.ofUser().resolve("devices");
  }

  /** The folder of the device at a port, unless the user names another. */
  public static Path defaultFolder(int port) {
    return CacheFolder.ofUser().resolve("device-" + port);
  }

  /** As adb names it. */
  public String serial() {
    return "127.0.0.1:" + port;
  }

  /** All that run, by their ports. */
  public static List<RunningDevice> all() throws IOException {
    List<RunningDevice> all = new ArrayList<>();
    if (!Files.isDirectory(list())) {
      return all;
    }
    List<Path> files;
    try (Stream<Path> found = Files.list(list())) {
      files = found.sorted().toList();
    }
    for (Path each : files) {
      Optional<RunningDevice> device = read(each);
      if (device.filter(RunningDevice::isAlive).isPresent()) {
        all.add(device.get());
      } else if (device.isPresent()) {
        Files.deleteIfExists(each);
      }
    }
    return all;
  }

  /** Returns the one whose files are in a folder; empty if none runs there. */
  public static Optional<RunningDevice> in(Path folder) throws IOException {
    Path wanted = folder.toAbsolutePath();
    return all().stream().filter(each -> each.folder().equals(wanted)).findFirst();
  }

  private static Optional<RunningDevice> read(Path file) {
    try {
      var all = new Properties();
      all.load(new StringReader(Files.readString(file, StandardCharsets.UTF_8)));
      return Optional.of(
          new RunningDevice(
              Integer.parseInt(all.getProperty("port", "")),
              Long.parseLong(all.getProperty("pid", "")),
              Instant.parse(all.getProperty("started", "")),
              Path.of(all.getProperty("folder", ""))));
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** Numbers of processes come again: the time of the start is compared too. */
  private boolean isAlive() {
    return ProcessHandle.of(pid)
        .filter(ProcessHandle::isAlive)
        .flatMap(each -> each.info().startInstant())
        .filter(each -> !each.isAfter(started.plusSeconds(1)))
        .isPresent();
  }

  /** Lets others know of a device of this process. */
  static RunningDevice announce(int port, Path folder) throws IOException {
    var device = new RunningDevice(port, ProcessHandle.current().pid(), Instant.now(), folder);
    Files.createDirectories(list());
    var text =
        "port="
            + port
            + "\npid="
            + device.pid
            + "\nstarted="
            + device.started
            + "\nfolder="
            + folder.toString().replace("\\", "\\\\")
            + "\n";
    OutputFile.write(device.file(), out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    return device;
  }

  private Path file() {
    return list().resolve(port + ".properties");
  }

  /** It has ended. */
  void forget() throws IOException {
    Files.deleteIfExists(file());
  }

  /** Ends it; waits for its end. */
  public void stop() throws IOException {
    ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    if (process != null && isAlive()) {
      process.destroy();
      try {
        process.onExit().get(SECONDS_TO_END, TimeUnit.SECONDS);
      } catch (TimeoutException | ExecutionException e) {
        process.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    forget();
  }
}
