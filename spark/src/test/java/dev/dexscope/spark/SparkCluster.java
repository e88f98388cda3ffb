package dev.dexscope.spark;

import dev.dexscope.base.process.Tethered;
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

  private final Path home;
  private final Path folder;
  private final List<Process> workers = new ArrayList<>();
  private final BlockingQueue<String> log = new LinkedBlockingQueue<>();
  private @Nullable Process master;
  private String url = "";
  private int lost;

  private SparkCluster(Path folder) throws IOException {
    this.folder = folder;
    this.home = Files.createDirectories(folder.resolve("spark"));
    Files.createSymbolicLink(home.resolve("jars"), Peer.SPARK.path().toRealPath());
    // Parts of an answer are computed one after the other, when they are read.
    Files.createDirectories(home.resolve("conf"));
    Files.writeString(
        home.resolve("conf/spark-defaults.conf"),
        """
        spark.sql.adaptive.enabled false
        spark.sql.shuffle.partitions 6
        spark.executor.memory 600m
        """);
  }

  static SparkCluster start(Path folder, int workers) throws Exception {
    var cluster = new SparkCluster(folder);
    try {
      cluster.startMaster();
      for (int i = 0; i < workers; i++) {
        cluster.startWorker(i);
      }
      for (int i = 0; i < workers; i++) {
        cluster.await(REGISTERED);
      }
      return cluster;
    } catch (Exception | Error e) {
      cluster.close();
      throw e;
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
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(
        Tethered.words(home.resolve("jars").resolve("*"), "org.apache.spark.deploy." + name));
    command.addAll(List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("SPARK_HOME", home.toString());
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

  Path home() {
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
