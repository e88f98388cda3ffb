package dev.dexscope.cli.packages;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.cli.terminal.CliException;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The source of a password. Never the command line itself: every user sees it there. */
final class PasswordSource {
  /** The user is asked on the terminal. */
  static final String PROMPT = "prompt";

  private static final String FORMS = "env:NAME, file:PATH or prompt";

  private PasswordSource() {}

  /**
   * @param what whose password it is, for the prompt
   */
  static char[] read(String source, String what) throws IOException {
    if (source.equals(PROMPT)) {
      return ask(what);
    }
    if (source.startsWith("env:")) {
      return fromEnvironment(source.substring("env:".length()));
    }
    if (source.startsWith("file:")) {
      return fromFile(Path.of(source.substring("file:".length())));
    }
    // The text is not repeated: it may be the password.
    throw CliException.usage("a password is specified by its source", "use " + FORMS);
  }

  private static char[] ask(String what) {
    return Optional.ofNullable(System.console())
        .filter(Console::isTerminal)
        .map(console -> console.readPassword("Password of %s: ", what))
        .orElseThrow(() ->
            CliException.environment("no terminal to read a password from", what, "use " + FORMS));
  }

  private static char[] fromEnvironment(String name) {
    String value = System.getenv(name);
    if (value == null) {
      throw CliException.usage("the environment has no " + name, "export it first");
    }
    return value.toCharArray();
  }

  private static char[] fromFile(Path file) throws IOException {
    List<String> lines = Files.readAllLines(InputFile.check(file));
    return lines.getFirst().toCharArray();
  }
}
