package dev.dexscope.compile;

import dev.dexscope.base.files.InputFile;
import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A program as dex code, whatever the user has named: Java source is compiled, class files and jars
 * of them are made into dex code ({@link QuickDex}, {@link D8}), all else is as it is. What was
 * made is kept for later runs, or gone when it is closed.
 *
 * <pre>{@code
 * try (DexProgram program = DexProgram.of(Path.of("Hello.java"), messages)) {
 *   List<DexFile> code = DexFile.open(program.path());
 * }
 * }</pre>
 */
public final class DexProgram implements AutoCloseable {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";

  /** The file that the user named. */
  private final Path original;

  private final Path path;
  private final Path resources;
  private final @Nullable TemporaryFolder folder;

  private DexProgram(Path original, Path path, Path resources, @Nullable TemporaryFolder folder) {
    this.original = original;
    this.path = path;
    this.resources = resources;
    this.folder = folder;
  }

  /**
   * Makes dex code of a program that uses no other, where that is needed.
   *
   * @param messages where the compiler says what is wrong
   * @throws dev.dexscope.base.install.MissingToolException when D8 is needed and not there
   * @throws CompileException when it cannot be made
   * @throws IOException if it cannot be read
   */
  public static DexProgram of(Path file, PrintWriter messages) throws IOException {
    return of(file, DexOptions.ALONE, messages);
  }

  /**
   * The same for a program that uses others, also for a folder of sources or class files.
   *
   * @throws IOException if it cannot be read
   */
  public static DexProgram of(Path file, DexOptions options, PrintWriter messages)
      throws IOException {
    ProgramForm form = ProgramForm.of(checked(file));
    return form == ProgramForm.OTHER
        ? new DexProgram(file, file, file, null)
        : of(form, file, options, messages, D8.find());
  }

  /**
   * Returns a program whose dex code another one has made, and keeps.
   *
   * @param file the file that the user named
   * @param code its {@link #path}
   * @throws IOException if the file cannot be read
   */
  public static DexProgram made(Path file, Path code) throws IOException {
    boolean hasResources = Files.isDirectory(file) || ProgramForm.of(file) == ProgramForm.JAR;
    return new DexProgram(file, code, hasResources ? file : code, null);
  }

  private static Path checked(Path file) throws IOException {
    return Files.isDirectory(file) ? file : InputFile.check(file);
  }

  static DexProgram of(
      ProgramForm form, Path file, DexOptions options, PrintWriter messages, Optional<D8> d8)
      throws IOException {
    if (form == ProgramForm.RESOURCES) {
      return ofResources(file, options);
    }
    if (options.dexing() != DexOptions.Dexing.QUICK && d8.isEmpty()) {
      throw D8.missing(form.words() + ", of which D8 makes dex code, which is not here", file);
    }
    return switch (form) {
      case JAVA, SOURCES -> ofSource(file, options, d8, messages);
      case CLASS -> made(file, ClassFile.withInnerClasses(file), "", options, d8);
      case CLASSES -> made(file, files(file), "", options, d8);
      default -> made(file, List.of(file), "", options, d8);
    };
  }

  /** An archive without code stands for a folder of the class path that has none. */
  private static DexProgram ofResources(Path file, DexOptions options) throws IOException {
    if (!options.classPath().contains(file)) {
      throw new CompileException(
          "no Java source and no class file in the folder", file, "name another one, or a file");
    }
    TemporaryFolder folder = TemporaryFolder.make();
    Path archive = folder.path().resolve(name(file));
    new ZipRewriter(ZipArchive.empty(archive.toString())).write(archive);
    return new DexProgram(file, archive, file, folder);
  }

  private static DexProgram ofSource(
      Path file, DexOptions options, Optional<D8> d8, PrintWriter messages) throws IOException {
    for (Path each : options.classPath()) {
      checked(each);
    }
    try (TemporaryFolder folder = TemporaryFolder.make()) {
      Path classes = Files.createDirectory(folder.path().resolve("classes"));
      List<Path> path = new ArrayList<>(options.classPath());
      path.addAll(options.platform());
      int release = d8.isPresent() ? d8.get().release() : 0;
      String mainClass = JavaSource.compile(file, classes, path, release, messages);
      return made(file, files(classes), mainClass, options, d8);
    }
  }

  /**
   * Finds the program, or makes it of class files or of a jar.
   *
   * @param mainClass empty for what the jar says, or nothing
   */
  private static DexProgram made(
      Path file, List<Path> inputs, String mainClass, DexOptions options, Optional<D8> d8)
      throws IOException {
    DexCache cache = DexCache.ofUser();
    String key = key(cache, file, inputs, mainClass, options, d8);
    Optional<Path> kept =
        cache.obtain(
            key,
            name(file),
            output -> makeWithOthers(work(file, inputs, output), mainClass, options, d8, output));
    if (kept.isPresent()) {
      return made(file, inputs, kept.get(), null);
    }
    TemporaryFolder folder = TemporaryFolder.make();
    DexProgram program = made(file, inputs, folder.path().resolve(name(file)), folder);
    try {
      D8.Work work = work(file, inputs, program.path);
      makeCode(work, List.of(), options, d8);
      pack(work, mainClass, program.path);
      return program;
    } catch (IOException | RuntimeException e) {
      program.close();
      throw e;
    }
  }

