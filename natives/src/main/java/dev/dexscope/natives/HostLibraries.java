package dev.dexscope.natives;

import dev.dexscope.natives.elf.Binding;
import dev.dexscope.natives.elf.ElfFile;
import dev.dexscope.natives.elf.Symbol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The symbols of this machine's C library, each with the version that a program gets today. */
final class HostLibraries {
  private static final String LIBC = "libc.so.6";

  /** The C library, in one file or, before glibc 2.34, in several; the first one wins. */
  private static final List<String> NAMES =
      List.of(
          LIBC,
          "libm.so.6",
          "ld-linux-x86-64.so.2",
          "libpthread.so.0",
          "libdl.so.2",
          "librt.so.1",
          "libgcc_s.so.1");

  private static final String ZLIB = "libz.so.1";

  /** OpenGL's, all of which call what the thread's context is of. */
  private static final List<String> GL =
      List.of("libGLESv2.so.2", "libGLESv1_CM.so.1", "libEGL.so.1");

  private final Map<String, Binding.Host> symbols = new HashMap<>();
  private final Map<String, Binding.Host> zlib = new HashMap<>();
  private final Map<String, Binding.Host> gl = new HashMap<>();

  private HostLibraries(Path folder) throws IOException {
    for (String each : NAMES) {
      read(folder.resolve(each), symbols);
    }
    read(folder.resolve(ZLIB), zlib);
    for (String each : GL) {
      read(folder.resolve(each), gl);
    }
  }

  /** Returns whether this process runs on glibc. */
  static boolean isGlibc() {
    try {
      return libc() != null;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads the libraries of this process, which runs on glibc.
   *
   * @throws IOException if they cannot be read
   */
  static HostLibraries ofThisProcess() throws IOException {
    return new HostLibraries(
        Objects.requireNonNull(Objects.requireNonNull(libc(), "no glibc").getParent()));
  }

  private static @Nullable Path libc() throws IOException {
    Path maps = Path.of("/proc/self/maps");
    if (!Files.isReadable(maps)) {
      return null;
    }
    try (Stream<String> lines = Files.lines(maps)) {
      return lines
          .filter(each -> each.endsWith("/" + LIBC))
          .findFirst()
          .map(each -> Path.of(each.substring(each.indexOf('/'))))
          .orElse(null);
    }
  }

  private static void read(Path file, Map<String, Binding.Host> into) throws IOException {
    if (!Files.isReadable(file)) {
      return;
    }
    String library = file.getFileName() + "";
    for (Symbol each : ElfFile.of(file).symbols()) {
      if (each.isDefined() && !each.isLocal() && !each.isHidden() && !each.name().isEmpty()) {
        String version = each.version().equals(library) ? "" : each.version();
        into.putIfAbsent(each.name(), new Binding.Host(each.name(), library, version));
      }
    }
  }

  /** Returns a symbol of the C library; null if it has none of that name. */
  Binding.@Nullable Host find(String name) {
    return symbols.get(name);
  }

  /** Returns a symbol of zlib; null if it is not installed. */
  Binding.@Nullable Host findInZlib(String name) {
    return zlib.get(name);
  }

  /** Returns a symbol of OpenGL ES or EGL; null if it is not installed. */
  Binding.@Nullable Host findInGl(String name) {
    return gl.get(name);
  }

  /** Returns whether the C library has a symbol. */
  boolean has(String name) {
    return symbols.containsKey(name);
  }
}
