package dev.dexscope.sql;

import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.base.process.JavaVm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An installation of Apache Spark, which is the user's: with {@code bin/spark-submit} if it is
 * Spark's own distribution, or only a folder {@code jars}, as Maven gets them.
 *
 * @param folder its folder
 */
public record SparkHome(Path folder) {
  public static final String VARIABLE = "SPARK_HOME";

  /** Spark 3 has another SQL: it rounds sums that do not fit, where later ones fail. */
  private static final int LEAST_VERSION = 4;

  private static final Pattern CORE =
      Pattern.compile("spark-core_[\\d.]+-((\\d+)\\.[\\w.-]+)\\.jar");

  /**
   * The packages that Spark's script opens for its classes (its JavaModuleOptions has more, for
   * Hive).
   */
  private static final List<String> OPENED =
      JavaVm.opened(
          "java.lang",
          "java.lang.invoke",
          "java.lang.reflect",
          "java.io",
          "java.net",
          "java.nio",
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "sun.nio.ch",
          "sun.nio.cs",
          "sun.security.action",
          "sun.util.calendar");

  /**
   * Finds it.
   *
   * @param named the folder that the user has named; null for that of the variable
   * @throws MissingToolException if there is none, or one of an older version
   * @throws IOException if its folder cannot be read
   */
  public static SparkHome require(@Nullable Path named) throws IOException {
    return require(named, System.getenv());
  }

  static SparkHome require(@Nullable Path named, Map<String, String> environment)
      throws IOException {
    String variable = environment.getOrDefault(VARIABLE, "");
    if (named == null && variable.isEmpty()) {
      throw new MissingToolException(
          "this engine needs Apache Spark", VARIABLE, "name its folder there, or by --spark-home");
    }
    Path folder = (named == null ? Path.of(variable) : named).toAbsolutePath().normalize();
    Path jars = folder.resolve("jars");
    if (!Files.isDirectory(jars)) {
      throw new MissingToolException(
          "no folder 'jars' of Apache Spark", folder, "name the folder of an installation");
    }
    try (Stream<Path> files = Files.list(jars)) {
      Matcher core =
          files
              .map(file -> CORE.matcher(file.getFileName().toString()))
              .filter(Matcher::matches)
              .findFirst()
              .orElseThrow(() ->
                  new MissingToolException(
                      "no jar of Spark's core", jars, "name the folder of an installation"));
      if (Integer.parseInt(core.group(2)) < LEAST_VERSION) {
        throw new MissingToolException(
            "Spark " + core.group(1) + " is too old", folder, "install Spark 4 or newer");
      }
    }
    return new SparkHome(folder);
  }

  /** The option of a Java VM for the folder of its temporary files. */
  static String temporaryFiles(Path folder) {
    return "-Djava.io.tmpdir=" + folder;
  }

  /**
   * Returns the command that runs a program as Spark's driver.
   *
   * @param options of spark-submit
   * @param memory the driver's heap, in bytes
   * @param temporary the folder for the temporary files of its Java VM
   * @param path the program's jars
   */
  List<String> submit(
      List<String> options, long memory, Path temporary, List<Path> path, String mainClass) {
    String jars = String.join(File.pathSeparator, path.stream().map(Path::toString).toList());
    String heap = (memory >> 20) + "m";
    List<String> command = new ArrayList<>();
    Path script = folder.resolve("bin").resolve("spark-submit");
    if (Files.isExecutable(script)) {
      command.add(script.toString());
      command.addAll(List.of("--driver-memory", heap, "--driver-class-path", jars));
    } else {
      command.add(JavaVm.program());
      command.addAll(OPENED);
      Path own = folder.resolve("conf").resolve("java-opts");
      if (Files.isRegularFile(own)) {
        // Spark's script reads this file as well.
        command.add("@" + own);
      }
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("-Xmx" + heap);
      command.add(temporaryFiles(temporary));
      command.add("-cp");
      command.add(jars + File.pathSeparator + folder.resolve("jars").resolve("*"));
      command.add("org.apache.spark.deploy.SparkSubmit");
    }
    command.addAll(options);
    command.addAll(List.of("--class", mainClass));
    // Spark's word for a program without a file of its own, which executors would fetch.
    command.add("spark-internal");
    return command;
  }
}
