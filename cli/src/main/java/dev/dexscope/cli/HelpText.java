package dev.dexscope.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How the help of a command is set: many options stand under headings, those that are used most
 * first, and what is below them is filled into lines as wide as the terminal's.
 */
final class HelpText {
  /** A line ends where its author wanted if the next word had room in so many letters. */
  private static final int FULL_LINE = 76;

  /** The same after the end of a sentence, which may be that of a paragraph. */
  private static final int FULL_SENTENCE = 92;

  /** Before the further lines of an example. */
  private static final String INDENT = "      ";

  /**
   * A group of options.
   *
   * @param options by their longest names
   */
  record Heading(String text, List<String> options) {
    Heading(String text, String options) {
      this(text, List.of(options.split(" ")));
    }
  }

  private static final Heading HELP = new Heading("Help", "--help --version --debug");

  private static final Heading ON_ART =
      new Heading("Android's own runtime", "--jit --no-jit --art-option");

  private static final List<Heading> OF_APP =
      List.of(
          new Heading(
              "An app",
              "--do --script --start --uri --extra --deny --split --data --network --heap --natives"
                  + " --native-path --time --fps --timeout --anr --yes"),
          new Heading("The tests of an app", "--test-apk --test-arg --test-report"));

  private static final Map<String, List<Heading>> HEADINGS =
      Map.of(
          "profile",
          joined(
              List.of(
                  new Heading(
                      "The program",
                      "--class-path --with --main --runs --processes --error --warmup --once --engine --api"
                          + " --platform"),
                  ON_ART,
                  new Heading("The result", "--output --top --wide --baseline --fail-on"),
                  new Heading(
                      "Which methods are counted",
                      "--include --exclude --app-only --select --all --mode --cpu --tau-conf"
                          + " --force")),
              OF_APP,
              List.of(
                  new Heading(
                      "On a phone",
                      "--on-device --seconds --debuggable --keystore --keystore-pass --key-alias"
                          + " --key-pass"),
                  new Heading(
                      "A store of runs",
                      "--store --app --app-version --build --device --abi --scenario --day"),
                  HELP)),
          "run",
          joined(
              List.of(
                  new Heading(
                      "The program", "--class-path --with -D -X --engine --api" + " --platform"),
                  ON_ART,
                  new Heading(
                      "Recordings",
                      "--trace --sample --trace-buffer --wall-clock --platform-calls --jfr")),
              OF_APP,
              List.of(
                  new Heading(
                      "Agents",
                      "--agent --agentpath --agentlib --javaagent --agents-later --check-agents"
                          + " --dex-load-hook"),
                  HELP)),
          "baseline",
          joined(
              List.of(
                  new Heading(
                      "The profile",
                      "--output --after --rules --mapping --hot --starts --check --show"),
                  new Heading(
                      "For Android's runtime",
                      "--binary --format --into --layout --keystore --keystore-pass --key-alias --key-pass")),
              OF_APP,
              List.of(new Heading("The framework", "--api"), HELP)),
          "coverage",
          joined(
              List.of(
                  new Heading("The program", "--class-path --main --api --platform"),
                  new Heading(
                      "The result",
                      "--by --top --output --places --html --xml --never --fail-under"),
                  new Heading(
                      "Which methods are covered",
                      "--methods --include --exclude --app-only --select --all --mode --force")),
              OF_APP,
              List.of(HELP)),
          "report",
          List.of(
              new Heading("What is shown", "--by --sort --top --clock"),
              new Heading(
                  "Instead of the table",
                  "--tree --bottom-up --method --hot --longest --slower-than --timeline"
                      + " --exceptions"),
              new Heading("A part of the trace", "--thread --include --exclude --from --to --min"),
              new Heading("Names and figures", "--mapping --event --without-clock --raw"),
              new Heading("The output", "--wide --json --csv"),
              HELP));

  private HelpText() {}

  private static List<Heading> joined(
      List<Heading> first, List<Heading> second, List<Heading> third) {
    return Stream.of(first, second, third).flatMap(List::stream).toList();
  }

  /** The headings of a command; empty if it has few options. */
  static List<Heading> headings(String command) {
    return HEADINGS.getOrDefault(command, List.of());
  }

  /** Sets the help of a command. */
  static void set(String name, CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    // Two letters less: picocli's lines are shorter than its width.
    usage.footer(filled(command.getUsageHelpWidth() - 2, usage.footer()).toArray(String[]::new));
    List<Heading> headings = headings(name);
    if (!headings.isEmpty()) {
      usage.abbreviateSynopsis(true);
      command
          .getHelpSectionMap()
          .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, headings));
    }
  }

  /** Paragraphs as lines of at most so many letters; examples go on as a shell lets them. */
  static List<String> filled(int width, String... lines) {
    List<String> paragraphs = new ArrayList<>();
    String last = "";
    for (String line : lines) {
      paragraphs.add(goesOn(last, line) ? paragraphs.removeLast() + " " + line : line);
      last = line;
    }
    return paragraphs.stream().flatMap(each -> broken(each, width).stream()).toList();
  }

  private static boolean goesOn(String last, String line) {
    if (last.isEmpty() || last.startsWith(" ") || line.isEmpty() || line.startsWith(" ")) {
      return false;
    }
    int room = last.endsWith(".") || last.endsWith(":") ? FULL_SENTENCE : FULL_LINE;
    return last.length() + 1 + line.split(" ", 2)[0].length() > room;
  }

  private static List<String> broken(String text, int width) {
    boolean isExample = text.startsWith(" ");
    int room = isExample ? width - 2 : width;
    List<String> lines = new ArrayList<>();
    String rest = text;
    while (rest.length() > (isExample ? width : room)) {
      int end = rest.lastIndexOf(' ', room);
      while (isExample && end > INDENT.length() && !mayBreak(rest, end)) {
        end = rest.lastIndexOf(' ', end - 1);
      }
      if (end <= INDENT.length()) {
        break;
      }
      lines.add(rest.substring(0, end) + (isExample ? " \\" : ""));
      rest = (isExample ? INDENT : "") + rest.substring(end + 1);
    }
    lines.add(rest);
    return lines;
  }

  /** Neither in a quoted word nor between an option and its value. */
  private static boolean mayBreak(String example, int at) {
    long quotes = example.chars().limit(at).filter(letter -> letter == '\'').count();
    return quotes % 2 == 0 && !example.substring(0, at).matches(".* -[^ ]*");
  }

  private static String options(Help help, List<Heading> headings) {
    List<OptionSpec> all = help.commandSpec().options();
    var text = new StringBuilder();
    for (Heading heading : headings) {
      Help.Layout layout = help.createDefaultLayout(all, List.of(), help.colorScheme());
      for (String name : heading.options()) {
        layout.addOption(help.commandSpec().findOption(name), help.parameterLabelRenderer());
      }
      text.append('\n').append(heading.text()).append('\n').append(layout);
    }
    return text.toString();
  }
}
