package dev.dexscope.cli;

import java.util.Locale;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** A command's help as a page for {@code man}: roff with the macros of man(7). */
final class ManPage {
  private ManPage() {}

  /** The page {@code dexscope-COMMAND.1}. */
  static String of(String name, CommandLine command) {
    CommandLine.Help help = command.getHelp();
    var page = new StringBuilder();
    page.append(".TH DEXSCOPE-").append(name.toUpperCase(Locale.ROOT)).append(" 1\n");
    page.append(".SH NAME\ndexscope-")
        .append(name)
        .append(" \\- ")
        .append(escaped(help.description().strip().replace('\n', ' ')))
        .append('\n');
    section(page, "SYNOPSIS", help.synopsis(0));
    String options =
        Objects.requireNonNull(
                command.getHelpSectionMap().get(UsageMessageSpec.SECTION_KEY_OPTION_LIST))
            .render(help);
    section(page, "OPTIONS", help.parameterList() + options);
    section(page, "NOTES", help.footer());
    return page.toString();
  }

  /** As it stands on a terminal: lines are broken where the help breaks them. */
  private static void section(StringBuilder page, String title, String text) {
    page.append(".SH ").append(title).append("\n.nf\n");
    text.lines()
        .dropWhile(String::isBlank)
        .forEach(line -> page.append(escaped(line)).append('\n'));
    page.append(".fi\n");
  }

  /** A line that begins with a dot or an apostrophe would be an order. */
  private static String escaped(String line) {
    String text = line.replace("\\", "\\e").replace("-", "\\-");
    return text.startsWith(".") || text.startsWith("'") ? "\\&" + text : text;
  }
}
