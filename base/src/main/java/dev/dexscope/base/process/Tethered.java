package dev.dexscope.base.process;

import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * The main class of a process that runs a Java program of others, and ends with its parent ({@link
 * Tether}).
 *
 * <pre>{@code
 * command.addAll(Tethered.words(jar, "com.acme.Main"));
 * command.add("argument");
 * Process process = new ProcessBuilder(command).start();
 * }</pre>
 */
public final class Tethered {
  /** Between the arguments of two runs of the program, one after the other in the same process. */
  public static final String NEXT = "--next-run--";

  private Tethered() {}

  /**
   * Returns the class path of the process.
   *
   * @param jars the program's
   */
  public static String classPath(List<Path> jars) {
    var path = new StringBuilder();
    for (Path each : jars) {
      path.append(each).append(File.pathSeparator);
    }
    // The program's classes first: what it finds is its own.
    return path.append(own()).toString();
  }

  /**
   * Returns the words after the Java VM's options and before the program's arguments.
   *
   * @param jars the program's
   * @param mainClass its name
   */
  public static List<String> words(List<Path> jars, String mainClass) {
    return List.of("-cp", classPath(jars), Tethered.class.getName(), mainClass);
  }

  /** The same for a program in one jar. */
  public static List<String> words(Path jar, String mainClass) {
    return words(List.of(jar), mainClass);
  }

  static Path own() {
    return jarOf(Tethered.class);
  }

  /**
   * Returns the jar or folder of a class. Not of the class path: on the module path it is empty.
   */
  public static Path jarOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Runs it, once for the arguments of each run, until it ends the process.
   *
   * @param args its main class, and its arguments
   * @throws Throwable if the program throws it
   */
  public static void main(String[] args) throws Throwable {
    Tether.hold();
    MethodHandle main =
        MethodHandles.publicLookup()
            .findStatic(
                Class.forName(args[0]), "main", MethodType.methodType(void.class, String[].class));
    int begin = 1;
    for (int i = 1; i <= args.length; i++) {
      if (i == args.length || args[i].equals(NEXT)) {
        main.invokeExact(Arrays.copyOfRange(args, begin, i));
        begin = i + 1;
      }
    }
  }
}
