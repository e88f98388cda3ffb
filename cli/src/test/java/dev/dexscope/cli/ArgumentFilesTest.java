package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArgumentFilesTest {
  @TempDir private Path folder;

  private String file(String name, String text) throws IOException {
    return "@" + Files.writeString(folder.resolve(name), text);
  }

  private static List<String> expand(String... line) throws IOException {
    return ArgumentFiles.expand(ArgumentFilesTest::spec, line);
  }

  private static @Nullable CommandSpec spec(String name) {
    var nowhere =
        Terminal.ofStreams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
    CommandLine line = Invocation.commandLine(nowhere, name).getSubcommands().get(name);
    return line == null ? null : line.getCommandSpec();
  }

  @Test
  void wordsOfAFileStandInItsPlace() throws Exception {
    String file =
        file(
            "words",
            "# how\n  --trace 'a b'\t-Dk=\"v \\\"w\\\" \\\\\"\n\n'' x#y # end\nit\"'\"s' '");

    assertThat(expand("run", "-cp", "a.jar", file, "last"))
        .containsExactly(
            "run", "-cp", "a.jar", "--trace", "a b", "-Dk=v \"w\" \\", "", "x#y", "it's ", "last");
  }

  @Test
  void theCommandMayStandInAFile() throws Exception {
    String inner = file("inner", "-cp a.jar");
    String outer = file("outer", "run " + inner + " Main " + inner);

    assertThat(expand("--debug", outer, inner))
        .containsExactly("--debug", "run", "-cp", "a.jar", "Main", inner, inner);
  }

  @Test
  void wordsOfAProgramAreLeft() throws Exception {
    String file = file("words", "x");

    assertThat(expand("run", "Main", file, "@@x")).containsExactly("run", "Main", file, "@@x");
    assertThat(expand("run", "--", file)).containsExactly("run", "--", file);
    assertThat(expand("run", "--trace", "t", "--network", "Main", file)).endsWith("Main", file);
    assertThat(expand("report", "t", file)).containsExactly("report", "t", "x");
    assertThat(expand("report", "--", file)).containsExactly("report", "--", file);
    assertThat(expand("nonsense", file)).containsExactly("nonsense", "x");
  }

  @Test
  void whatIsNoFileIsAWord() throws Exception {
    assertThat(expand("report", "@", "@missing", "@@x", "@" + folder, "a@b"))
        .containsExactly("report", "@", "@missing", "@x", "@" + folder, "a@b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a 'b", "a \"b\\", "@%s/words"})
  void damagedFilesAreRefused(String text) throws Exception {
    String file = file("words", text.formatted(folder));

    assertThatThrownBy(() -> expand("report", file))
        .isInstanceOf(CliException.class)
        .hasMessageContaining(folder + "/words;");
  }

  @Test
  void largeFilesAreRefused() throws Exception {
    String file = file("words", "x".repeat((1 << 20) + 1));

    assertThatThrownBy(() -> expand("report", file)).isInstanceOf(CliException.class);
  }

  /** A script stands for the Java VM: first it prints words, then its own. */
  @Test
  void theLauncherReadsFilesBeforeAllElse() throws Exception {
    Path java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        case "$*" in
          *ArgumentFiles*) echo "'run' '--jfr=it'\\\\''s \\$(x).jfr' 'Main' '@words' " ;;
          *) printf '%s\\n' "$@" ;;
        esac
        """);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    file("words", "unused");
    Path launcher = Path.of("..").toAbsolutePath().normalize().resolve("scripts/launch.sh");
    Process process =
        new ProcessBuilder("bash", "-euc", ". \"$0\"; launch jdk . @words", launcher.toString())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();

    List<String> options;
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      options = out.lines().toList();
    }
    assertThat(options)
        .contains("-XX:StartFlightRecording=filename=it's $(x).jfr,settings=profile")
        .endsWith("dev.dexscope.cli.RunMain", "run", "--jfr=it's $(x).jfr", "Main", "@words");
  }
}
