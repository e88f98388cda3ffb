package dev.dexscope.device;

import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.device.process.JavaCommand;
import dev.dexscope.device.process.Recordings;
import dev.dexscope.wire.adb.AdbPublicKey;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A device in a process of its own. */
public final class DeviceMain {
  private static final String LOG = "device.log";
  private static final int POLL_MILLIS = 20;

  private DeviceMain() {}

  /**
   * Runs a device until the process is ended.
   *
   * @param args its folder, its port, and if its apps are recorded the folder for that
   */
  public static void main(String[] args) throws Exception {
    try {
      run(
          Path.of(args[0]),
          Integer.parseInt(args[1]),
          args.length > 2 ? Path.of(args[2]) : null,
          key -> {
            System.err.println("refused: " + DeviceKeys.describe(key));
            return false;
          },
          _ -> {});
    } catch (IOException | RefusedFileException e) {
      System.err.println(reason(e));
      System.exit(1);
    }
  }

  private static String reason(Exception e) {
    return e instanceof BindException ? "the port is in use" : e.getMessage() + "";
  }

  /** Called when the device has started. */
  @FunctionalInterface
  public interface Started {
    void tell(VirtualDevice device);
  }

  /**
   * Runs a device in this process until that is ended.
   *
   * @param recordings the folder into which its apps are recorded; null if they are not
   */
  public static void run(
      Path folder,
      int port,
      @Nullable Path recordings,
      Predicate<AdbPublicKey> asked,
      Started started)
      throws IOException {
    VirtualDevice device = VirtualDevice.start(folder, port, asked);
    if (recordings != null) {
      device.record(new Recordings(recordings));
    }
    try {
      RunningDevice announced = RunningDevice.announce(device.port(), folder.toAbsolutePath());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(device, announced)));
      started.tell(device);
      device.awaitEnd();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      device.close();
    }
  }

  private static void end(VirtualDevice device, RunningDevice announced) {
    try {
      announced.forget();
      device.close();
    } catch (IOException e) {
      // The process ends all the same.
    }
  }

  /**
   * Starts a device in a process that continues when this one has ended; waits until it has
   * started.
   *
   * @param port 0 for a free one
   * @param recordings as for {@link #run}
   */
  public static RunningDevice startProcess(Path folder, int port, @Nullable Path recordings)
      throws IOException {
    Files.createDirectories(folder);
    Path log = folder.resolve(LOG);
    List<String> arguments = new ArrayList<>();
    arguments.add(folder.toAbsolutePath().toString());
    arguments.add(port + "");
    if (recordings != null) {
      arguments.add(recordings.toString());
    }
    List<String> command =
        JavaCommand.of(
            List.of("-XX:TieredStopAtLevel=1", "-Xmx256m"), DeviceMain.class.getName(), arguments);
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    process.getOutputStream().close();
    try {
      while (process.isAlive()) {
        Optional<RunningDevice> found =
            RunningDevice.all().stream().filter(each -> each.pid() == process.pid()).findFirst();
        if (found.isPresent()) {
          return found.get();
        }
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
    List<String> said = Files.readAllLines(log, StandardCharsets.UTF_8);
    throw new RefusedFileException(
        "the device did not start: " + (said.isEmpty() ? "unknown reason" : said.getLast()),
        folder,
        "see " + log + ", or name another --port or --folder");
  }
}
