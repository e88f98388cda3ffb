package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class CommandLineTest {
  static java.util.Set<String> commands() {
    return Commands.byName().keySet();
  }

  @Test
  void versionNamesUsAndTheJdk() {
    var run = Run.of("--version");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).matches("dexscope \\d+\\.\\d+\\.\\d+\\S* \\(JDK 2\\d.*\\)\\R");
  }

  @Test
  void theQuickEntryDoesTheSame() {
    String trace = "../samples/traces/art11-exceptions-buffered.trace";
    assertThat(quick("--version")).isEqualTo(Run.of("--version"));
    assertThat(quick("report", trace)).isEqualTo(Run.of("report", trace));
    assertThat(quick("report", "missing")).isEqualTo(Run.of("report", "missing"));
    assertThat(quick("report", "missing").exit()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--top 3",
        "--top=3 --raw",
        "--top 0 --by CLASS",
        "--by=package --json",
        "--clock=off-cpu --sort calls",
        "--sort=Inclusive --clock CPU",
        "--thread main --include java.lang",
        "--thread=1* --exclude=java.util --exclude java.io",
        "--tree --top 3",
        // Refused, or read by picocli.
        "--top",
        "--top x",
        "--top=",
        "--by nothing",
        "--thread nobody",
        "--clock gps",
        "--topp 3",
        "--top 3 --top 4",
        "--raw --raw",
        "--top 010",
        "--json=maybe",
        "another.trace --by class",
      })
  void theQuickEntryReadsOptionsAsTheOtherDoes(String options) {
    String line = "report ../samples/traces/art11-threads-buffered.trace " + options;
    String swapped = "report " + options + " ../samples/traces/art11-threads-buffered.trace";
    for (String each : List.of(line, swapped)) {
      assertThat(quick(each.split(" "))).isEqualTo(Run.of(each.split(" ")));
    }
  }

  private static Run quick(String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exit = QuickMain.run(Terminal.ofStreams(out, err), args);
    return new Run(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void whatStandsBelowTheOptionsIsFilledIntoTheLines(String command) {
    String help = Run.of(command, "--help").out().replaceAll("( \\\\)?\\s+", " ");
    CommandLine.Model.UsageMessageSpec usage =
        new CommandLine(
                Objects.requireNonNull(Commands.byName().get(command))
                    .apply(Terminal.ofStreams(failing("unused"), failing("unused"))))
            .getCommandSpec()
            .usageMessage();
    for (String each : usage.footer()) {
      assertThat(help).contains(each.formatted().strip().replaceAll("\\s+", " "));
    }
  }

  @Test
  void aParagraphIsFilledAndItsExamplesStay() {
    String full = "word ".repeat(15) + "wor";

    assertThat(HelpText.filled(78, "", full, "end.", "Short.", "", "Examples:", "  a", "  b"))
        .containsExactly("", full, "end.", "Short.", "", "Examples:", "  a", "  b");
    assertThat(HelpText.filled(60, full, "end.", "  dexscope run " + full))
        .containsExactly(
            "word ".repeat(12).strip(),
            "word word word wor end.",
            "  dexscope run " + "word ".repeat(8) + "\\",
            "      " + "word ".repeat(7) + "wor");
    assertThat(HelpText.filled(30, "  run file --to 2.4 -q 'a b c d e'"))
        .containsExactly("  run file --to 2.4 \\", "      -q 'a b c d e'");
  }

  /** An option that is added to one of these commands needs its place. */
  @ParameterizedTest
  @ValueSource(strings = {"profile", "run", "report"})
  void eachOptionStandsUnderOneHeading(String command) {
    var nowhere =
        Terminal.ofStreams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    CommandLine line =
        Objects.requireNonNull(
            Invocation.commandLine(nowhere, command).getSubcommands().get(command));

    assertThat(HelpText.headings(command).stream().flatMap(each -> each.options().stream()))
        .containsExactlyInAnyOrderElementsOf(
            line.getCommandSpec().options().stream()
                .filter(each -> !each.hidden())
                .map(CommandLine.Model.OptionSpec::longestName)
                .toList());
  }

  @Test
  void noCommandShowsTheHelpAndIsBadUsage() {
    var run = Run.of();

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).startsWith("Usage: dexscope").contains("completion");
  }

  @Test
  void resultsThatCannotBeWrittenAreAFailure() {
    var err = new ByteArrayOutputStream();
    int exit =
        Invocation.run(Terminal.ofStreams(failing("No space left on device"), err), "--version");

    assertThat(exit).isEqualTo(4);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("dexscope: No space left on device, standard output; ");
  }

  @Test
  void aReaderThatHasSeenEnoughIsNoFailure() {
    var err = new ByteArrayOutputStream();
    int exit = Invocation.run(Terminal.ofStreams(failing("Broken pipe"), err), "--version");

    assertThat(exit).isZero();
    assertThat(err.size()).isZero();
  }

  private static OutputStream failing(String why) {
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException(why);
      }
    };
  }

  @Test
  void anUnknownCommandIsOneLineWithTheNearestName() {
    var run = Run.of("completoin");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "dexscope: unknown command 'completoin'; did you mean 'completion'? "
                + "see 'dexscope --help'\n");
  }

  @Test
  void anUnknownOptionIsOneLine() {
    var run = Run.of("--fast");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).isEqualTo("dexscope: unknown option: '--fast'; see 'dexscope --help'\n");
  }

  @Test
  void debugAddsTheStackTrace() {
    var run = Run.of("--debug", "nonsense");

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err().lines().toList()).hasSizeGreaterThan(2);
    assertThat(run.err()).contains("\tat dev.dexscope.cli.Invocation");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandExplainsItselfWithExamples(String command) {
    var run = Run.of(command, "--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("Usage: dexscope " + command).contains("Examples:");
    assertThat(run.out().lines().toList())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  /** picocli takes them as patterns, and prints an error for those that are not valid. */
  @ParameterizedTest
  @MethodSource("commands")
  void percentSignsInHelpAreDoubled(String command) {
    var nowhere =
        Terminal.ofStreams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    CommandLine line =
        Objects.requireNonNull(
            Invocation.commandLine(nowhere, command).getSubcommands().get(command));

    assertThat(line.getCommandSpec().usageMessage().footer())
        .allSatisfy(text -> assertThat(text.replace("%%", "")).doesNotContain("%"));
  }

  @Test
  void fishCompletesCommandsAndOptions() {
    var run = Run.of("completion", "fish");

    assertThat(run.exit()).isZero();
    assertThat(run.out())
        .contains(
            "-n __fish_use_subcommand -f -a profile -d 'Runs a program",
            "-n '__fish_seen_subcommand_from profile' -l runs -r -d 'Run it");
    assertThat(Run.of("completion", "csh").exit()).isEqualTo(2);
  }

  @Test
  void everyCommandHasAManualPage(@TempDir Path folder) throws IOException {
    Path pages = folder.resolve("man1");

    assertThat(Run.of("completion", "--man", pages.toString()).exit()).isZero();

    for (String each : Commands.byName().keySet()) {
      assertThat(Files.readString(pages.resolve("dexscope-" + each + ".1")))
          .startsWith(".TH DEXSCOPE-")
          .contains(".SH SYNOPSIS\n.nf\ndexscope " + each, "\\-\\-help", "Examples:");
    }
  }

  @Test
  void theHelpListsEveryCommand() {
    var run = Run.of("--help");

    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains(Commands.byName().keySet());
  }

  @Test
  void completionIsAScriptThatBashAccepts() throws Exception {
    var run = Run.of("completion");
    assertThat(run.exit()).isZero();

    var bash = new ProcessBuilder("bash", "-n").redirectErrorStream(true).start();
    try (var in = bash.outputWriter()) {
      in.write(run.out());
    }
    assertThat(bash.waitFor()).isZero();
    assertThat(run.out()).contains("complete -F _complete_dexscope");
  }
}
