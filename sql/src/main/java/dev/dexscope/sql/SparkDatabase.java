package dev.dexscope.sql;

import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.install.MissingToolException;
import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The same tables, queried by Apache Spark on as many machines as its cluster has. The driver is a
 * process of this machine ({@code SparkMain} of the module {@code spark}), started by the user's
 * own installation with the user's configuration; executors need nothing of Dexscope, but they have
 * to see the files under the same names.
 *
 * <pre>{@code
 * var master = new SparkMaster("spark://cluster:7077");
 * try (var database =
 *     SparkDatabase.start(SparkHome.require(null), master, 2L << 30, Duration.ofMinutes(10))) {
 *   database.open(tables);
 *   ...
 * }
 * }</pre>
 */
public final class SparkDatabase implements QueryEngine {
  private static final String MAIN = "dev.dexscope.spark.SparkMain";

  /** Separates the items of the first question, in which the tables are: no path has it. */
  public static final String SEPARATOR = "\0";

  private static final int LONGEST_LOG = 1 << 20;

  private final TemporaryFolder temporary;
  private final Engine engine;
  private final Duration limit;

  private SparkDatabase(TemporaryFolder temporary, Engine engine, Duration limit) {
    this.temporary = temporary;
    this.engine = engine;
    this.limit = limit;
  }

  /**
   * Starts the driver, which takes some seconds.
   *
   * @param memory the heap of the driver, which has one part of an answer at a time
   * @param limit how long it may take until the cluster has opened the tables
   * @throws SqlException if the master cannot be reached
   * @throws IOException if the driver cannot be started
   */
  public static SparkDatabase start(SparkHome home, SparkMaster master, long memory, Duration limit)
      throws IOException {
    var title =
        new EngineTitle(
            "Spark",
            master.url(),
            "compare the cluster's state and version with " + home.folder(),
            "its SQL is Spark's",
            memory);
    master.check(title);
    var temporary = TemporaryFolder.make();
    try {
      Path log = temporary.path().resolve("log");
      var builder =
          new ProcessBuilder(
              home.submit(
                  options(master),
                  memory,
                  temporary.path(),
                  List.of(jarOf(MAIN), jarOfThis()),
                  MAIN));
      // Spark writes to its folder: not to that of the user.
      builder.directory(temporary.path().toFile()).redirectError(log.toFile());
      builder.environment().put(SparkHome.VARIABLE, home.folder().toString());
      builder.environment().put("SPARK_LOCAL_DIRS", temporary.path().toString());
      // For Spark's script, whose option for this would replace the user's settings. A driver that
      // is
      // ended leaves the native libraries that it has unpacked.
      builder
          .environment()
          .merge(
              "SPARK_SUBMIT_OPTS",
              '"' + SparkHome.temporaryFiles(temporary.path()) + '"',
              (user, own) -> user + ' ' + own);
      builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
      if (master.isOnThisMachine()) {
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
      }
      return new SparkDatabase(temporary, Engine.start(builder, title, () -> reason(log)), limit);
    } catch (IOException | RuntimeException | Error e) {
      temporary.close();
      throw e;
    }
  }

  private static List<String> options(SparkMaster master) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--master",
                master.url(),
                "--deploy-mode",
                "client",
                "--conf",
                "spark.ui.enabled=false",
                "--conf",
                "spark.log.level=WARN"));
    if (master.isOnThisMachine()) {
      options.addAll(
          List.of(
              "--conf",
              "spark.driver.bindAddress=127.0.0.1",
              "--conf",
              "spark.driver.host=127.0.0.1"));
    }
    return options;
  }

  private static Path jarOfThis() throws IOException {
    return jarOf(SparkDatabase.class.getName());
  }

  /** The jar or folder of a class, which is not loaded: what it is made of is not here. */
  private static Path jarOf(String className) throws IOException {
    String name = className.replace('.', '/') + ".class";
    URL url = SparkDatabase.class.getClassLoader().getResource(name);
    if (url == null) {
      throw new MissingToolException(
          "no adapter for Spark", className, "add the jar dexscope-spark to the class path");
    }
    if (url.openConnection() instanceof JarURLConnection jar) {
      return Path.of(URI.create(jar.getJarFileURL().toString()));
    }
    Path file = Path.of(URI.create(url.toString()));
    return file.resolve("../".repeat(className.split("\\.").length)).normalize();
  }

  /** The last line of Spark's log that is about an error. */
  private static String reason(Path log) {
    try {
      byte[] bytes;
      try (var in = Files.newInputStream(log)) {
        bytes = in.readNBytes(LONGEST_LOG);
      }
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (text.contains("UnsupportedClassVersionError")) {
        return "the driver has an older Java than 25: leave JAVA_HOME out of Spark's"
            + " conf/spark-env.sh, or set it to a JDK 25 there";
      }
      return text.lines()
          .filter(line -> line.contains("ERROR") || line.matches("(Exception|Error|Caused by).*"))
          .reduce((_, line) -> line)
          .map(String::strip)
          .orElse("");
    } catch (IOException e) {
      return "";
    }
  }

  @Override
  public void open(List<Table> tables) {
    List<String> words = new ArrayList<>();
    for (Table table : tables) {
      for (Table.Files each : table.files()) {
        words.add(each.name());
        words.add(Integer.toString(each.paths().size()));
        // Executors have other working folders.
        each.paths().forEach(path -> words.add(path.toAbsolutePath().normalize().toString()));
      }
      words.add(table.name());
      words.add("0");
      words.add(table.query());
    }
    engine.open(String.join(SEPARATOR, words), limit);
  }

  @Override
  public boolean ask(String question, long most, Duration time, Rows rows) throws IOException {
    return engine.ask(question, most, time, rows);
  }

  @Override
  public boolean select(String question, long most, Duration time, Rows rows) throws IOException {
    // Within parentheses there can only be a query; a comment may end the line before.
    String text = question.strip().replaceAll(";+$", "");
    return ask("select * from (\n" + text + "\n)", most, time, rows);
  }

  @Override
  public void close() {
    engine.close();
    temporary.close();
  }
}
