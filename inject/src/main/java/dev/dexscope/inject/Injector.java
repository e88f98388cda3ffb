package dev.dexscope.inject;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.PartFile;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.text.TypeName;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.dex.DexFile;
import dev.dexscope.inject.code.ProfilerNames;
import dev.dexscope.inject.coverage.CoveredCode;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Puts the profiler into the files of one app: packages with their splits, sets of them, a bundle,
 * jars or dex files. What comes out is of the same kind.
 *
 * <pre>{@code
 * try (Injector app = Injector.open(List.of(apk))) {
 *   InjectionReport report = app.inject(Settings.standard(), PackageChanges.least());
 *   app.write(0, Optional.of(new Signer(key)), Path.of("out.apk"));
 * }
 * }</pre>
 */
public final class Injector implements Closeable {
  /** Android 5 is the first that loads more than one dex file by itself. */
  private static final int FIRST_WITH_MANY_FILES = 21;

  private static final String NAMES = "dexscope/methods.txt";
  private static final String TAU_CONF = "tau.conf";
  private static final String PLACES = "dexscope/places.txt";

  /** Apps are not told when they end: what they have reached is written every two seconds. */
  private static final byte[] COVERAGE_CONF =
      "TAU_PROFILE=0\nTAU_DUMP_INTERVAL=2\n".getBytes(StandardCharsets.UTF_8);

  private final List<ZipArchive> open = new ArrayList<>();
  private final List<Input> inputs = new ArrayList<>();

  /** All archives with code, the one that gets the run time first; empty when all is dex files. */
  private final List<CodeArchive> archives = new ArrayList<>();

  /** Their dex files, then single ones; empty until they are needed. */
  private final List<DexUnit> units = new ArrayList<>();

  private PackageChanges changes = PackageChanges.least();
  private final Map<CodeArchive, List<List<byte[]>>> code = new HashMap<>();
  private final Map<Input, byte[]> dexFiles = new HashMap<>();
  private byte[] runtime = {};
  private NumberedPlaces covered = new NumberedPlaces();
  private byte[] methodNames = {};

  private Injector() {}

  /**
   * Opens the files of one app.
   *
   * @throws ApkFormatException if a file is damaged, or if no file contains code
   * @throws IOException if it cannot be read
   */
  public static Injector open(List<Path> files) throws IOException {
    var injector = new Injector();
    try {
      for (Path file : files) {
        injector.inputs.add(Input.open(file, injector.open));
      }
      injector.arrange(files);
      return injector;
    } catch (IOException | RuntimeException e) {
      injector.close();
      throw e;
    }
  }

  private void arrange(List<Path> files) {
    archives.addAll(Input.archives(inputs));
    boolean hasCode =
        inputs.stream().anyMatch(Input.Dex.class::isInstance)
            || archives.stream().anyMatch(each -> !each.dexNames().isEmpty());
    if (!hasCode) {
      throw new ApkFormatException(files.getFirst().toString(), 0, "has no dex code");
    }
    CodeArchive home = home();
    if (home != null) {
      archives.remove(home);
      archives.addFirst(home);
    }
  }

  private @Nullable CodeArchive home() {
    CodeArchive found = null;
    for (CodeArchive each : archives) {
      boolean better = found == null || (each.isBase() && !found.isBase());
      if (!each.dexNames().isEmpty() && better) {
        found = each;
      }
    }
    return found;
  }

  /** Returns whether what comes out has to be signed: not jars and dex files. */
  public boolean isSigned() {
    return archives.stream().anyMatch(each -> each.kind() != CodeArchive.Kind.JAR);
  }

  /** Returns whether there is an archive, which has a place for settings, unlike a dex file. */
  public boolean isArchived() {
    return !archives.isEmpty();
  }

  /** Returns whether there are packages among the files, to be installed together. */
  public boolean isPackage() {
    return archives.stream().anyMatch(each -> each.kind() == CodeArchive.Kind.PACKAGE);
  }

  /** The form in which an app is distributed to devices. */
  public enum Kind {
    PACKAGE,
    /** An archive with the packages of one app. */
    SET,
    BUNDLE
  }

  /** The form of the first file of an app; see {@link #isSigned}. */
  public Kind kind() {
    return switch (inputs.getFirst()) {
      case Input.PackageSet _ -> Kind.SET;
      case Input.Archive(CodeArchive archive) when archive.kind() == CodeArchive.Kind.BUNDLE ->
          Kind.BUNDLE;
      default -> Kind.PACKAGE;
    };
  }

