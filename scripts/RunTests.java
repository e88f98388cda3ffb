import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs the tests of all modules, which {@code Compile} has compiled: one queue of test classes for all cores. A class of a module
 * runs in a process that has the module's class path and folder, and runs the next one too; when a module has no more,
 * the next module's turn comes, so that no core waits for a module's last class.
 *
 * <p>A module whose inputs are those of its last pass is left out, with the reports of that pass ({@link TestInputs}).
 *
 * <pre>java RunTests.java ROOT [--full] [--again] [MODULE...]</pre>
 */
class RunTests {
  /** Those whose classes take longest come first, so that the last ones are short. */
  private static final List<String> FIRST = List.of("cli", "spark", "vm", "observe", "agents", "device", "web", "inject", "monitor", "store");

  private static final String WORKER = "dev.dexscope.testkit.TestWorker";
  private static final int MINUTES_OF_CLASS = 15;
  private static final int SLOWEST = 15;

  /**
   * The classes of a module.
   *
   * @param tags those of tests that are left out
   */
  private record Batch(Path module, String classPath, List<String> options, List<String> tags, Deque<String> classes) {}

  /** @param cpu seconds of CPU, those of processes included that it has awaited */
  private record Done(String name, double seconds, double cpu, boolean isFailed) {}

  private final Path root;
  private final boolean isFull;
  private final Deque<Batch> queue = new ArrayDeque<>();
  private final List<Done> done = new ArrayList<>();

  /** What the modules that are tested pass with, by module. */
  private final Map<Path, String> inputs = new LinkedHashMap<>();

  private final Set<Path> failed = new HashSet<>();

  /** Whether a class was not run because its process could not be started. */
  private boolean isIncomplete;

  private RunTests(Path root, boolean isFull) {
    this.root = root;
    this.isFull = isFull;
  }

