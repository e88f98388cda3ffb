package dev.dexscope.cli.programs;

import dev.dexscope.cli.terminal.CliException;
import dev.dexscope.vm.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A program that is named by its main class in one of the files of its class path, as for {@code
 * java}.
 *
 * @param file the file with the class
 * @param mainClass the class
 * @param others the other files
 */
record NamedProgram(Path file, String mainClass, List<Path> others) {
  private static final Pattern CLASS_NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\p{N}_$.]*");

  /** Returns whether a word names a class and not a file. */
  static boolean is(Path word) {
    return CLASS_NAME.matcher(word.toString()).matches() && !Files.exists(word);
  }

  /** Returns the program with a class of this name. */
  static NamedProgram of(Path word, List<Path> classPath) throws IOException {
    String name = word.toString();
    for (Path each : classPath) {
      if (has(each, name)) {
        List<Path> others = new ArrayList<>(classPath);
        others.remove(each);
        return new NamedProgram(each, name, others);
      }
    }
    throw CliException.usage(
        "no class " + name + " in the class path", "check the name, with its package, and -cp");
  }

  /** Returns the last part of the class's name. */
  String simpleName() {
    return mainClass.substring(mainClass.lastIndexOf('.') + 1);
  }

  private static boolean has(Path file, String name) throws IOException {
    return ClassPathFiles.hasClassFile(file, name)
        || (Files.isDirectory(file)
            ? Files.isRegularFile(file.resolve(name.replace('.', '/') + ".java"))
            : Program.defines(file, name));
  }
}
