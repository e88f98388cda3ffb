package dev.dexscope.spark;

import dev.dexscope.base.process.Tethered;
import dev.dexscope.sql.SparkHome;
import dev.dexscope.testkit.Peer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A standalone cluster of Spark on this machine's loopback address, of Maven's jars: a process for
 * its master and one for each worker, which start executors. All end with the test, however that
 * ends.
 */
final class SparkCluster implements AutoCloseable {
  private static final Pattern STARTED = Pattern.compile("Starting Spark master at (spark://\\S+)");
  private static final Pattern REGISTERED = Pattern.compile("Registering worker");

  /** Most of the time of so short a life would be that of the compiler. */
  private static final String JAVA = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

  private final SparkHome home;
  private final Path folder;
  private final List<Process> workers = new ArrayList<>();
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
  private @Nullable Process master;
  private String url = "";
  private int lost;

  private SparkCluster(Path folder) throws IOException {
    this.folder = folder;
    // Parts of an answer are computed one after the other, when they are read.
    this.home =
        home(
            folder,
            "spark.sql.adaptive.enabled false",
            "spark.sql.shuffle.partitions 6",
            "spark.executor.memory 600m",
            "spark.executor.extraJavaOptions " + JAVA + " -Djava.io.tmpdir=" + folder);
  }

  /** Makes an installation of Maven's jars, with a configuration. */
  static SparkHome home(Path folder, String... configuration) throws IOException {
    Path home = Files.createDirectories(folder.resolve("spark"));
    Files.createSymbolicLink(home.resolve("jars"), Peer.SPARK.path().toRealPath());
    Path settings = Files.createDirectories(home.resolve("conf"));
    Files.write(settings.resolve("spark-defaults.conf"), List.of(configuration));
    Files.writeString(settings.resolve("java-opts"), JAVA);
    return SparkHome.require(home);
  }

  /** Starts a master without workers. */
  static SparkCluster start(Path folder) throws Exception {
    var cluster = new SparkCluster(folder);
    try {
      cluster.startMaster();
      return cluster;
    } catch (Exception | Error e) {
      cluster.close();
      throw e;
    }
  }

  void startWorkers(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      startWorker(i);
    }
    for (int i = 0; i < count; i++) {
      await(REGISTERED);
    }
  }

  private void startMaster() throws Exception {
    Process started = start("master.Master");
    master = started;
    BufferedReader lines = started.inputReader();
    Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(log::add));
    url = await(STARTED).group(1);
  }

  private void startWorker(int number) throws IOException {
    String work = folder.resolve("worker" + number).toString();
    Process worker = start("worker.Worker", "-c", "1", "-m", "700m", "-d", work, url);
    BufferedReader lines = worker.inputReader();
    Thread.ofPlatform().daemon().start(() -> lines.lines().forEach(_ -> {}));
    workers.add(worker);
  }

  private Process start(String name, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String each : List.of("java.lang", "java.nio", "java.util", "java.net", "sun.nio.ch")) {
      command.add("--add-opens=java.base/" + each + "=ALL-UNNAMED");
    }
    command.add("-Xmx256m");
    command.addAll(List.of(JAVA.split(" ")));
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(
        Tethered.words(
            home.folder().resolve("jars").resolve("*"), "org.apache.spark.deploy." + name));
    command.addAll(List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("SPARK_HOME", home.folder().toString());
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start();
  }

  /** Waits for a line of the master's log. */
  private Matcher await(Pattern pattern) throws InterruptedException {
    while (true) {
      String line = log.poll(1, TimeUnit.MINUTES);
      if (line == null) {
        throw new IllegalStateException("the master does not print " + pattern);
      }
      Matcher found = pattern.matcher(line);
      if (found.find()) {
        return found;
      }
    }
  }

  SparkHome home() {
    return home;
  }

  String url() {
    return url;
  }

  /** Ends a worker and its executors, as if the machine were switched off. */
  void kill(int number) {
    Process worker = workers.get(number);
    List<ProcessHandle> executors = worker.descendants().toList();
    if (executors.isEmpty()) {
      throw new IllegalStateException("the worker has no executor");
    }
    worker.destroyForcibly();
    executors.forEach(ProcessHandle::destroyForcibly);
    worker.onExit().join();
    executors.forEach(each -> each.onExit().join());
    lost++;
  }

  /** How many workers were killed. */
  int lost() {
    return lost;
  }

  @Override
  public void close() {
    List<Process> all = new ArrayList<>(workers);
    if (master != null) {
      all.add(master);
    }
    for (Process each : all) {
      List<ProcessHandle> executors = each.descendants().toList();
      each.destroyForcibly();
      executors.forEach(ProcessHandle::destroyForcibly);
      executors.forEach(handle -> handle.onExit().join());
      each.onExit().join();
      try {
        each.getOutputStream().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