  /** The manifest of the app's base; empty when there are only jars and dex files. */
  public Optional<Manifest> manifest() {
    return archives.stream()
        .filter(CodeArchive::isBase)
        .map(CodeArchive::manifest)
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** The names of all classes, as Java writes them. */
  public List<String> classes() {
    List<String> names = new ArrayList<>();
    for (DexUnit unit : units()) {
      for (DexFile dex : unit.files()) {
        dex.classes().forEach(each -> names.add(TypeName.of(each.type())));
      }
    }
    return names;
  }

  private List<DexUnit> units() {
    if (units.isEmpty()) {
      archives.forEach(each -> units.addAll(each.units()));
      for (Input each : inputs) {
        if (each instanceof Input.Dex(DexUnit unit)) {
          units.add(unit);
        }
      }
    }
    return units;
  }

  /**
   * Returns the first version of Android on which the packages run; 0 if no package declares one.
   */
  public int minSdk() {
    return archives.stream().mapToInt(CodeArchive::minSdk).max().orElse(0);
  }

  /**
   * Instruments the code.
   *
   * @throws RefusedFileException if it contains the profiler already, or is damaged, or the result
   *     could not run everywhere
   */
  public InjectionReport inject(Settings settings, PackageChanges packageChanges) {
    changes = packageChanges;
    List<DexUnit> all = units();
    ProfilerNames names = settings.tauNames() ? ProfilerNames.TAU : ProfilerNames.OURS;
    Refusal.check(all, names, settings.force());
    DexInjector.Result result = DexInjector.inject(settings, device(), all);
    int at = 0;
    for (CodeArchive each : archives) {
      int end = at + each.dexNames().size();
      code.put(each, result.units().subList(at, end));
      at = end;
    }
    for (Input each : inputs) {
      if (each instanceof Input.Dex) {
        dexFiles.put(each, result.units().get(at++).getFirst());
      }
    }
    runtime = result.runtime();
    methodNames = result.names();
    covered = result.covered();
    return result.report();
  }

  private DexInjector.Device device() {
    if (archives.isEmpty()) {
      return DexInjector.Device.ONE_FILE;
    }
    return isSigned() && minSdk() < FIRST_WITH_MANY_FILES
        ? DexInjector.Device.BEFORE_ANDROID_5
        : DexInjector.Device.ANY;
  }

  /** The numbered places of the code; none unless {@link Mode#COVERAGE} was requested. */
  public CoveredCode covered() {
    return covered;
  }

  /** The methods by the ids that the run time counts them by, a line for each. */
  public byte[] names() {
    return methodNames.clone();
  }

  /**
   * Writes the result of one of the files.
   *
   * @param index of the opened file
   * @param signer needed where {@link #isSigned}
   * @throws IOException if it cannot be written
   */
  public void write(int index, Optional<Signer> signer, Path output) throws IOException {
    Input input = inputs.get(index);
    switch (input) {
      case Input.Dex _ -> Files.write(output, Objects.requireNonNull(dexFiles.get(input)));
      case Input.Archive(CodeArchive archive) -> write(archive, signer, output);
      case Input.PackageSet set -> write(set, signer.orElseThrow(), output);
    }
  }

  private void write(CodeArchive archive, Optional<Signer> signer, Path output) throws IOException {
    switch (archive.kind()) {
      case JAR -> rewriter(archive).write(output);
      case PACKAGE -> signer.orElseThrow().sign(rewriter(archive), minSdk(archive), output, v4());
      case BUNDLE -> signer.orElseThrow().signBundle(rewriter(archive), output);
    }
  }

  private static Optional<Path> v4() {
    return Optional.empty();
  }

  private int minSdk(CodeArchive archive) {
    return archive.minSdk() > 0 ? archive.minSdk() : Math.max(1, minSdk());
  }

  private void write(Input.PackageSet set, Signer signer, Path output) throws IOException {
    try (var part = PartFile.beside(output)) {
      Path signed = part.path();
      var rewriter = new ZipRewriter(set.zip());
      for (var each : set.packages().entrySet()) {
        signer.sign(rewriter(each.getValue()), minSdk(each.getValue()), signed, v4());
        rewriter.put(each.getKey(), Method.STORED, Files.readAllBytes(signed));
      }
      rewriter.write(output);
    }
  }

  private ZipRewriter rewriter(CodeArchive archive) {
    var rewriter = new ZipRewriter(archive.zip());
    List<List<byte[]>> files = Objects.requireNonNull(code.get(archive), "inject comes first");
    Set<String> names = new HashSet<>(archive.dexNames());
    for (int i = 0; i < archive.dexNames().size(); i++) {
      String name = archive.dexNames().get(i);
      rewriter.put(name, files.get(i).getFirst());
      for (byte[] part : files.get(i).subList(1, files.get(i).size())) {
        rewriter.put(newName(archive, name, names), part);
      }
    }
    if (archive.equals(archives.getFirst())) {
      if (runtime.length > 0) {
        rewriter.put(newName(archive, archive.dexNames().getFirst(), names), runtime);
      }
      rewriter.put(archive.assetName(NAMES), methodNames);
      Optional<byte[]> conf = changes.tauConf();
      if (covered.count() > 0) {
        rewriter.put(archive.assetName(PLACES), covered.file());
        conf = conf.or(() -> Optional.of(COVERAGE_CONF));
      }
      conf.ifPresent(settings -> rewriter.put(archive.assetName(TAU_CONF), settings));
    }
    if (archive.kind() == CodeArchive.Kind.JAR) {
      // It names the class to run; a rewriter takes it for a part of a package's signature.
      archive
          .zip()
          .find(JarFile.MANIFEST_NAME)
          .ifPresent(each -> rewriter.put(each.name(), each.read()));
    }
    Manifest manifest = archive.manifest();
    if (manifest != null && archive.kind() == CodeArchive.Kind.PACKAGE && archive.isBase()) {
      changes.applyTo(manifest);
      rewriter.put(Manifest.ENTRY, manifest.write());
    }
    if (archive.kind() == CodeArchive.Kind.BUNDLE) {
      BundleManifest inBundle = BundleManifest.of(archive.zip());
      changes.applyTo(inBundle);
      rewriter.put(BundleManifest.ENTRY, inBundle.write());
    }
    return rewriter;
  }

  private static String newName(CodeArchive archive, String like, Set<String> taken) {
    String name = archive.newDexName(like, taken);
    taken.add(name);
    return name;
  }

  @Override
  public void close() {
    open.reversed().forEach(ZipArchive::close);
    open.clear();
  }
}
