package dev.dexscope.monitor.device;

import dev.dexscope.wire.DeadlineException;
import dev.dexscope.wire.adb.AdbServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The command {@code adb}.
 *
 * @param file that is run
 * @param environment that is set for it, beside this process's
 */
public record AdbProgram(Path file, Map<String, String> environment) {
  public AdbProgram {
    environment = Map.copyOf(environment);
  }

  /** Returns the first one of the path, or of {@code ANDROID_HOME}; empty if there is none. */
  public static Optional<AdbProgram> find() {
    List<Path> folders = new ArrayList<>();
    for (String each : variable("PATH").split(File.pathSeparator, -1)) {
      folder(each).ifPresent(folders::add);
    }
    for (String each : new String[] {"ANDROID_HOME", "ANDROID_SDK_ROOT"}) {
      folder(variable(each)).map(sdk -> sdk.resolve("platform-tools")).ifPresent(folders::add);
    }
    for (Path folder : folders) {
      for (String name : new String[] {"adb", "adb.exe"}) {
        Path file = folder.resolve(name);
        if (Files.isExecutable(file) && Files.isRegularFile(file)) {
          return Optional.of(new AdbProgram(file, Map.of()));
        }
      }
    }
    return Optional.empty();
  }

  private static String variable(String name) {
    String value = System.getenv(name);
    return value == null ? "" : value;
  }

  private static Optional<Path> folder(String name) {
    try {
      return name.isEmpty() ? Optional.empty() : Optional.of(Path.of(name));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** Starts a server, which continues when this process ends. */
  void startServer(AdbServer server) throws IOException, InterruptedException {
    String port = server.address().getPort() + "";
    var command =
        new ProcessBuilder(file.toString(), "-P", port, "start-server")
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    command.environment().putAll(environment);
    Process process = command.start();
    try {
      process.getOutputStream().close();
      if (!process.waitFor(server.patience().toNanos(), TimeUnit.NANOSECONDS)) {
        throw new DeadlineException(file.toString(), "server", server.patience());
      }
      if (process.exitValue() != 0) {
        throw new IOException(file + " start-server: exit code " + process.exitValue());
      }
    } finally {
      process.destroy();
    }
  }
}
