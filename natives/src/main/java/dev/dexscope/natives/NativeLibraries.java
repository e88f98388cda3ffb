package dev.dexscope.natives;

import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipFormatException;
import dev.dexscope.natives.LibraryFate.State;
import dev.dexscope.natives.elf.ElfFile;
import dev.dexscope.natives.elf.ElfFormatException;
import dev.dexscope.natives.elf.Machine;
import dev.dexscope.natives.elf.Symbol;
import dev.dexscope.natives.elf.TranslatedElf;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The native libraries of a program. Those of its packages are translated into a folder, where
 * {@code System.loadLibrary} finds them; those that the program brings to light itself are
 * translated when they are loaded.
 *
 * <pre>{@code
 * var libraries = new NativeLibraries(folder, settings);
 * List<LibraryFate> fates = libraries.unpack(packages);
 * Vm.findNatives(libraries::file);
 * }</pre>
 */
public final class NativeLibraries {
  private static final int HEAD = 20;

  /**
   * This machine's libraries and Dexscope's own, which are read and loaded when they are needed.
   */
  private record Base(HostLibraries host, OwnLibrary own, Set<String> ownSymbols) {}

  private final Path folder;
  private final NativeSettings settings;
  private final Map<String, ElfFile> originals = new LinkedHashMap<>();
  private final Map<Path, Path> translated = new HashMap<>();
  private @Nullable Base base;

  /**
   * The libraries of a program. They are the process's until its end.
   *
   * @param folder for translated libraries, to be used by this program only
   */
  public NativeLibraries(Path folder, NativeSettings settings) {
    this.folder = folder.toAbsolutePath().normalize();
    this.settings = settings;
  }

  /** Returns whether libraries of Android's can run in this process. */
  public static boolean isSupported() {
    return Machine.current() == Machine.X86_64 && HostLibraries.isGlibc();
  }

  /** Returns the folder of the translated libraries. */
  public Path folder() {
    return folder;
  }

  private Base base() throws IOException {
    Base known = base;
    if (known == null) {
      Files.createDirectories(folder);
      HostLibraries host = HostLibraries.ofThisProcess();
      known =
          new Base(host, OwnLibrary.load(host, folder, settings, this::find), OwnLibrary.symbols());
      base = known;
    }
    return known;
  }

  /**
   * Translates the libraries of packages and of their splits; the first that has a library wins.
   *
   * @return what became of each
   * @throws IOException if a package cannot be read or the folder cannot be written
   */
  public synchronized List<LibraryFate> unpack(List<Path> packages) throws IOException {
    Map<String, Set<String>> others = new TreeMap<>();
    Map<String, LibraryFate> fates = new TreeMap<>();
    List<String> names = new ArrayList<>();
    for (Path each : packages) {
      try (ZipArchive archive = ZipArchive.open(each)) {
        for (Entry entry : archive.entries()) {
          String machine = LibraryContents.machineOf(entry);
          if (machine.isEmpty()) {
            continue;
          }
          String name = LibraryContents.nameOf(entry);
          if (!machine.equals(Machine.X86_64.abi()) || !isSupported()) {
            others.computeIfAbsent(name, _ -> new TreeSet<>()).add(machine);
          } else if (!originals.containsKey(name)) {
            try {
              originals.put(name, ElfFile.of(each + ":" + entry.name(), entry.read()));
              names.add(name);
            } catch (ElfFormatException | ZipFormatException e) {
              fates.put(name, new LibraryFate(name, State.FAULTY, e.getMessage() + ""));
            }
          }
        }
      }
    }
    for (String each : names) {
      fates.put(each, translate(each));
    }
    others.forEach((name, machines) ->
        fates.putIfAbsent(
            name,
            new LibraryFate(
                name, State.OTHER_MACHINE, "built for " + String.join(", ", machines))));
    return List.copyOf(fates.values());
  }

