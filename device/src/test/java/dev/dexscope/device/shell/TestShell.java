package dev.dexscope.device.shell;

import dev.dexscope.apps.PhoneSettings;
import dev.dexscope.device.files.DeviceFiles;
import dev.dexscope.device.home.Launcher;
import dev.dexscope.device.packages.PackageStore;
import dev.dexscope.device.process.DeviceAddress;
import dev.dexscope.device.process.LogBuffer;
import dev.dexscope.device.process.Processes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Shells of a device that serves no adb, and starts no programs. */
final class TestShell implements Closeable {
  /** What a script has written, and its exit code. */
  record Result(int exit, byte[] bytes, String err) {
    String out() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private final Processes processes;
  private final DeviceParts parts;

  private TestShell(Processes processes, DeviceParts parts) {
    this.processes = processes;
    this.parts = parts;
  }

  static TestShell in(Path folder) throws IOException {
    DeviceFiles files = DeviceFiles.in(folder);
    LogBuffer log = new LogBuffer();
    Path settings = folder.resolve("settings.properties");
    Processes processes = new Processes(files, settings, log, DeviceAddress.of(0));
    PackageStore packages = new PackageStore(files);
    return new TestShell(
        processes,
        new DeviceParts(
            files,
            packages,
            log,
            processes,
            new DeviceProperties(),
            PhoneSettings.of(settings),
            new Launcher(packages, PhoneSettings.of(settings))));
  }

  /** Runs a script on a device of its own. */
  static Result run(Path folder, String script) throws IOException {
    try (TestShell shell = in(folder)) {
      return shell.run(script, "");
    }
  }

  Shell open() {
    return new Shell(parts);
  }

  Result run(String script, String in) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var input = new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8));
    Shell shell = open();
    int exit =
        shell.run(
            script,
            input,
            new PrintStream(out, false, StandardCharsets.UTF_8),
            new PrintStream(err, false, StandardCharsets.UTF_8));
    shell.end();
    return new Result(exit, out.toByteArray(), err.toString(StandardCharsets.UTF_8));
  }

  @Override
  public void close() throws IOException {
    processes.close();
  }
}