  static void main(String[] args) throws Exception {
    List<String> words = new ArrayList<>(List.of(args));
    Path root = Path.of(words.removeFirst()).toRealPath();
    boolean isFull = words.remove("--full");
    boolean isAgain = words.remove("--again");
    var run = new RunTests(root, isFull);
    var known = new TestInputs(root);
    for (Path module : modules(root, words)) {
      run.add(module, known, isAgain);
    }
    // One more than there are cores: a sixth of the time tests wait, for sockets and for other processes.
    int lanes = Runtime.getRuntime().availableProcessors() + 1;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < lanes; i++) {
      int lane = i;
      threads.add(Thread.ofPlatform().start(() -> run.lane(lane)));
    }
    for (Thread each : threads) {
      each.join();
    }
    System.exit(run.report());
  }

  private static List<Path> modules(Path root, List<String> named) throws IOException {
    try (Stream<Path> folders = Files.list(root)) {
      return folders
          .filter(folder -> Files.isRegularFile(folder.resolve("target/test-classpath.txt")))
          .filter(folder -> Files.isDirectory(folder.resolve("target/test-classes")))
          .filter(folder -> named.isEmpty() || named.contains(name(folder)))
          .sorted(Comparator.comparingInt((Path folder) -> rank(name(folder))).thenComparing(RunTests::name))
          .toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  private static int rank(String module) {
    int at = FIRST.indexOf(module);
    return at < 0 ? FIRST.size() : at;
  }

  private void add(Path module, TestInputs known, boolean isAgain) throws IOException {
    String classPath = classPath(module);
    List<String> options = options(module);
    String now = known.of(module, classPath, options);
    Path mark = module.resolve("target/passed");
    if (!isAgain && Files.exists(mark) && Files.readString(mark).equals(now)) {
      return;
    }
    Files.deleteIfExists(mark);
    for (String each : List.of("surefire-reports", "home", "jacoco.exec")) {
      delete(module.resolve("target").resolve(each));
    }
    inputs.put(module, now);
    Path classes = module.resolve("target/test-classes");
    Deque<String> queued = new ArrayDeque<>();
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        if (!name(file).matches("[^$]*(Test|IT)\\.class")) {
          continue;
        }
        String path = classes.relativize(file).toString();
        String named = path.substring(0, path.length() - ".class".length()).replace(File.separatorChar, '.');
        // Tests of the packaged application are the longest.
        if (named.endsWith("IT")) {
          queued.addFirst(named);
        } else {
          queued.addLast(named);
        }
      }
    }
    queue.add(new Batch(module, classPath, options, isFull ? List.of() : List.of("full"), queued));
  }

  private static String classPath(Path module) throws IOException {
    return module.resolve("target/test-classes")
        + File.pathSeparator
        + module.resolve("target/classes")
        + File.pathSeparator
        + Files.readString(module.resolve("target/test-classpath.txt")).strip();
  }

  private List<String> options(Path module) throws IOException {
    String pom = Files.readString(module.resolve("pom.xml"));
    List<String> options = new ArrayList<>();
    // Fast tests end before C2's code pays for its compilation; a module's own choice comes after this one.
    options.add(isFull ? coverage(module) : "-XX:TieredStopAtLevel=1");
    for (String name : List.of("test.jit", "test.opens")) {
      Matcher property = Pattern.compile("<" + Pattern.quote(name) + ">([^<]*)</").matcher(pom);
      if (property.find()) {
        options.addAll(List.of(property.group(1).strip().split("\\s+")));
      }
    }
    Path home = module.resolve("target/home");
    options.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "-Xmx2g",
            "-XX:+EnableDynamicAgentLoading",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Duser.home=" + home));
    return options;
  }

  private String coverage(Path module) {
    Path agent = root.resolve("target/jacoco-agent.jar");
    return "-javaagent:" + agent + "=destfile=" + module.resolve("target/jacoco.exec") + ",append=true,includes=dev.dexscope.*";
  }

  /** A class that is still to be run, with its batch; null when there is none. */
  private synchronized Batch next() {
    while (!queue.isEmpty() && queue.peek().classes.isEmpty()) {
      queue.remove();
    }
    return queue.peek();
  }

  private synchronized String take(Batch batch) {
    return batch.classes.poll();
  }

  private void lane(int lane) {
    try {
      for (Batch batch = next(); batch != null; batch = next()) {
        run(batch, lane);
      }
    } catch (IOException | InterruptedException e) {
      incomplete(e);
    }
  }

  private synchronized void incomplete(Exception e) {
    isIncomplete = true;
    System.out.println("FAILED a process of tests does not start: " + e);
  }

  /** Runs classes of a batch as long as there are some. */
  private void run(Batch batch, int lane) throws IOException, InterruptedException {
    String name = take(batch);
    while (name != null) {
      try (Worker worker = new Worker(batch, lane)) {
        while (name != null) {
          long begun = System.nanoTime();
          double cpu = worker.cpu();
          boolean isAlive = worker.run(name);
          double seconds = (System.nanoTime() - begun) / 1e9;
          cpu = Math.max(0, worker.cpu() - cpu);
          ended(batch, new Done(name, seconds, cpu, !isAlive || worker.failed > 0));
          name = take(batch);
          if (!isAlive) {
            break;
          }
        }
      }
    }
  }

  private synchronized void ended(Batch batch, Done ended) {
    done.add(ended);
    if (ended.isFailed) {
      failed.add(batch.module);
    }
    if (ended.isFailed || ended.seconds > 20) {
      System.out.printf(
          Locale.ROOT,
          "%s %s (%s), %.1f s%n",
          ended.isFailed ? "FAILED" : "ok",
          ended.name,
          name(batch.module),
          ended.seconds);
    }
  }

  private static void delete(Path file) throws IOException {
    if (Files.exists(file)) {
      BuildApp.delete(file);
    }
  }

  private int report() throws IOException {
    if (!isIncomplete) {
      for (Map.Entry<Path, String> each : inputs.entrySet()) {
        if (!failed.contains(each.getKey())) {
          Files.writeString(each.getKey().resolve("target/passed"), each.getValue());
        }
      }
    }
    done.sort(Comparator.comparingDouble(Done::seconds).reversed());
    if (!done.isEmpty()) {
      System.out.println("longest test classes:");
    }
    for (Done each : done.subList(0, Math.min(SLOWEST, done.size()))) {
      System.out.printf(Locale.ROOT, "%7.1f s, %.1f s of CPU  %s%n", each.seconds, each.cpu, each.name);
    }
    return isIncomplete || done.stream().anyMatch(Done::isFailed) ? 1 : 0;
  }

  /** A process that runs classes. */
  private final class Worker implements AutoCloseable {
    private final Batch batch;
    private final Process process;
    private final Socket socket;
    private final DataInputStream in;
    private final DataOutputStream out;
    private int failed;

    Worker(Batch batch, int lane) throws IOException {
      this.batch = batch;
      Path target = batch.module.resolve("target");
      Path reports = target.resolve("surefire-reports");
      Files.createDirectories(reports);
      try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(batch.options);
        command.addAll(List.of("-cp", batch.classPath, WORKER));
        command.addAll(List.of(Integer.toString(server.getLocalPort()), reports.toString()));
        command.addAll(batch.tags);
        var builder = new ProcessBuilder(command).directory(batch.module.toFile());
        builder.environment().put("XDG_CACHE_HOME", target.resolve("home/.cache").toString());
        File log = reports.resolve("output-" + lane + ".txt").toFile();
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log));
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        process = builder.start();
        server.setSoTimeout(60_000);
        socket = server.accept();
      }
      socket.setSoTimeout(MINUTES_OF_CLASS * 60_000);
      in = new DataInputStream(socket.getInputStream());
      out = new DataOutputStream(socket.getOutputStream());
    }

    /** Runs a class; false when the process has ended over it. */
    boolean run(String name) throws IOException {
      try {
        out.writeUTF(name);
        out.flush();
        in.readInt();
        failed = in.readInt();
        return true;
      } catch (SocketTimeoutException e) {
        process.destroyForcibly();
        return lost(name, "it has taken more than " + MINUTES_OF_CLASS + " minutes");
      } catch (IOException e) {
        return lost(name, "the process of the tests has ended");
      }
    }

    /** The CPU time of the process so far, where the system says it; proc(5). */
    double cpu() throws IOException {
      Path stat = Path.of("/proc/" + process.pid() + "/stat");
      if (!Files.exists(stat)) {
        return 0;
      }
      String[] fields = Files.readString(stat).replaceFirst(".*\\) ", "").split(" ");
      long ticks = 0;
      for (int i = 11; i < 15 && i < fields.length; i++) {
        ticks += Long.parseLong(fields[i]);
      }
      return ticks / 100.0;
    }

    private boolean lost(String name, String why) throws IOException {
      Files.writeString(
          batch.module.resolve("target/surefire-reports/TEST-" + name + ".xml"),
          """
          <testsuite name="%1$s" time="0" tests="1" errors="1" skipped="0" failures="0">
            <testcase name="(class)" classname="%1$s" time="0"><error><![CDATA[%2$s]]></error></testcase>
          </testsuite>
          """
              .formatted(name, why));
      return false;
    }

    @Override
    public void close() throws IOException {
      try (socket) {
        out.writeUTF("");
        out.flush();
        process.waitFor();
      } catch (IOException e) {
        process.destroyForcibly();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
