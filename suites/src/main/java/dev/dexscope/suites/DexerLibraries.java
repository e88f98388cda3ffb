package dev.dexscope.suites;

import com.sun.management.OperatingSystemMXBean;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.NoCodeException;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Failure;
import dev.dexscope.dexer.Dexer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Translates libraries with our dexer and with D8, and compares what verifiers say about each class
 * and what each class declares. {@code suites/dexer-libraries} starts it.
 */
public final class DexerLibraries {
  private static final int LEVEL = 30;
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Path work;
  private final LibraryDex d8;
  private final Map<Path, List<DexFile>> dexed = new HashMap<>();
  private final @Nullable ArtVerdicts art;
  private final List<String> rows =
      new ArrayList<>(List.of("jar\tclasses\tleft to D8\tworse\tother members\tCPU ms"));
  private final FaultReport refusals = new FaultReport();
  private final FaultReport worse = new FaultReport();
  private final FaultReport others = new FaultReport();

  private DexerLibraries(Path work, @Nullable Path art) throws IOException {
    this.work = work;
    this.d8 = new LibraryDex(Files.createDirectories(work.resolve("dex" + LEVEL)), LEVEL);
    this.art = art == null ? null : new ArtVerdicts(art);
    Files.createDirectories(work.resolve("dexer"));
  }

  public static void main(String[] args) throws IOException {
    int at = 1;
    Path art = null;
    String only = ".*";
    for (; at < args.length && args[at].startsWith("--"); at += 2) {
      switch (args[at]) {
        case "--art" -> art = Path.of(args[at + 1]);
        case "--only" -> only = args[at + 1];
        default -> throw new IllegalArgumentException("no option " + args[at]);
      }
    }
    var libraries = new DexerLibraries(Path.of(args[0]), art);
    for (String each : Arrays.asList(args).subList(at, args.length)) {
      List<Path> jars = jars(Path.of(each));
      for (Path jar : jars) {
        if (jar.getFileName().toString().matches(only)) {
          libraries.judge(jar, jars);
          libraries.write();
        }
      }
    }
    System.exit(libraries.report());
  }

  private static List<Path> jars(Path file) throws IOException {
    if (!Files.isDirectory(file)) {
      return List.of(file);
    }
    try (Stream<Path> files = Files.list(file)) {
      return files.filter(each -> each.toString().matches(".*\\.[aj]ar")).sorted().toList();
    }
  }

  private void write() throws IOException {
    Files.write(work.resolve("dexer.tsv"), rows);
    List<String> text = new ArrayList<>();
    for (FaultReport each : List.of(refusals, worse, others)) {
      text.addAll(each.kinds());
      text.add("");
    }
    for (FaultReport each : List.of(refusals, worse, others)) {
      text.addAll(each.all());
      text.add("");
    }
    Files.write(work.resolve("dexer.txt"), text);
  }

  private int report() {
    System.out.println("\nLeft to D8: " + refusals.size());
    refusals.kinds().forEach(System.out::println);
    System.out.println("\nWorse: " + worse.size());
    worse.kinds().forEach(System.out::println);
    System.out.println("\nOther members: " + others.size());
    others.kinds().stream().limit(60).forEach(System.out::println);
    return worse.size() == 0 ? 0 : 1;
  }

  /** The classes of a jar that have a name in common. */
  private record Nest(String name, List<byte[]> classes) {
    int size() {
      int size = 0;
      for (byte[] each : classes) {
        size += each.length;
      }
      return size;
    }
  }

  /** What the dexer makes of a jar, its dex files, and what it says of it. */
  private record Made(List<byte[]> files, Set<String> refused, List<Fault> faults, long millis) {}

