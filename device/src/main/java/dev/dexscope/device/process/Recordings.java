package dev.dexscope.device.process;

import dev.dexscope.apps.AppRequest;
import dev.dexscope.device.control.StartRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The recordings of a device's apps: each run of an app has a folder of its own, in which its
 * samples and what its clients did to it are written when it is ended.
 *
 * @param all the folder of all; null if nothing is recorded
 */
public record Recordings(@Nullable Path all) {
  /** Nothing is recorded. */
  public static final Recordings NONE = new Recordings(null);

  private static final int SECONDS_TO_END = 20;

  /**
   * Returns the folder of the next run of a package.
   *
   * @param usual where it is if nothing is recorded
   * @throws IOException if it cannot be created
   */
  public Path folder(String packageName, Path usual) throws IOException {
    if (all == null) {
      return usual;
    }
    Files.createDirectories(all);
    for (int i = 1; ; i++) {
      Path folder = all.resolve(packageName + "-" + i);
      if (!Files.exists(folder)) {
        return Files.createDirectory(folder);
      }
    }
  }

  /** Returns the options of the Java VM that record a run. */
  List<String> options(Path folder) {
    return all != null && folder.startsWith(all) ? AppRequest.recordingOptions(folder) : List.of();
  }

  /** Lets an app write what it has recorded, if it still answers. */
  void end(VmProcess process) {
    StartRequest request = process.request();
    if (all == null || request == null || !request.isApp()) {
      return;
    }
    var written =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return process.app().perform("end-recording");
              } catch (IOException e) {
                return e.toString();
              }
            },
            task -> Thread.ofVirtual().start(task));
    try {
      written.get(SECONDS_TO_END, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // What it has recorded is lost, as it is when an app crashes in native code.
    }
  }
}
