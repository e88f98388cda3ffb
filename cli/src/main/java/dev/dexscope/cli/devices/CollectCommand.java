package dev.dexscope.cli.devices;

import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.ReportCommand;
import dev.dexscope.monitor.device.ProfiledProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope collect}: what an injected app that runs on a device has measured. */
@Command(
    name = "collect",
    description = "Fetches the profiles of an injected app that runs on a device, and reports.",
    footer = {
      "",
      "DIR has then the profiles of all its threads and processes, and the calls and traces of those that",
      "were injected with --trace, of which the report is.",
      "",
      "Examples:",
      "  dexscope inject --trace app.apk -o profiled.apk && adb install profiled.apk",
      "  dexscope collect com.acme",
      "  dexscope collect com.acme -s 127.0.0.1:5655 -o monday",
    })
public final class CollectCommand implements Callable<Integer> {
  @Parameters(paramLabel = "PACKAGE", description = "The app.")
  String packageName = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "A new folder for all output. Default: PACKAGE-profile.")
  @Nullable Path output;

  @Mixin VmOptions options = new VmOptions();

  private final Terminal terminal;

  public CollectCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    if (!packageName.matches("[\\w.]+")) {
      throw CliException.usage(
          "no package's name: " + packageName, "write it as the manifest does: com.acme");
    }
    Path folder = output == null ? Path.of(packageName + "-profile") : output;
    options.withProfiled(
        packageName,
        processes -> OutputFolder.write(folder, temporary -> collect(processes, temporary)));
    terminal.err().println("dexscope: the profiles are in " + folder);
    for (Path calls : calls(folder)) {
      ReportCommand.of(terminal, calls).call();
    }
    return ExitCode.DONE.code();
  }

  private void collect(List<ProfiledProcess> processes, Path folder) throws IOException {
    int files = 0;
    for (ProfiledProcess each : processes) {
      int fetched = each.collect(folder).size();
      terminal.err().println("dexscope: " + fetched + " files of " + each);
      files += fetched;
    }
    if (files == 0) {
      throw CliException.environment(
          "it has called no instrumented method",
          packageName,
          "use it, then collect again; see inject --include");
    }
  }

  /** The calls of each process in a folder; its trace where it has no file of calls. */
  static List<Path> calls(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (var files = Files.newDirectoryStream(folder, "*.{calls,trace}")) {
      for (Path each : files) {
        String name = each.getFileName() + "";
        Path calls = each.resolveSibling(name.replaceFirst("\\.trace$", ".calls"));
        if (name.endsWith(".calls") || !Files.exists(calls)) {
          found.add(each);
        }
      }
    }
    found.sort(null);
    return found;
  }
}