  private LibraryFate translate(String name) throws IOException {
    ElfFile library = originals.get(name);
    if (library == null) {
      throw new IllegalArgumentException(name);
    }
    try {
      write(library, folder.resolve(name));
      return new LibraryFate(name, State.READY, "");
    } catch (ElfFormatException e) {
      return new LibraryFate(name, State.FAULTY, e.getMessage() + "");
    }
  }

  private void write(ElfFile library, Path to) throws IOException {
    List<String> needed = new ArrayList<>();
    List<String> system = new ArrayList<>();
    for (String each : library.needed()) {
      if (originals.containsKey(each)) {
        needed.add(folder.resolve(each).toString());
      } else if (Binder.isOfAndroid(each)) {
        system.add(each);
      } else {
        // The loader's message then names it; no library of this machine has that path.
        needed.add("/system/lib64/" + each);
      }
    }
    Base known = base();
    needed.add(known.own().file().toString());
    var binder = new Binder(known.host(), known.ownSymbols(), symbolsNeededBy(library), system);
    byte[] bytes = TranslatedElf.write(library, needed, binder::bind, known.host()::has);
    OutputFile.write(to, out -> out.write(bytes));
  }

  /** The symbols of the program's libraries that a library needs, and that those need. */
  private Set<String> symbolsNeededBy(ElfFile library) {
    Set<String> names = new HashSet<>();
    Set<ElfFile> seen = new HashSet<>();
    Deque<ElfFile> next = new ArrayDeque<>(List.of(library));
    while (!next.isEmpty()) {
      for (String each : next.remove().needed()) {
        ElfFile found = originals.get(each);
        if (found != null && seen.add(found)) {
          next.add(found);
          for (Symbol symbol : found.symbols()) {
            if (symbol.isDefined() && !symbol.isLocal()) {
              names.add(symbol.name());
            }
          }
        }
      }
    }
    return names;
  }

  /**
   * Returns the file to load for one that the program loads: a translated library where it is
   * Android's, else the same file.
   */
  public String file(String path) {
    String found = find(path);
    return found == null ? path : found;
  }

  /** Finds the file for a name, or a path, also of an entry of a package; null if there is none. */
  private synchronized @Nullable String find(String path) {
    int inside = path.indexOf("!/");
    Path file = Path.of(inside >= 0 ? path.substring(path.lastIndexOf('/') + 1) : path);
    if (file.getNameCount() == 1 && !file.isAbsolute()) {
      Path known = folder.resolve(file);
      return Files.isReadable(known) ? known.toString() : null;
    }
    Path whole = file.toAbsolutePath().normalize();
    if (whole.startsWith(folder) || !Files.isRegularFile(whole)) {
      return Files.isRegularFile(whole) ? whole.toString() : null;
    }
    Path known = translated.get(whole);
    if (known != null) {
      return known.toString();
    }
    try {
      Path made = translateFile(whole);
      translated.put(whole, made);
      return made.toString();
    } catch (IOException | ElfFormatException e) {
      // The loader reports the file as it is.
      return whole.toString();
    }
  }

  private Path translateFile(Path file) throws IOException {
    if (!isSupported() || !isOfAndroid(file)) {
      return file;
    }
    base();
    ElfFile library = ElfFile.of(file);
    for (String each : library.needed()) {
      if (each.contains("/")) {
        // It could be written outside of the folder.
        continue;
      }
      Path beside = file.resolveSibling(each);
      if (!originals.containsKey(each) && Files.isRegularFile(beside) && isOfAndroid(beside)) {
        originals.put(each, ElfFile.of(beside));
        write(originals.get(each), folder.resolve(each));
      }
    }
    Path to = Files.createTempDirectory(folder, "loaded").resolve(file.getFileName() + "");
    write(library, to);
    return to;
  }

  /** Returns whether a file is a library for this machine that needs Android's C library. */
  private static boolean isOfAndroid(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (ElfFile.machine(in.readNBytes(HEAD)) != Machine.X86_64) {
        return false;
      }
    }
    return ElfFile.of(file).needed().stream().noneMatch(each -> each.contains(".so."));
  }
}
