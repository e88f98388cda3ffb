package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.JavaName;
import dev.dexscope.dex.NoCodeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The dex files of one class loader, in class path order, and the classes in them. */
final class DexFiles {
  private final List<Path> paths;
  private final String description;
  private final List<DexFormatException> problems = new ArrayList<>();
  private final boolean isOnDisk;
  private @Nullable List<DexFile> opened;
  private List<List<DexFile>> byFile = List.of();

  private DexFiles(boolean isOnDisk, List<Path> paths, String description) {
    this.isOnDisk = isOnDisk;
    this.paths = paths;
    this.description = description;
  }

  /**
   * Files on disk. They are opened when a class is requested that no earlier run has left in the
   * cache.
   *
   * @param paths dex files and archives of them; those that are not there are skipped
   */
  static DexFiles onDisk(List<Path> paths) {
    List<Path> existing = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (Path each : paths) {
      if (Files.isRegularFile(each)) {
        existing.add(each);
        words.add((each.toString().endsWith(".dex") ? "dex" : "zip") + " file \"" + each + '"');
      }
    }
    return new DexFiles(true, List.copyOf(existing), String.join(", ", words));
  }

  /** Dex files in memory. */
  static DexFiles inMemory(List<ByteBuffer> buffers) {
    String each = "InMemoryDexFile[cookie=[]]";
    var files =
        new DexFiles(
            false, List.of(), String.join(", ", Collections.nCopies(buffers.size(), each)));
    files.opened = files.read(buffers);
    files.byFile = List.of(files.opened);
    return files;
  }

  private List<DexFile> read(List<ByteBuffer> buffers) {
    List<DexFile> read = new ArrayList<>();
    for (ByteBuffer each : buffers) {
      byte[] bytes = new byte[each.remaining()];
      each.duplicate().get(bytes);
      try {
        read.addAll(checked(DexFile.parse("InMemoryDexFile", bytes)));
      } catch (DexFormatException e) {
        problems.add(e);
      }
    }
    return List.copyOf(read);
  }

  /** Opened when they are first requested. */
  synchronized List<DexFile> all() {
    if (opened == null) {
      List<List<DexFile>> read = new ArrayList<>();
      List<DexFile> all = new ArrayList<>();
      for (Path each : paths) {
        List<DexFile> files = open(each);
        read.add(files);
        all.addAll(files);
      }
      byFile = List.copyOf(read);
      opened = List.copyOf(all);
    }
    return opened;
  }

  private List<DexFile> open(Path path) {
    try {
      return checked(DexFile.open(path));
    } catch (DexFormatException e) {
      // As on Android: the others may be enough.
      problems.add(e);
    } catch (IOException e) {
      problems.add(new DexFormatException(path.toString(), "file", 0, String.valueOf(e)));
    }
    return List.of();
  }

  /** The dex files in each file on disk. */
  synchronized List<List<DexFile>> byFile() {
    all();
    return byFile;
  }

  private static List<DexFile> checked(List<DexFile> files) {
    files.forEach(DexFile::checkForLoading);
    return files;
  }

  /** Returns whether the next run can find them again. */
  boolean isOnDisk() {
    return isOnDisk;
  }

  /** Those on disk. */
  List<Path> paths() {
    return paths;
  }

  /** As the loader's text and its exceptions name them. */
  String description() {
    return description;
  }

  /** Returns the problems of files that are not dex files, or damaged. */
  List<IOException> problems() {
    all();
    List<IOException> shown = new ArrayList<>();
    for (DexFormatException each : problems) {
      shown.add(new IOException("Failed to open dex file: " + each.getMessage()));
    }
    return shown;
  }

  /**
   * Fails for a file that is not a dex file, and if no file has code: an archive without code
   * serves its resources.
   *
   * @throws DexFormatException for the first damaged file
   */
  void check() {
    boolean hasCode = !all().isEmpty();
    for (DexFormatException each : problems) {
      if (!hasCode || !(each instanceof NoCodeException)) {
        throw each;
      }
    }
  }

  /** A class, by its descriptor; null when no file has it. */
  @Nullable ClassDef find(String descriptor) {
    for (DexFile dex : all()) {
      ClassDef classDef = dex.findClass(descriptor);
      if (classDef != null) {
        return classDef;
      }
    }
    return null;
  }

  /** Returns the file on disk that contains a class, by its descriptor; null if there is none. */
  @Nullable Path pathOf(String descriptor) {
    if (paths.size() == 1) {
      return paths.getFirst();
    }
    ClassDef found = find(descriptor);
    String file = found == null ? "" : found.dex().name();
    // An archive's name stands in front of its dex file's.
    return paths.stream().filter(each -> file.startsWith(each.toString())).findFirst().orElse(null);
  }

  /** The names of all classes. */
  List<String> classNames() {
    List<String> names = new ArrayList<>();
    for (DexFile dex : all()) {
      for (ClassDef each : dex.classes()) {
        names.add(JavaName.of(each.type()));
      }
    }
    return names;
  }

  /** The bytes of all files. */
  long size() {
    return all().stream().mapToLong(DexFile::size).sum();
  }
}
