package dev.dexscope.apps;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.base.files.Seal;
import dev.dexscope.base.files.Sha256;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.process.JavaVm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Android's framework, as Robolectric prepares it for a Java VM, in a folder of the user's cache.
 * Nothing of it is part of Dexscope: it is fetched when it is first needed, once.
 *
 * <pre>{@code
 * AppFramework framework = AppFramework.ofUser();
 * if (!framework.isInstalled(35)) {
 *   framework.installFromMaven(35, System.err::println);
 * }
 * }</pre>
 */
public final class AppFramework {
  /** The API levels that there are frameworks for; the first is the default. */
  public static final List<Integer> LEVELS = List.of(35, 30);

  private static final String TABLE = "framework.tsv";
  private static final String STUBS = "stubs.jar";
  private static final String PREPARED_TYPES = "prepared-types.jar";

  private final Path folder;
  private final List<FrameworkFile> files = new ArrayList<>();

  private AppFramework(Path folder) {
    this.folder = folder;
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(AppFramework.class.getResourceAsStream(TABLE)),
                StandardCharsets.UTF_8))) {
      in.lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> files.add(FrameworkFile.parse(line)));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** In the user's cache folder. */
  public static AppFramework ofUser() {
    return new AppFramework(CacheFolder.ofUser().resolve("apps"));
  }

  /** In another folder, such as one that the machines of a build share. */
  public static AppFramework in(Path folder) {
    return new AppFramework(folder);
  }

  /** Returns where the files are. */
  public Path folder() {
    return folder;
  }

  /** Returns where the fonts of an API level are, once an app has run. */
  Path fonts(int level) {
    return folder.resolve("natives-" + level).resolve("fonts");
  }

  /** Returns the files of an API level. */
  public List<FrameworkFile> files(int level) {
    if (!LEVELS.contains(level)) {
      throw new AppException("no framework for this API level", level, "levels: " + LEVELS);
    }
    return files.stream().filter(each -> each.isFor(level)).toList();
  }

  /** Returns the files that are missing. */
  public List<FrameworkFile> missing(int level) {
    return files(level).stream().filter(each -> !isThere(each)).toList();
  }

  /** Returns whether apps can run at an API level. */
  public boolean isInstalled(int level) {
    return missing(level).isEmpty();
  }

  /** Checks that processes can be started at an API level. */
  void require(int level) {
    if (!isInstalled(level)) {
      throw new AppException(
          "Android's framework is not there", folder, "dexscope apps install --api " + level);
    }
  }

  /** Looks at files anew that have changed since they were looked at. */
  private boolean isThere(FrameworkFile file) {
    Path jar = folder.resolve(file.jar());
    Seal seal = Seal.of(jar);
    if (!file.type().equals("aar")) {
      return seal.holds(file.sha256());
    }
    try {
      if (!seal.isSet() && Files.isRegularFile(jar)) {
        // Of an earlier version, which stated nothing of what it took out of a package.
        seal.set(Sha256.of(jar));
      }
      return seal.holds();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Returns the options of the Java VM for the class path of {@link #classPath}.
   *
   * @return options without that path
   */
  List<String> options() {
    List<String> options = new ArrayList<>(JavaVm.opened("jdk.internal.access"));
    options.addAll(
        List.of(
            "-Drobolectric.offline=true",
            // Windows draw into surfaces of their own, as on a phone.
            "-Drobolectric.useRealDrawTraversals=true",
            "-Drobolectric.useRealAni=true",
            // Selections are reported after the next layout, as on a phone.
            "-Drobolectric.useRealSpinnerSelection=true",
            // Dialogs are as large as they want to be, and where they want to be.
            "-Drobolectric.windowManager.useRequestedSize=true",
            "-Drobolectric.dependency.dir=" + folder,
            "-Ddexscope.cache=" + folder.getParent()));
    return options;
  }

  /** Returns the class path of an app's process, after Dexscope's own. */
  List<Path> classPath(int level) throws IOException {
    List<Path> path = new ArrayList<>();
    for (FrameworkFile each : files(level)) {
      if (each.level() == 0) {
        path.add(folder.resolve(each.jar()));
      }
    }
    path.add(stubs());
    return path;
  }

  /**
   * Returns the jars that programs are compiled against.
   *
   * @throws IOException if an I/O error occurs
   */
  public List<Path> compilePath(int level) throws IOException {
    List<Path> path = new ArrayList<>(List.of(preparedTypes()));
    for (FrameworkFile each : files(level)) {
      if (each.level() == level) {
        path.add(folder.resolve(each.jar()));
      }
    }
    return path;
  }

  /**
   * The interfaces of all classes that Robolectric has prepared, without the methods that it has
   * added: a compiler would require them of subclasses.
   */
  private Path preparedTypes() throws IOException {
    Path jar = folder.resolve(PREPARED_TYPES);
    if (!Files.exists(jar)) {
      write(
          jar,
          ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT,
          "org.robolectric.internal.bytecode.ShadowedObject",
          "org.robolectric.internal.bytecode.InstrumentedInterface");
    }
    return jar;
  }

  private static void write(Path jar, int flags, String... names) throws IOException {
    OutputFile.replace(
        jar,
        temporary -> {
          try (var out = new JarOutputStream(Files.newOutputStream(temporary))) {
            for (String each : names) {
              out.putNextEntry(new ZipEntry(each.replace('.', '/') + ".class"));
              out.write(ClassFile.of().build(ClassDesc.of(each), type -> type.withFlags(flags)));
            }
          }
        });
  }

  /** Robolectric's configuration names a class of Android's that is missing at that time. */
  private Path stubs() throws IOException {
    Path jar = folder.resolve(STUBS);
    if (!Files.exists(jar)) {
      write(jar, ClassFile.ACC_PUBLIC, "android.app.Application");
    }
    return jar;
  }

  /**
   * Installs the user's files.
   *
   * @param source a folder that contains them under Maven's names
   * @param told of each installed file
   * @throws IOException if an I/O error occurs
   */
  public void installFrom(Path source, int level, Consumer<String> told) throws IOException {
    Files.createDirectories(folder);
    for (FrameworkFile each : missing(level)) {
      Path file = source.resolve(each.file());
      if (!Files.isRegularFile(file)) {
        throw new AppException(
            "a file is missing", file, "get " + each + " from Maven Central, or omit --from");
      }
      install(each, file);
      told.accept(each.toString());
    }
  }

  /**
   * Downloads missing files with Maven, from Maven Central or from the repository in the user's
   * settings.
   *
   * @throws IOException if an I/O error occurs
   */
  public void installFromMaven(int level, Consumer<String> told) throws IOException {
    try (var work = TemporaryFolder.make()) {
      MavenCopy.run(missing(level), work.path());
      installFrom(work.path(), level, told);
    }
  }

  private void install(FrameworkFile file, Path from) throws IOException {
    String digest = Sha256.of(from);
    if (!digest.equals(file.sha256())) {
      throw new AppException(
          "this is not the file that was tested, its SHA-256 is " + digest,
          from,
          "expected " + file.sha256() + " of " + file);
    }
    Path jar = folder.resolve(file.jar());
    OutputFile.replace(
        jar,
        temporary -> {
          if (file.type().equals("aar")) {
            extractClasses(from, temporary);
          } else {
            try (InputStream in = Files.newInputStream(from);
                var out = Files.newOutputStream(temporary)) {
              in.transferTo(out);
            }
          }
          Seal.of(jar).set(temporary, Sha256.of(temporary));
        });
  }

  private static void extractClasses(Path aar, Path jar) throws IOException {
    try (var zip = new ZipFile(aar.toFile());
        InputStream in = zip.getInputStream(zip.getEntry("classes.jar"));
        var out = Files.newOutputStream(jar)) {
      in.transferTo(out);
    }
  }

  /**
   * Removes all API levels, and what was kept for them.
   *
   * @throws IOException if an I/O error occurs
   */
  public void remove() throws IOException {
    OutputFolder.delete(folder);
  }

  /**
   * Returns how many bytes all files have together.
   *
   * @throws IOException if it cannot be read
   */
  public long size() throws IOException {
    long sum = 0;
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
        for (Path each : all) {
          sum += Files.size(each);
        }
      }
    }
    return sum;
  }
}