  private void judge(Path library, List<Path> all) throws IOException {
    String name = library.getFileName().toString();
    Map<String, Nest> nests = new TreeMap<>();
    Set<String> classes = read(d8.classes(library), nests);
    List<DexFile> before = classes.isEmpty() ? List.of() : dexFiles(library);
    if (before.isEmpty()) {
      return;
    }
    Made made = translate(name, nests.values());
    List<Fault> found = new ArrayList<>(made.faults);
    List<Fault> different = new ArrayList<>();
    List<DexFile> now = parse(name, made.files, found);
    compareClasses(classes, made, now, before, found, different);
    compareCalls(now, before, different);
    ClassPath path = classPath(library, all);
    found.addAll(Fault.newOnes(faults(path, before, before), faults(path, now, before)));
    if (art != null) {
      found.addAll(artFaults(art, name, made.files, now, before));
    }
    for (Fault each : found) {
      worse.add(each.kind(), name, each, size(nests, each));
    }
    for (Fault each : different) {
      others.add(each.problem(), name, each, size(nests, each));
    }
    String row =
        "%s\t%d\t%d\t%d\t%d\t%d"
            .formatted(
                name,
                classes.size(),
                made.refused.size(),
                found.size(),
                different.size(),
                made.millis);
    System.out.println(row);
    rows.add(row);
  }

  private static int size(Map<String, Nest> nests, Fault fault) {
    Nest nest = nests.get(Fault.nest(fault.className()));
    return nest == null ? 0 : nest.size();
  }

  /** Returns the names of a jar's classes; the classes by their nests. */
  private static Set<String> read(Path jar, Map<String, Nest> nests) throws IOException {
    Set<String> names = new HashSet<>();
    try (var zip = new ZipFile(jar.toFile())) {
      for (ZipEntry each : zip.stream().toList()) {
        String file = each.getName();
        if (!file.endsWith(".class")
            || file.startsWith("META-INF/")
            || file.endsWith("module-info.class")) {
          continue;
        }
        String name = file.substring(0, file.length() - ".class".length()).replace('/', '.');
        names.add(name);
        String nest = Fault.nest(name);
        try (InputStream in = zip.getInputStream(each)) {
          nests
              .computeIfAbsent(nest, _ -> new Nest(nest, new ArrayList<>()))
              .classes
              .add(in.readAllBytes());
        }
      }
    }
    return names;
  }

  /** Returns D8's files; none if it refuses the jar or finds no code in it. */
  private List<DexFile> dexFiles(Path library) throws IOException {
    List<DexFile> known = dexed.get(library);
    if (known == null) {
      Path made = d8.of(library);
      try {
        known = made == null ? List.of() : DexFile.open(made);
      } catch (NoCodeException e) {
        known = List.of();
      }
      dexed.put(library, known);
    }
    return known;
  }

  private Made translate(String jar, Iterable<Nest> nests) {
    long start = SYSTEM.getProcessCpuTime();
    var dexer = new Dexer(LEVEL);
    Set<String> refused = new HashSet<>();
    List<Fault> faults = new ArrayList<>();
    for (Nest each : nests) {
      try {
        if (!dexer.add(each.classes)) {
          refused.add(each.name);
          var refusal = new Fault(each.name, "LEFT TO D8", "", dexer.refusal());
          refusals.add(refusal.kind(), jar, refusal, each.size());
        }
      } catch (RuntimeException | Error e) {
        refused.add(each.name);
        faults.add(crash(each.name, e));
      }
    }
    List<byte[]> files = List.of();
    try {
      files = dexer.finish();
    } catch (RuntimeException | Error e) {
      faults.add(crash("finish", e));
    }
    return new Made(files, refused, faults, (SYSTEM.getProcessCpuTime() - start) / 1_000_000);
  }

  private static Fault crash(String name, Throwable cause) {
    StackTraceElement[] trace = cause.getStackTrace();
    String place = trace.length == 0 ? "" : " at " + trace[0];
    return new Fault(name, "CRASH", "", cause + place);
  }

  private static List<DexFile> parse(String jar, List<byte[]> files, List<Fault> faults) {
    List<DexFile> parsed = new ArrayList<>();
    for (byte[] each : files) {
      try {
        DexFile file = DexFile.parse("made" + parsed.size() + ".dex", each).getFirst();
        file.checkForLoading();
        parsed.add(file);
      } catch (DexFormatException e) {
        faults.add(new Fault(jar, "FORMAT", "", String.valueOf(e.getMessage())));
      }
    }
    return parsed;
  }

