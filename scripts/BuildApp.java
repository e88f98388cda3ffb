import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Builds the application as the launcher starts it: {@code BuildApp CHECKOUT JDK [terminal]}. Each
 * build has a folder of its own, {@code cli/target/launch/app-N}, and is there at once when the
 * file {@code current} names it, so that programs that are running keep their jars. The time of
 * that file is the build's beginning: what changes during a build is newer.
 *
 * <p>One build runs at a time. The system gives the lock back when the process ends in whatever
 * way.
 */
final class BuildApp {
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
    status.step("building: it is the first use, or the sources have changed");
    try {
      packageInto(app);
    } catch (BuildFailure e) {
      status.end();
      System.err.println(e.getMessage());
      delete(app);
      return false;
    }
    script("prepare_app \"$1\" \"$2\"", jdk, app);
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
          each.endsWith(name) || processes.stream().anyMatch(line -> line.contains(each + "/"));
      if (!isUsed) {
        delete(each);
      }
    }
  }

  static void delete(Path file) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(file)) {
      all = files.toList();
    }
    for (Path each : all.reversed()) {
      Files.delete(each);
    }
  }

  private void packageInto(Path app) throws Exception {
    List<ModulePom> modules = ModulePom.withImports(root, "cli");
    List<ModulePom> built = new ArrayList<>(modules);
    if (Files.exists(root.resolve("samples"))) {
      built.add(ModulePom.read(root, "samples"));
    }
    var libraries = new Libraries(launch.resolve("libraries"));
    Path log = root.resolve("cli/target/build.log");
    libraries.fetch(Libraries.pom(root, built), jdk, log, status);
    for (Path each : libraries.ofApplication()) {
      Files.copy(each, app.resolve(each.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }
    new ModuleJars(root, jdk, launch, libraries, status).make(modules, app);
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
}
