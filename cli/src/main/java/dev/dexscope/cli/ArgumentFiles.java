package dev.dexscope.cli;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.cli.terminal.Failure;
import dev.dexscope.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Replaces {@code @FILE} by the words in the file. The launcher calls it first, because words may
 * be options of the Java VM for the launcher.
 *
 * <p>White space separates words; quotes of either kind preserve it, and a backslash between double
 * quotes preserves the next letter. A word that begins with {@code #} is a comment up to the line's
 * end. {@code @@} at a word's beginning means {@code @}, and so does {@code @} before anything but
 * a file. Words after {@code --} and those of a program are unchanged.
 */
public final class ArgumentFiles {
  private static final int LARGEST = 1 << 20;

  private final List<String> words = new ArrayList<>();
  private final Deque<Path> open = new ArrayDeque<>();
  private @Nullable CommandSpec command;
  private boolean isValue;
  private boolean isEnded;

  private final Function<String, @Nullable CommandSpec> commands;

  private ArgumentFiles(Function<String, @Nullable CommandSpec> commands) {
    this.commands = commands;
  }

  /** Prints the words of a command line as a shell reads them. */
  public static void main(String[] args) {
    try {
      var out =
          new PrintStream(
              System.out, true, Charset.forName(System.getProperty("native.encoding", "UTF-8")));
      for (String each : expand(ArgumentFiles::spec, args)) {
        out.print("'" + each.replace("'", "'\\''") + "' ");
      }
      out.flush();
    } catch (IOException | RuntimeException e) {
      System.exit(Failure.end(Terminal.ofProcess(), e, List.of(args).contains("--debug")));
    }
  }

  private static @Nullable CommandSpec spec(String command) {
    CommandLine named =
        Invocation.commandLine(Terminal.ofProcess(), command).getSubcommands().get(command);
    return named == null ? null : named.getCommandSpec();
  }

  /**
   * The words of a line.
   *
   * @param commands how commands are read, by their names; null for others
   */
  static List<String> expand(Function<String, @Nullable CommandSpec> commands, String... line)
      throws IOException {
    var files = new ArgumentFiles(commands);
    for (String each : line) {
      files.add(each);
    }
    return files.words;
  }

  private void add(String word) throws IOException {
    if (isEnded || !word.startsWith("@") || word.equals("@")) {
      addPlain(word);
    } else if (word.startsWith("@@")) {
      addPlain(word.substring(1));
    } else {
      Path file = Path.of(word.substring(1));
      if (!Files.isReadable(file) || Files.isDirectory(file)) {
        addPlain(word);
        return;
      }
      Path real = file.toRealPath();
      if (open.contains(real)) {
        throw CliException.badInput("a file that names itself", file, "name another one in it");
      }
      open.push(real);
      for (String each : split(read(file), file)) {
        add(each);
      }
      open.pop();
    }
  }

  /** Follows the line as picocli will: up to {@code --}, or to the word that is a program. */
  private void addPlain(String word) {
    words.add(word);
    if (isEnded) {
      return;
    }
    if (isValue) {
      isValue = false;
    } else if (word.equals("--")) {
      isEnded = true;
    } else if (word.startsWith("-") && word.length() > 1) {
      OptionSpec option = command == null ? null : command.optionsMap().get(word);
      isValue = option != null && option.arity().min() > 0;
    } else if (command == null) {
      command = commands.apply(word);
    } else {
      isEnded = command.parser().stopAtPositional();
    }
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(LARGEST + 1);
      if (bytes.length > LARGEST) {
        throw CliException.badInput("more words than 1 MB", file, "name a file of arguments");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  private static List<String> split(String text, Path file) {
    List<String> words = new ArrayList<>();
    var word = new StringBuilder();
    boolean isWord = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (quote != 0) {
        if (letter == quote) {
          quote = 0;
        } else {
          boolean isEscaped = letter == '\\' && quote == '"' && i + 1 < text.length();
          word.append(isEscaped ? text.charAt(++i) : letter);
        }
      } else if (Character.isWhitespace(letter)) {
        if (isWord) {
          words.add(word.toString());
        }
        word.setLength(0);
        isWord = false;
      } else if (letter == '#' && !isWord) {
        int end = text.indexOf('\n', i);
        i = end < 0 ? text.length() : end;
      } else {
        isWord = true;
        if (letter == '"' || letter == '\'') {
          quote = letter;
        } else {
          word.append(letter);
        }
      }
    }
    if (quote != 0) {
      throw CliException.badInput("a quote without its end", file, "end it by " + quote);
    }
    if (isWord) {
      words.add(word.toString());
    }
    return words;
  }
}
