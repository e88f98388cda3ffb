package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.terminal.ExitCode;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/plugins.md, compiled, packed and used by the packaged command. */
@FullTier("runs the packaged command several times")
class PluginIT {
  private static final Pattern SOURCE =
      Pattern.compile("```java\n(package ticks;.*?class (\\w+).*?)```", Pattern.DOTALL);
  private static final String SERVICES = "META-INF/services/dev.dexscope.trace.";
  private static final String LOG =
      """
      TICK
      1 1000 p.Main.run
      1 1400 p.Main.step
      1 1700
      1 2000
      """;

  @TempDir private Path folder;
  private Path classes = Path.of("");
  private Path log = Path.of("");

  @BeforeEach
  void compileTheExample() throws IOException {
    classes = Files.createDirectory(folder.resolve("classes"));
    List<MatchResult> sources =
        SOURCE.matcher(Files.readString(Path.of("../docs/plugins.md"))).results().toList();
    assertThat(sources).extracting(each -> each.group(2)).containsExactly("TickLog", "Names");
    for (MatchResult each : sources) {
      Path source = Files.writeString(folder.resolve(each.group(2) + ".java"), each.group(1));
      String classPath = System.getProperty("java.class.path");
      TestCompiler.javac("-cp", classPath, "-d", classes.toString(), source.toString());
    }
    log = Files.writeString(folder.resolve("app.ticks"), LOG);
  }

  private void install(String importer, String exporter) throws IOException {
    Files.createDirectories(classes.resolve("META-INF/services"));
    Files.writeString(classes.resolve(SERVICES + "read.TraceImporter"), importer);
    Files.writeString(classes.resolve(SERVICES + "export.TraceExporter"), exporter);
    Path plugins = Files.createDirectories(folder.resolve("data/dexscope/plugins"));
    ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
    int exit =
        jar.run(
            System.out,
            System.err,
            "--create",
            "--file=" + plugins.resolve("ticks.jar"),
            "-C",
            classes.toString(),
            ".");
    assertThat(exit).isZero();
  }

  @Test
  void withoutThePlugInTheFileIsUnknown() throws Exception {
    Run run = Packaged.dexscope(folder, "report", log.toString());

    assertThat(run.exit()).isEqualTo(ExitCode.BAD_INPUT.code());
    assertThat(run.err()).contains("not a trace of methods");
  }

  @Test
  void commandsReadAndWriteItsFormats() throws Exception {
    install("ticks.TickLog", "ticks.Names");

    assertThat(Packaged.dexscope(folder, "info", log.toString()).out()).contains("tick log");
    assertThat(Packaged.dexscope(folder, "report", log.toString()).out()).contains("p.Main.step");
    Path names = folder.resolve("app.names");
    Run run = Packaged.dexscope(folder, "convert", log.toString(), "-o", names.toString());
    assertThat(run.err()).isEmpty();
    assertThat(names).hasContent("p.Main.run()V\np.Main.step()V\n");
  }

  @Test
  void aPlugInThatCannotBeLoadedIsNamed() throws Exception {
    install("ticks.Gone", "ticks.Lost");

    Run run = Packaged.dexscope(folder, "report", log.toString());

    assertThat(run.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
    assertThat(run.err()).startsWith("dexscope: a plug-in cannot be used, ").contains("ticks.Gone");
    Run help = Packaged.dexscope(folder, "convert", "--help");
    assertThat(help.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
    assertThat(help.err())
        .startsWith("dexscope: a plug-in cannot be used, ")
        .contains("ticks.Lost");
    assertThat(Packaged.dexscope(folder, "--version").err()).isEmpty();
  }

  /** A trace of Android's needs no plug-in, so not even one that is damaged is noticed. */
  @Test
  void methodTracesAreReadWithoutThem() throws Exception {
    install("ticks.Gone", "ticks.Gone");
    Path trace = Path.of("../samples/traces/art11-threads-buffered.trace").toAbsolutePath();

    Run run = Packaged.dexscope(folder, "report", trace.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
  }
}
