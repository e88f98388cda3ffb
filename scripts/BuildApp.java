import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Builds the application as the launcher starts it: {@code BuildApp CHECKOUT JDK [terminal]}. Each
 * build has a folder of its own, {@code cli/target/launch/app-N}, and is there at once when the file
 * {@code current} names it, so that programs that are running keep their jars. The time of that file
 * is the build's beginning: what changes during a build is newer.
 *
 * <p>One build runs at a time. The system gives the lock back when the process ends in whatever way.
 */
final class BuildApp {
  private static final Pattern MODULE =
      Pattern.compile("\\[INFO\\] Building (.+?) \\S+ +\\[(\\d+)/(\\d+)\\]");

  private final Path root;
  private final Path jdk;
  private final Path launch;
  private final Status status;

  private BuildApp(Path root, Path jdk, Status status) {
    this.root = root;
    this.jdk = jdk;
    this.launch = root.resolve("cli/target/launch");
    this.status = status;
  }

  public static void main(String[] args) throws Exception {
    var status = new Status(args.length > 2);
    var build = new BuildApp(Path.of(args[0]), Path.of(args[1]), status);
    boolean isBuilt = build.run();
    status.end();
    System.exit(isBuilt ? 0 : 4);
  }

  private boolean run() throws Exception {
    Files.createDirectories(launch);
    try (var file =
        FileChannel.open(
            launch.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock lock = file.tryLock();
      if (lock == null) {
        status.step("waiting for another process that builds");
        lock = file.lock();
      }
      return script("is_built \"$1\"", root) == 0 || build();
    }
  }

  private boolean build() throws Exception {
    deleteUnused();
    Path next = Files.createFile(launch.resolve("current.tmp"));
    Path app = Files.createDirectory(launch.resolve("app-" + System.currentTimeMillis()));
    status.step("building (first use, or the sources have changed)");
    if (!packageInto(app)) {
      delete(app);
      return false;
    }
    status.step("preparing quick starts");
    List<String> jars = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(app, "*.jar")) {
      files.forEach(each -> jars.add(each.toString()));
    }
    ClassVersions.main(jars.toArray(String[]::new));
    script("class_cache \"$1\" \"$2\"", jdk, app);
    // Writing it would make it younger than the build's beginning.
    var begun = Files.getLastModifiedTime(next);
    Files.writeString(next, app.getFileName() + "\n");
    Files.setLastModifiedTime(next, begun);
    Files.move(next, launch.resolve("current"), StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /** What an earlier build left, unless it is the current one or a process was started from it. */
  private void deleteUnused() throws IOException {
    Path current = launch.resolve("current");
    String name = Files.exists(current) ? Files.readString(current).strip() : "";
    List<String> processes =
        ProcessHandle.allProcesses().flatMap(p -> p.info().commandLine().stream()).toList();
    List<Path> old = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(launch, "{app-*,current.tmp}")) {
      files.forEach(old::add);
    }
    for (Path each : old) {
      boolean isUsed =
          each.endsWith(name)
              || processes.stream().anyMatch(line -> line.contains(each + "/"));
      if (!isUsed) {
        delete(each);
      }
    }
  }

  private static void delete(Path file) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(file)) {
      all = files.toList();
    }
    for (Path each : all.reversed()) {
      Files.delete(each);
    }
  }

  private boolean packageInto(Path app) throws Exception {
    Path log = root.resolve("cli/target/build.log");
    List<String> errors = new ArrayList<>();
    var builder =
        new ProcessBuilder("mvn", "-f", root.resolve("pom.xml").toString(), "-B", "-Dmaven.test.skip=true")
            .redirectErrorStream(true);
    builder.command().addAll(List.of("-Dapp.folder=" + app, "-pl", "cli,samples", "-am", "package"));
    builder.environment().put("JAVA_HOME", jdk.toString());
    Process maven = builder.start();
    // Two of them in the same folders would disturb each other.
    Runtime.getRuntime().addShutdownHook(new Thread(maven::destroy));
    try (BufferedReader lines = maven.inputReader(StandardCharsets.UTF_8);
        var out = Files.newBufferedWriter(log)) {
      for (String line; (line = lines.readLine()) != null; ) {
        out.write(line + "\n");
        Matcher module = MODULE.matcher(line);
        if (module.lookingAt()) {
          status.step(
              "building " + module.group(1) + " (" + module.group(2) + " of " + module.group(3) + ")");
        } else if (line.startsWith("Downloaded from ")) {
          status.downloaded();
        } else if (line.startsWith("[ERROR]") && errors.size() < 15) {
          errors.add(line);
        }
      }
    }
    boolean isDone = maven.waitFor() == 0;
    if (!isDone) {
      status.end();
      errors.forEach(System.err::println);
      System.err.println("dexscope: the build failed, see " + log + "; correct it and run again");
    }
    return isDone;
  }

  /** The exit code of one of the launchers' functions. */
  private int script(String command, Path... arguments) throws Exception {
    String source = ". \"$0/scripts/launch.sh\"; . \"$0/scripts/build-app.sh\"; ";
    List<String> line = new ArrayList<>(List.of("bash", "-c", source + command, root.toString()));
    for (Path each : arguments) {
      line.add(each.toString());
    }
    return new ProcessBuilder(line).inheritIO().start().waitFor();
  }

  /**
   * What is going on, on the standard error stream: on a terminal a line that tells the seconds,
   * else a line for each step.
   */
  private static final class Status {
    private final boolean isTerminal;
    private final long start = System.nanoTime();
    private String step = "";
    private int downloads;
    private boolean ended;

    Status(boolean isTerminal) {
      this.isTerminal = isTerminal;
      if (isTerminal) {
        Thread.ofPlatform().daemon().start(this::tick);
      }
    }

    synchronized void step(String next) {
      step = next;
      show();
    }

    synchronized void downloaded() {
      downloads++;
    }

    /** The line goes: what follows is the program's own. */
    synchronized void end() {
      ended = true;
      if (isTerminal) {
        System.err.print("\r\033[K");
      }
    }

    private void tick() {
      try {
        while (true) {
          TimeUnit.SECONDS.sleep(1);
          synchronized (this) {
            if (ended) {
              return;
            }
            show();
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void show() {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      String line = "dexscope: " + step;
      if (downloads > 0) {
        line += ", " + downloads + " files downloaded";
      }
      if (isTerminal) {
        // A line that is wider than the terminal could not be overwritten.
        System.err.print("\r\033[K" + line + ", " + seconds + " s");
      } else {
        System.err.println(line + (seconds > 0 ? ", " + seconds + " s" : ""));
      }
      System.err.flush();
    }
  }
}
