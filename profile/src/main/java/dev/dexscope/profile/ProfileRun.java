package dev.dexscope.profile;

import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.PackageChanges;
import dev.dexscope.observe.Observation;
import dev.dexscope.trace.Trace;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * From a program to the picture of where its time goes, in steps that follow each other. What a
 * step has made stays when the next one fails.
 *
 * <pre>{@code
 * ProfileRun run = ProfileRun.prepare(request);
 * run.inject();
 * int exitCode = run.run();
 * Trace trace = run.read(_ -> {});
 * Path flameGraph = run.folder().flame();
 * }</pre>
 */
public final class ProfileRun {
  private final ProfileRequest request;
  private final ProfileFolder folder;
  private final String mainClass;
  private final boolean isDex;

  /** The profiled program. */
  private final Path injected;

  private ProfileRun(
      ProfileRequest request,
      ProfileFolder folder,
      Path injected,
      String mainClass,
      boolean isDex) {
    this.request = request;
    this.folder = folder;
    this.injected = injected;
    this.mainClass = mainClass;
    this.isDex = isDex;
  }

  /**
   * Looks for the class to run, and makes the folder ready.
   *
   * @throws IOException if an I/O error occurs
   */
  public static ProfileRun prepare(ProfileRequest request) throws IOException {
    Path program = InputFile.check(request.program());
    String mainClass = Program.mainClass(program, request.mainClass());
    boolean isDex;
    try (var in = Files.newInputStream(program)) {
      isDex = in.read() == 'd';
    }
    ProfileFolder folder = ProfileFolder.prepare(request.folder());
    folder.configure(settings(request));
    Path name = program.getFileName();
    Path injected = folder.path().resolve(isDex ? baseName(program) + ".jar" : name + "");
    return new ProfileRun(request, folder, injected, mainClass, isDex);
  }

  /**
   * One of several runs of the same profiled program, with a folder of its own in this one's.
   *
   * @param number from 1 on
   * @throws IOException if an I/O error occurs
   */
  public ProfileRun again(int number) throws IOException {
    ProfileFolder own = folder.ofRun(number);
    own.configure(settings(request));
    return new ProfileRun(request, own, injected, mainClass, isDex);
  }

  private static String settings(ProfileRequest request) {
    return request.warmups() == 0 ? request.tauConf() : request.tauConf() + "\nTAU_WARMUP=1\n";
  }

  /** Returns where everything is. */
  public ProfileFolder folder() {
    return folder;
  }

  /** The profiled program. */
  public Path injected() {
    return injected;
  }

  /** A file's name without its suffix, also of the current folder. */
  public static String baseName(Path file) {
    String name = file.toAbsolutePath().normalize().getFileName() + "";
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  /**
   * Puts the profiler into the program.
   *
   * @throws IOException if an I/O error occurs
   */
  public InjectionReport inject() throws IOException {
    if (!isDex) {
      return inject(request.program());
    }
    // A dex file has no room for the table of methods: in a jar they travel together.
    Path bare = folder.path().resolve("." + baseName(request.program()) + ".jar");
    try {
      try (var jar = new ZipOutputStream(Files.newOutputStream(bare))) {
        jar.putNextEntry(new ZipEntry("classes.dex"));
        Files.copy(request.program(), jar);
      }
      return inject(bare);
    } finally {
      Files.deleteIfExists(bare);
    }
  }

  private InjectionReport inject(Path program) throws IOException {
    try (Injector app = Injector.open(List.of(program))) {
      InjectionReport report = app.inject(request.injection(), PackageChanges.least());
      Optional<Signer> signer =
          app.isSigned()
              ? Optional.of(new Signer(DebugKeystore.openOrCreate(DebugKeystore.path())))
              : Optional.empty();
      OutputFile.replace(injected(), temporary -> app.write(0, signer, temporary));
      folder.listNotMeasured(report.notMeasured());
      return report;
    }
  }

  /** Ends the program early, from another thread: {@link #run} returns with this exit code. */
  public static void end(int exitCode) {
    Vm.end(exitCode);
  }

  /**
   * Runs the program and returns its exit code.
   *
   * @throws IOException if an I/O error occurs
   */
  public int run() throws IOException {
    List<Path> path = new ArrayList<>(List.of(injected()));
    path.addAll(request.classPath());
    Map<Path, Path> resources = new HashMap<>(request.resources());
    Path original = resources.get(request.program());
    if (original != null) {
      resources.put(injected(), original);
    }
    Program program =
        new Program(path, mainClass).withWarmups(request.warmups()).withResources(resources);
    Map<String, String> conf = Map.of("tau.conf", folder.conf().toAbsolutePath().toString());
    String[] arguments = request.arguments().toArray(String[]::new);
    int exitCode = Vm.start(request.engine(), new Observation()).run(program, conf, arguments);
    System.out.flush();
    System.err.flush();
    return exitCode;
  }

  /**
   * Reads the calls of all paths and draws the flame graph.
   *
   * @param progress receives from time to time the number of bytes read
   * @throws IOException if it cannot be read
   */
  public Trace read(LongConsumer progress) throws IOException {
    return FlameGraph.draw(InputFile.check(folder.calls()), folder.path(), progress);
  }
}