  private static void compareClasses(
      Set<String> classes,
      Made made,
      List<DexFile> now,
      List<DexFile> before,
      List<Fault> missing,
      List<Fault> different) {
    Map<String, ClassDef> old = classes(before);
    Map<String, ClassDef> translated = classes(now);
    for (String each : classes) {
      ClassDef its = translated.get(each);
      ClassDef reference = old.get(each);
      if (its == null && reference != null && !made.refused.contains(Fault.nest(each))) {
        missing.add(new Fault(each, "MISSING", "", "class is not in the files"));
      } else if (its != null && reference != null) {
        different.addAll(DexMembers.differences(reference, its));
      }
    }
  }

  /** Finds methods of the platform that D8 does not call: it may know that Android has them not. */
  private static void compareCalls(List<DexFile> now, List<DexFile> before, List<Fault> different) {
    Set<MethodRef> known = platformMethods(before);
    for (MethodRef each : platformMethods(now)) {
      boolean isOfObject = known.contains(new MethodRef(OBJECT, each.name(), each.proto()));
      if (!known.contains(each) && !isOfObject) {
        different.add(new Fault("", "NAMES " + each, "", "a method that D8's code does not name"));
      }
    }
  }

  private static Set<MethodRef> platformMethods(List<DexFile> files) {
    Set<MethodRef> methods = new HashSet<>();
    for (DexFile file : files) {
      for (int i = 0; i < file.methodCount(); i++) {
        MethodRef method = file.method(i);
        if (method.definingClass().startsWith("Ljava/")) {
          methods.add(method);
        }
      }
    }
    return methods;
  }

  private static Map<String, ClassDef> classes(List<DexFile> files) {
    Map<String, ClassDef> classes = new HashMap<>();
    for (DexFile file : files) {
      for (ClassDef each : file.classes()) {
        classes.putIfAbsent(JavaName.of(each.type()), each);
      }
    }
    return classes;
  }

  /** The JDK's classes, and those of the other libraries of a folder. */
  private ClassPath classPath(Path library, List<Path> all) throws IOException {
    List<DexFile> libraries = new ArrayList<>();
    for (Path each : all) {
      if (!each.equals(library)) {
        libraries.addAll(dexFiles(each));
      }
    }
    return ClassPath.ofHostJdk().withLibraries(libraries);
  }

  /**
   * Returns what our verifier says about files.
   *
   * @param rest the classes that a program has besides
   */
  private static List<Fault> faults(ClassPath path, List<DexFile> files, List<DexFile> rest) {
    Set<String> names = new HashSet<>();
    List<DexFile> program = new ArrayList<>(files);
    for (DexFile each : files) {
      names.add(each.name());
    }
    for (DexFile each : rest) {
      if (!names.contains(each.name())) {
        program.add(each);
      }
    }
    List<Fault> faults = new ArrayList<>();
    for (ClassVerdict verdict : Verifier.of(path, program).verify()) {
      if (names.contains(verdict.dexFile())) {
        for (Failure each : verdict.failures()) {
          String problem = each.problem().verdict() + " " + each.problem();
          faults.add(new Fault(verdict.className(), problem, each.method(), each.reason()));
        }
      }
    }
    return faults;
  }

  private List<Fault> artFaults(
      ArtVerdicts verifier, String jar, List<byte[]> made, List<DexFile> now, List<DexFile> before)
      throws IOException {
    List<byte[]> old = new ArrayList<>();
    for (DexFile each : before) {
      old.add(each.segment().toArray(ValueLayout.JAVA_BYTE));
    }
    List<byte[]> program = new ArrayList<>(made);
    program.addAll(old);
    Path folder = work.resolve("dexer");
    List<Fault> reference = verifier.of(folder.resolve(jar + ".d8.jar"), old);
    List<Fault> faults = new ArrayList<>();
    Set<String> names = classes(now).keySet();
    for (Fault each : verifier.of(folder.resolve(jar + ".dex.jar"), program)) {
      if (names.contains(each.className())) {
        faults.add(each);
      }
    }
    return Fault.newOnes(reference, faults);
  }
}
