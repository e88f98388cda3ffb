package dev.dexscope.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.options.EarlyOption;
import dev.dexscope.cli.options.EarlyOptions;
import dev.dexscope.cli.programs.RunArguments;
import dev.dexscope.cli.programs.RunCommand;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.cli.traces.ReportWords;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * Every option of the commands that the launcher looks into, in every form and place: the launcher,
 * the quick entry points and files of arguments read what picocli reads.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OptionFormsTest {
  static final List<String> COMMANDS = EarlyOptions.COMMANDS;

  /** The options that the launcher adds for any line of the commands. */
  private static final Set<String> ALWAYS =
      Set.of(
          "-XX:PretenureSizeThreshold=0",
          "-XX:+UnlockDiagnosticVMOptions",
          "-XX:-DisplayVMOutput",
          "-XX:-AOTReplayTraining");

  private static final String SEPARATOR = "\u001f";
  private static final Terminal NOWHERE =
      Terminal.ofStreams(OutputStream.nullOutputStream(), OutputStream.nullOutputStream());

  @TempDir private Path folder;

  /** The launcher's interpretation of a line. */
  private record Launch(boolean isQuick, String agents, List<String> options) {}

  @ParameterizedTest
  @FieldSource("COMMANDS")
  void theTableNamesOptionsAsPicocliDoes(String command) {
    CommandLine picocli = picocli(command);

    for (EarlyOption each : EarlyOptions.of(command)) {
      OptionSpec option = Objects.requireNonNull(picocli.getCommandSpec().findOption(each.name()));
      assertThat(each.names()).containsExactly(option.names());
      assertThat(each.form()).isEqualTo(form(option));
      if (each.request() instanceof EarlyOption.JavaOptions(String value, List<String> _)
          && !value.isEmpty()) {
        assertThat(option.type().getEnumConstants())
            .anyMatch(constant -> constant.toString().equalsIgnoreCase(value));
      }
    }
  }

  private static EarlyOption.Form form(OptionSpec option) {
    if (option.parameterConsumer() != null) {
      return EarlyOption.Form.WORDS;
    }
    if (option.arity().max() == 0) {
      return EarlyOption.Form.FLAG;
    }
    return option.isMultiValue() ? EarlyOption.Form.VALUES : EarlyOption.Form.VALUE;
  }

  /** Else: scripts/options. */
  @Test
  void theLaunchersScriptIsOfTheTable() {
    assertThat(launchScript().resolveSibling("options.sh"))
        .content(StandardCharsets.UTF_8)
        .isEqualTo(OptionScript.text());
  }

  @ParameterizedTest
  @FieldSource("COMMANDS")
  void everyEntryReadsEveryForm(String command) throws Exception {
    List<List<String>> lines = lines(command);
    List<Launch> launches = launch(lines);
    CommandLine top = Invocation.commandLine(NOWHERE, command);

    assertThat(launches).hasSameSizeAs(lines);
    for (int i = 0; i < lines.size(); i++) {
      List<String> line = lines.get(i);
      if (line.toString().contains("agent")) {
        // Agents of both kinds are gathered in one list, of which picocli does not know.
        top = Invocation.commandLine(NOWHERE, command);
      }
      ParseResult read = parse(top, line);
      Object quick = quick(line);
      if (read == null || isHelp(read)) {
        assertThat(quick).as("%s", line).isNull();
        continue;
      }
      Launch expected = expected(command, read.subcommand());
      List<String> options = new ArrayList<>(launches.get(i).options());
      if (command.equals("profile")) {
        // It takes samples, whatever its options are.
        assertThat(options.remove("-XX:+DebugNonSafepoints")).as("%s", line).isTrue();
      }
      assertThat(options).as("%s", line).containsExactlyInAnyOrderElementsOf(expected.options());
      assertThat(launches.get(i).agents()).as("%s", line).isEqualTo(expected.agents());
      if (quick != null) {
        Object whole = Objects.requireNonNull(top.getSubcommands().get(command)).getCommand();
        assertThat(quick)
            .as("%s", line)
            .usingRecursiveComparison()
            .isEqualTo(whole instanceof RunCommand run ? run.arguments() : whole);
      }
      if (launches.get(i).isQuick() && isPlain(line)) {
        assertThat(quick).as("%s", line).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @FieldSource("COMMANDS")
  void wordsInFilesAreThoseOfTheLine(String command) throws Exception {
    Path file = folder.resolve("words");
    CommandSpec spec = picocli(command).getCommandSpec();
    List<List<String>> lines = lines(command);
    // Each place with some forms, each form at some places: files take their time.
    for (int i = 0; i < lines.size(); i += 7) {
      List<String> line = lines.get(i);
      var text = new StringBuilder("# words\n");
      line.forEach(each -> text.append('"').append(each).append("\"\n"));
      Files.writeString(file, text);

      assertThat(ArgumentFiles.expand(_ -> spec, "@" + file)).isEqualTo(line);
    }
  }

  /** Options that every entry reads quickly are read so in each of their plain forms. */
  @ParameterizedTest
  @FieldSource("COMMANDS")
  void quickOptionsAreReadQuickly(String command) {
    CommandLine picocli = picocli(command);
    for (EarlyOption each : EarlyOptions.of(command)) {
      OptionSpec option = Objects.requireNonNull(picocli.getCommandSpec().findOption(each.name()));
      String value = values(option).getFirst();
      for (String name : each.names()) {
        List<List<String>> forms =
            each.form() == EarlyOption.Form.FLAG
                ? List.of(List.of(name))
                : List.of(List.of(name, value), List.of(name + "=" + value));
        for (List<String> form : forms) {
          List<String> line = join(List.of(command), form, List.of("Main"));
          assertThat(quick(line) != null).as("%s", line).isEqualTo(each.isQuick());
        }
      }
    }
  }

  private static Path launchScript() {
    return Path.of("..").toAbsolutePath().normalize().resolve("scripts/launch.sh");
  }

  private static CommandLine picocli(String command) {
    return Objects.requireNonNull(
        Invocation.commandLine(NOWHERE, command).getSubcommands().get(command));
  }

  private static @Nullable ParseResult parse(CommandLine line, List<String> words) {
    try {
      return line.parseArgs(words.toArray(String[]::new));
    } catch (ParameterException e) {
      return null;
    }
  }

  private static boolean isHelp(ParseResult read) {
    return read.asCommandLineList().stream()
        .anyMatch(each -> each.isUsageHelpRequested() || each.isVersionHelpRequested());
  }

  private static @Nullable Object quick(List<String> line) {
    String[] words = line.subList(1, line.size()).toArray(String[]::new);
    return switch (line.getFirst()) {
      case "run" -> RunArguments.read(words);
      case "report" -> ReportWords.read(NOWHERE, words);
      default -> null;
    };
  }

  /** Returns whether it has nothing unusual, so that a quick entry has no reason to use picocli. */
  private static boolean isPlain(List<String> line) {
    Set<String> odd = Set.of("", "--", "-", "-unknown");
    return line.stream().noneMatch(each -> odd.contains(each) || each.endsWith("="));
  }

  /** Returns the expected interpretation of a line, from picocli's. */
  private static Launch expected(String command, ParseResult read) {
    List<String> options = new ArrayList<>();
    String agents = "";
    for (EarlyOption each : EarlyOptions.of(command)) {
      OptionSpec option = read.matchedOption(each.name());
      if (option == null || Objects.equals(option.getValue(), false)) {
        continue;
      }
      List<String> values = option.originalStringValues();
      switch (each.request()) {
        case EarlyOption.Nothing() -> {}
        case EarlyOption.JavaOptions(String value, List<String> added) -> {
          if (value.isEmpty() || values.stream().anyMatch(value::equalsIgnoreCase)) {
            options.addAll(added);
          }
        }
        case EarlyOption.Call(String function) -> {
          switch (function) {
            case "want_java_option" -> values.forEach(value -> options.add("-X" + value));
            case "want_recording" -> options.addAll(recordings(values));
            case "want_agents" -> agents = agents.equals("later") ? agents : "now";
            case "want_java_agents" -> agents = agents.isEmpty() ? "java" : agents;
            case "want_later_agents" -> agents = "later";
            default -> throw new AssertionError(function);
          }
        }
      }
    }
    options.removeAll(ALWAYS);
    return new Launch(false, agents, options);
  }

  private static List<String> recordings(List<String> files) {
    return files.stream()
        .filter(each -> !each.isEmpty())
        .flatMap(each ->
            Stream.of(
                "-XX:StartFlightRecording=filename=" + each + ",settings=profile",
                "-XX:+UnlockDiagnosticVMOptions",
                "-XX:+DebugNonSafepoints"))
        .toList();
  }

  private List<Launch> launch(List<List<String>> lines) throws Exception {
    var text = new StringBuilder();
    for (List<String> line : lines) {
      line.forEach(each -> text.append(each).append(SEPARATOR));
      text.append('\n');
    }
    Files.createDirectories(folder.resolve("folder"));
    Path in = Files.writeString(folder.resolve("lines"), text);
    String script =
        """
        . "$0"
        while IFS= read -r line; do
          IFS=$'\\x1f' read -r -a words <<<"$line"
          OPTIONS=()
          program_options /none "${words[@]}"
          printf '%s\\x1f' "$QUICK" "$AGENTS" ${OPTIONS[@]+"${OPTIONS[@]}"} ${GIVEN[@]+"${GIVEN[@]}"}
          echo .
        done
        """;
    Process bash =
        new ProcessBuilder("bash", "-euc", script, launchScript().toString())
            .directory(folder.toFile())
            .redirectInput(in.toFile())
            .redirectErrorStream(true)
            .start();
    List<Launch> launches = new ArrayList<>();
    try (var out = bash.inputReader(StandardCharsets.UTF_8)) {
      for (String each; (each = out.readLine()) != null; ) {
        List<String> fields = Arrays.asList(each.split(SEPARATOR));
        assertThat(fields).as(each).hasSizeGreaterThan(2);
        List<String> options = new ArrayList<>(fields.subList(2, fields.size() - 1));
        options.removeAll(ALWAYS);
        launches.add(new Launch(!fields.get(0).isEmpty(), fields.get(1), options));
      }
    }
    assertThat(bash.waitFor()).isZero();
    return launches;
  }

  /** Every option in every form, at every place, and beside others. */
  private static List<List<String>> lines(String command) {
    List<String> start = List.of(command);
    List<String> word = List.of("Main");
    List<String> end = List.of("--");
    List<String> other = List.of(command.equals("report") ? "--top=3" : "--engine=interpreted");
    List<List<String>> lines = new ArrayList<>();
    List<String> early =
        EarlyOptions.of(command).stream().flatMap(each -> each.names().stream()).toList();
    for (OptionSpec option : picocli(command).getCommandSpec().options()) {
      for (String name : option.names()) {
        for (List<String> form : forms(option, name)) {
          lines.add(join(start, form, word));
          lines.add(join(start, form, other, word));
          lines.add(join(start, end, form, word));
          if (!early.contains(name)) {
            continue;
          }
          lines.add(join(start, word, form));
          lines.add(join(start, form, end, word));
          lines.add(join(start, word, end, form));
          lines.add(join(start, other, form, word));
          lines.add(join(start, form, form, word));
          lines.add(join(List.of("--debug"), start, form, word));
        }
      }
    }
    return lines;
  }

  private static List<List<String>> forms(OptionSpec option, String name) {
    List<List<String>> forms = new ArrayList<>();
    forms.add(List.of(name));
    if (option.arity().max() == 0) {
      for (String value : List.of("true", "TRUE", "false", "False", "yes", "")) {
        forms.add(List.of(name + "=" + value));
      }
      return forms;
    }
    forms.add(List.of(name, "-"));
    forms.add(List.of(name, "-unknown"));
    for (String value : values(option)) {
      forms.add(List.of(name, value));
      forms.add(List.of(name + "=" + value));
      if (name.length() == 2) {
        forms.add(List.of(name + value));
      }
    }
    return forms;
  }

  private static List<String> values(OptionSpec option) {
    Object[] constants = option.type().getEnumConstants();
    if (constants != null) {
      List<String> values = new ArrayList<>();
      for (Object each : constants) {
        String name = each.toString();
        String lower = name.toLowerCase(Locale.ROOT);
        values.addAll(
            List.of(lower, name, name.charAt(0) + lower.substring(1), lower.replace('_', '-')));
      }
      values.addAll(List.of("nothing", ""));
      return values;
    }
    return switch (option.longestName()) {
      case "-D" -> List.of("k=v", "k=v=w", "k", "k=", "=v", "");
      case "--class-path" -> List.of("a.jar:b.dex", "a", "a::b:", ":a", "");
      case "-X" -> List.of("mx64m", "log:gc=debug", "X:+UseG1GC", "");
      case "--top", "--runs", "--warmup", "--sample", "--seconds", "--api" ->
          List.of("5", "010", "+5", "0x10", "x", "");
      default -> List.of("x", "a b", "folder/x=y=z,w", "");
    };
  }

  @SafeVarargs
  private static List<String> join(List<String>... parts) {
    List<String> joined = new ArrayList<>();
    for (List<String> each : parts) {
      joined.addAll(each);
    }
    return joined;
  }
}
