package dev.dexscope.compile;

import dev.dexscope.base.files.TemporaryFolder;
import dev.dexscope.base.process.Tethered;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dexer.Dexer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes dex code of class files by our own dexer. D8 takes 5 ms for a class, most of it for code
 * that is better than needed here, where HotSpot compiles it; so it makes only the classes that the
 * dexer leaves, which are few.
 */
final class QuickDex {
  /** Files of more bytes take longer here than another process takes to start. */
  private static final long LARGE = 400_000;

  private final DexOptions options;
  private final Optional<D8> d8;

  QuickDex(DexOptions options, Optional<D8> d8) {
    this.options = options;
    this.d8 = d8;
  }

  /** Returns what distinguishes builds of the dexer. */
  static String version() throws IOException {
    Path jar = Tethered.jarOf(Dexer.class);
    return "quick " + Files.size(jar) + " " + Files.getLastModifiedTime(jar);
  }

  /** A class file, where it is. */
  private interface ClassSource {
    byte[] read() throws IOException;
  }

  /**
   * Makes dex code: of small programs in this process, of larger ones in another.
   *
   * @param first refused if it cannot be made
   * @param others made after it, in the same process
   * @return whether the others are made, too
   */
  boolean run(D8.Work first, List<D8.Work> others) throws IOException {
    long size = size(first);
    for (D8.Work each : others) {
      size += size(each);
    }
    if (size >= LARGE && areMadeElsewhere(first, others)) {
      return true;
    }
    make(first);
    return others.isEmpty();
  }

  private static long size(D8.Work work) throws IOException {
    long size = 0;
    for (Path each : work.inputs()) {
      size += Files.size(each);
    }
    return size;
  }

  /** Returns false if that fails: then it fails here, too, and the exception is the right one. */
  private boolean areMadeElsewhere(D8.Work first, List<D8.Work> others) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (Class<?> each : List.of(QuickDex.class, Dexer.class, DexFile.class)) {
      jars.add(Tethered.jarOf(each));
    }
    List<List<String>> runs = new ArrayList<>();
    List<D8.Work> all = new ArrayList<>(List.of(first));
    all.addAll(others);
    for (D8.Work each : all) {
      List<String> words = new ArrayList<>(List.of(Integer.toString(options.api())));
      words.add(each.original().toString());
      words.add(each.output().toString());
      each.inputs().forEach(input -> words.add(input.toString()));
      runs.add(words);
    }
    Path log = first.output().resolveSibling("dexer.log");
    try {
      return new ToolProcess("dexer", jars, QuickDexProgram.class.getName()).run(runs, log) == 0;
    } finally {
      Files.deleteIfExists(log);
    }
  }

  /** Makes the dex code of a program, in an archive as D8 writes it. */
  void make(D8.Work work) throws IOException {
    Map<String, List<ClassSource>> nests = new LinkedHashMap<>();
    if (work.isJar()) {
      try (ZipArchive jar = ZipArchive.open(work.original())) {
        for (Entry each : jar.entries()) {
          if (ClassFile.isCode(each.name())) {
            add(nests, each.name(), each::read);
          }
        }
        make(work, nests);
      }
    } else {
      for (Path each : work.inputs()) {
        add(nests, each.toString(), () -> Files.readAllBytes(each));
      }
      make(work, nests);
    }
  }

  private static void add(Map<String, List<ClassSource>> nests, String name, ClassSource file) {
    int start = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1;
    int end = name.indexOf('$', start + 1);
    String outer =
        end < 0
            ? name.substring(0, name.length() - ClassFile.SUFFIX.length())
            : name.substring(0, end);
    nests.computeIfAbsent(outer, _ -> new ArrayList<>()).add(file);
  }

  private void make(D8.Work work, Map<String, List<ClassSource>> nests) throws IOException {
    var dexer = new Dexer(options.api());
    List<byte[]> left = new ArrayList<>();
    for (List<ClassSource> each : nests.values()) {
      List<byte[]> files = new ArrayList<>();
      for (ClassSource file : each) {
        files.add(file.read());
      }
      if (!dexer.add(files)) {
        left.addAll(files);
      }
    }
    if (!left.isEmpty() && d8.isEmpty()) {
      throw D8.missing(
          "a class of which only D8 makes dex code, which is not here (" + dexer.refusal() + ")",
          work.original());
    }
    var zip = new ZipRewriter(ZipArchive.empty(work.output().toString()));
    if (!left.isEmpty() && !work.isJar()) {
      d8.orElseThrow().run(work, List.of(), options);
      return;
    }
    int count = 0;
    for (byte[] each : dexer.finish()) {
      zip.put(name(++count), Method.STORED, each);
    }
    if (left.isEmpty()) {
      zip.write(work.output());
    } else {
      addByD8(work, left, zip, count);
    }
  }

  /** The classes that are left, which see the others. */
  private void addByD8(D8.Work work, List<byte[]> left, ZipRewriter zip, int count)
      throws IOException {
    try (TemporaryFolder folder = TemporaryFolder.make()) {
      List<Path> files = new ArrayList<>();
      for (byte[] each : left) {
        Path file = folder.path().resolve(files.size() + ClassFile.SUFFIX);
        files.add(Files.write(file, each));
      }
      Path output = folder.path().resolve("left.zip");
      List<String> more = List.of("--classpath", work.original().toString());
      d8.orElseThrow().run(new D8.Work(work.original(), files, output, more), List.of(), options);
      try (ZipArchive made = ZipArchive.open(output)) {
        for (Entry each : made.entries()) {
          zip.put(name(++count), Method.STORED, each.read());
        }
        zip.write(work.output());
      }
    }
  }

  private static String name(int number) {
    return "classes" + (number == 1 ? "" : number) + ".dex";
  }
}