  /** The dex code of a program is made beside the archive that it is packed into. */
  private static D8.Work work(Path file, List<Path> inputs, Path output) {
    return new D8.Work(file, inputs, output.resolveSibling("dex.zip"));
  }

  private static DexProgram made(
      Path file, List<Path> inputs, Path path, @Nullable TemporaryFolder folder) {
    boolean hasResources = Files.isDirectory(file) || work(file, inputs, path).isJar();
    return new DexProgram(file, path, hasResources ? file : path, folder);
  }

  private static String key(
      DexCache cache,
      Path file,
      List<Path> inputs,
      String mainClass,
      DexOptions options,
      Optional<D8> d8)
      throws IOException {
    List<String> facts = new ArrayList<>();
    if (options.dexing() == DexOptions.Dexing.QUICK) {
      facts.add(QuickDex.version());
    }
    facts.add(d8.isPresent() ? d8.get().version() : "no D8");
    facts.addAll(
        List.of(options.d8Mode(), options.api() + "", Runtime.version().toString(), mainClass));
    facts.add(name(file));
    return cache.key(facts, inputs);
  }

  /** The same name, so that what is made of it is named as the user named it. */
  private static String name(Path file) {
    String name = file.toAbsolutePath().normalize().getFileName() + "";
    int dot = name.lastIndexOf('.');
    return (dot > 0 ? name.substring(0, dot) : name) + ".jar";
  }

  /** Dex code, or an archive with it. */
  public Path path() {
    return path;
  }

  /**
   * Returns by {@link #path} the archives and folders with the resources of programs: jars and
   * folders that the user has named, whose programs may look for their class files, too.
   */
  public static Map<Path, Path> resources(List<DexProgram> programs) {
    Map<Path, Path> resources = new HashMap<>();
    for (DexProgram each : programs) {
      resources.put(each.path, each.resources);
    }
    return resources;
  }

  /** Returns a message about {@link #path} with the name that the user knows. */
  public String named(String message) {
    return message.replace(path.toString(), original.toString());
  }

  /** Makes dex code of a program and of others; returns whether that of the others is made. */
  private static boolean makeCode(
      D8.Work work, List<D8.Work> others, DexOptions options, Optional<D8> d8) throws IOException {
    return options.dexing() == DexOptions.Dexing.QUICK
        ? new QuickDex(options, d8).run(work, others)
        : d8.orElseThrow().run(work, others, options);
  }

  /**
   * Makes what is to be kept. If it is a jar of the class path, the other ones that have to be made
   * are made and kept, too: the start of a process takes as long as a small jar.
   */
  private static void makeWithOthers(
      D8.Work work, String mainClass, DexOptions options, Optional<D8> d8, Path output)
      throws IOException {
    DexCache cache = DexCache.ofUser();
    try (TemporaryFolder folder = TemporaryFolder.make()) {
      Map<String, D8.Work> others = new LinkedHashMap<>();
      if (options.classPath().contains(work.original())) {
        for (Path each : options.classPath()) {
          if (!each.equals(work.original()) && ProgramForm.of(checked(each)) == ProgramForm.JAR) {
            String key = key(cache, each, List.of(each), "", options, d8);
            if (!cache.has(key, name(each))) {
              Path dex = folder.path().resolve(key + ".zip");
              others.put(key, new D8.Work(each, List.of(each), dex));
            }
          }
        }
      }
      boolean areMade = makeCode(work, List.copyOf(others.values()), options, d8);
      pack(work, mainClass, output);
      if (areMade) {
        for (Map.Entry<String, D8.Work> each : others.entrySet()) {
          D8.Work other = each.getValue();
          cache.obtain(each.getKey(), name(other.original()), to -> pack(other, "", to));
        }
      }
    }
  }

  private static void pack(D8.Work work, String mainClass, Path output) throws IOException {
    if (work.isJar()) {
      try (ZipArchive jar = ZipArchive.open(work.original())) {
        writeJar(jar, work.output(), output);
      }
    } else {
      var empty = new ZipRewriter(ZipArchive.empty(output.toString()));
      write(empty, work.output(), manifest(mainClass), output);
    }
    Files.delete(work.output());
  }

  private static void writeJar(ZipArchive jar, Path dex, Path output) throws IOException {
    var rewriter = new ZipRewriter(jar);
    for (Entry each : jar.entries()) {
      if (each.name().endsWith(".class")) {
        rewriter.remove(each.name());
      }
    }
    Optional<Entry> manifest = jar.find(MANIFEST);
    write(rewriter, dex, manifest.isPresent() ? manifest.get().read() : new byte[0], output);
  }

  private static void write(ZipRewriter to, Path dex, byte[] manifest, Path output)
      throws IOException {
    if (manifest.length > 0) {
      to.put(MANIFEST, manifest);
    }
    try (ZipArchive made = ZipArchive.open(dex)) {
      for (Entry each : made.entries()) {
        // Not compressed: that takes longer than a small program, and is read at each first start.
        to.put(each.name(), Method.STORED, each.read());
      }
      to.write(output);
    }
  }

  private static byte[] manifest(String mainClass) throws IOException {
    if (mainClass.isEmpty()) {
      return new byte[0];
    }
    var manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    var bytes = new ByteArrayOutputStream();
    manifest.write(bytes);
    return bytes.toByteArray();
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(each -> ClassFile.isOne(each.getFileName().toString())).sorted().toList();
    }
  }

  @Override
  public void close() {
    if (folder != null) {
      folder.close();
    }
  }
}
