package dev.dexscope.sql;

import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * DuckDB itself, unpacked from its driver once: the driver unpacks 70 MB at each start, which takes
 * twice as long as the rest of it.
 */
final class NativeLibrary {
  /** The driver's resources of this name are the library, for each system. */
  static final String RESOURCE = "libduckdb_java.so_";

  private static final int BUFFER = 1 << 16;

  private NativeLibrary() {}

  /**
   * Returns the library of this system; null if the driver has none under a known name, or there is
   * no place for it: the driver then does what it always does.
   *
   * @param folder where it is kept
   */
  static @Nullable Path of(Path jar, Path folder) {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(RESOURCE + system() + "_" + processor());
      if (entry == null) {
        return null;
      }
      // Drivers of several versions may be used in turn.
      String name = "duckdb-%08x-%d.so".formatted(entry.getCrc(), entry.getSize());
      Path library = folder.resolve(name);
      if (!isWhole(library, entry)) {
        Files.createDirectories(folder);
        OutputFile.write(
            library,
            out -> {
              try (InputStream in = zip.getInputStream(entry)) {
                in.transferTo(out);
              }
            });
      }
      return library.toAbsolutePath();
    } catch (IOException e) {
      return null;
    }
  }

  /** A file that was damaged would crash the process that loads it. */
  private static boolean isWhole(Path library, ZipEntry entry) throws IOException {
    if (!Files.isRegularFile(library) || Files.size(library) != entry.getSize()) {
      return false;
    }
    var crc = new CRC32();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(library)) {
      for (int read; (read = in.read(buffer)) >= 0; ) {
        crc.update(buffer, 0, read);
      }
    }
    return crc.getValue() == entry.getCrc();
  }

  private static String system() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return name.contains("windows") ? "windows" : name.contains("mac") ? "macos" : "linux";
  }

  private static String processor() {
    String name = System.getProperty("os.arch");
    return switch (name) {
      case "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      default -> name;
    };
  }
}
