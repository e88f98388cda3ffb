package dev.dexscope.cli.programs;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.cli.programs.Question.Answer;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.natives.LibraryContents;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The user's permission to run the native libraries of packages, which have the user's rights: it
 * is requested once for each content, and kept in the cache folder. Without a terminal a line on
 * the error stream names them, and they run: the code of the package that loads them has the same
 * rights, and scripts have named the package themselves.
 */
final class NativePermission {
  private static final int MOST = 8;

  /** Answers a question. */
  @FunctionalInterface
  interface Person {
    Answer answer(String question) throws IOException;
  }

  private final Path folder;
  private final Terminal terminal;
  private final boolean isGiven;
  private final Person person;

  /**
   * @param folder for what has been permitted
   * @param isGiven whether it is given for all
   */
  NativePermission(Path folder, Terminal terminal, boolean isGiven, Person person) {
    this.folder = folder;
    this.terminal = terminal;
    this.isGiven = isGiven;
    this.person = person;
  }

  /**
   * The permission of the user of this process.
   *
   * @param isGiven whether the command line has it
   */
  static NativePermission of(Terminal terminal, boolean isGiven) {
    return new NativePermission(
        CacheFolder.ofUser().resolve("natives"),
        terminal,
        isGiven,
        question -> Question.put(terminal, question));
  }

  /** Returns whether the libraries of packages may run; requests the permission if need be. */
  boolean isGiven(List<Path> packages) throws IOException {
    if (isGiven) {
      return true;
    }
    LibraryContents libraries = LibraryContents.of(packages);
    Path known = folder.resolve(libraries.sha256());
    if (libraries.names().isEmpty() || Files.exists(known)) {
      return true;
    }
    String what = "native libraries run with your rights: " + names(libraries.names());
    return switch (person.answer(
        "dexscope: " + what + System.lineSeparator() + "dexscope: Run them?")) {
      case YES -> {
        Files.createDirectories(folder);
        byte[] text = (names(libraries.names()) + "\n").getBytes(StandardCharsets.UTF_8);
        OutputFile.write(known, out -> out.write(text));
        yield true;
      }
      case NO -> {
        terminal.tell("the native libraries are not loaded");
        yield false;
      }
      case NONE -> {
        terminal.tell(what + " (--yes omits this line)");
        yield true;
      }
    };
  }

  private static String names(List<String> names) {
    String all = String.join(", ", names.subList(0, Math.min(MOST, names.size())));
    return Terminal.plain(
        names.size() > MOST ? all + ", and " + (names.size() - MOST) + " more" : all);
  }
}
