package dev.dexscope.profile;

import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.PackageChanges;
import dev.dexscope.inject.Settings;
import dev.dexscope.inject.coverage.CoveredCode;
import dev.dexscope.inject.coverage.ReachedPlaces;
import dev.dexscope.observe.Observation;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Program;
import dev.dexscope.vm.Vm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Code that reports which places of it are reached, and its runs.
 *
 * <pre>{@code
 * CoverageRun run = CoverageRun.inject(List.of(jar), Settings.standard().withMode(Mode.COVERAGE), folder);
 * CoverageRun.run(new Program(run.files(), "p.Main"), Engine.TRANSLATED, List.of(), folder);
 * List<CoveredClass> classes = run.code().covered(run.reached(folder).reached());
 * }</pre>
 *
 * @param files the changed files, in the order of the originals
 * @param code their places
 */
public record CoverageRun(List<Path> files, CoveredCode code, InjectionReport report) {
  private static final String CONF = "tau.conf";
  private static final String PLACES = ".places";

  /**
   * Changes the files of a program or app.
   *
   * @param originals a dex file, a jar, or packages
   * @param settings the methods, and one of the modes of coverage
   * @param folder where the changed files go
   * @throws IOException if an I/O error occurs
   */
  public static CoverageRun inject(List<Path> originals, Settings settings, Path folder)
      throws IOException {
    List<Path> archives = new ArrayList<>();
    for (int i = 0; i < originals.size(); i++) {
      Path own = Files.createDirectories(folder.resolve("original-" + i));
      archives.add(archive(originals.get(i), own));
    }
    try (Injector app = Injector.open(archives)) {
      InjectionReport report = app.inject(settings, PackageChanges.least());
      Optional<Signer> signer = ProfileRun.signer(app);
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < archives.size(); i++) {
        int index = i;
        Path own = Files.createDirectories(folder.resolve("covered-" + i));
        Path file = own.resolve(archives.get(i).getFileName());
        OutputFile.replace(file, temporary -> app.write(index, signer, temporary));
        files.add(file);
      }
      return new CoverageRun(files, app.covered(), report);
    }
  }

  /** A dex file has no room for the run time's settings: in a jar they travel together. */
  private static Path archive(Path file, Path folder) throws IOException {
    if (!ProfileRun.isDex(file)) {
      return file;
    }
    Path jar = folder.resolve(ProfileRun.baseName(file) + ".jar");
    ProfileRun.packed(file, jar);
    return jar;
  }

  /**
   * Runs a program of changed files, and returns its exit code.
   *
   * @param folder where it writes what it reaches
   * @throws IOException if an I/O error occurs
   */
  public static int run(Program program, Engine engine, List<String> arguments, Path folder)
      throws IOException {
    Path conf = folder.resolve(CONF);
    Files.writeString(
        conf,
        "PROFILEDIR=" + folder.toAbsolutePath() + "\nTAU_PROFILE=0\nTAU_ALFRED_PORT=0\n",
        StandardCharsets.UTF_8);
    int exitCode =
        Vm.start(engine, new Observation())
            .run(
                program,
                Map.of(CONF, conf.toAbsolutePath().toString()),
                arguments.toArray(String[]::new));
    System.out.flush();
    System.err.flush();
    return exitCode;
  }

  /**
   * Returns what the processes have reached whose files are in a folder, or in those below it.
   *
   * @throws IOException if an I/O error occurs
   */
  public ReachedPlaces reached(Path folder) throws IOException {
    ReachedPlaces all = new ReachedPlaces(code.name(), code.count(), new BitSet());
    List<Path> found;
    try (Stream<Path> below = Files.walk(folder)) {
      found = below.filter(each -> each.toString().endsWith(PLACES)).toList();
    }
    for (Path each : found) {
      ReachedPlaces read = ReachedPlaces.read(each);
      if (read.code().equals(all.code())) {
        all = all.plus(read);
      }
    }
    return all;
  }
}
