package dev.dexscope.cli.pages;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.TraceInput;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.web.ViewServer;
import dev.dexscope.web.traces.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code dexscope view}: a trace on a page. */
@Command(
    name = "view",
    description =
        "Opens traces on a page in the browser: timeline, flame graph, tables, call graph.",
    footer = {
      "",
      "The page is served by this command on this machine alone, until Ctrl-C ends it. The address",
      "contains a token: nobody else can open it. Files can be dropped on the page: other traces,",
      "mapping files of ProGuard or R8, and sources, APKs and dex files.",
      "",
      "Examples:",
      "  dexscope view app.trace",
      "  dexscope view after.trace before.trace",
      "  dexscope view app.trace --sources app/src --sources library-sources.jar",
      "  dexscope view app.trace --sources app.apk",
      "  dexscope view app.trace --mapping mapping.txt",
      "  adb exec-out cat /data/local/tmp/app.trace | dexscope view -",
      "  dexscope view app.trace --no-open --port 8090",
    })
public final class ViewCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "TRACE",
      arity = "1..*",
      description =
          "Method traces, or profiles of other tools; - is standard input. The first is shown first.")
  List<Path> files = new ArrayList<>();

  @Option(
      names = "--sources",
      paramLabel = "PATH",
      description =
          "A folder or jar with sources, or the program (APK, dex file): methods are shown in their source, else in"
              + " their dex code. Can be given several times.")
  List<Path> sources = new ArrayList<>();

  @Mixin TraceInput input = new TraceInput();

  @Mixin Served served = new Served();

  private final Terminal terminal;

  public ViewCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (files.stream().anyMatch(TraceInput::isStandardInput)) {
      try (var folder = TemporaryFolder.make()) {
        Path copy = folder.path().resolve(TraceInput.STANDARD_INPUT);
        Files.copy(System.in, copy);
        serve(files.stream().map(each -> TraceInput.isStandardInput(each) ? copy : each).toList());
      }
    } else {
      serve(files);
    }
    return ExitCode.DONE.code();
  }

  private void serve(List<Path> files) throws IOException, InterruptedException {
    for (Path file : files) {
      TraceReader.check(InputFile.check(file));
    }
    var shown = new Sources(sources);
    for (Path source : sources) {
      if (!Files.isDirectory(source) && !shown.areIn(InputFile.check(source))) {
        throw CliException.badInput(
            "neither sources (.java, .kt) nor dex code",
            source,
            "name a folder or jar of sources, an APK or a dex file");
      }
    }
    served.untilTheEnd(ViewServer.start(files, shown, input.options(), served.port()), terminal);
  }
}
