package dev.dexscope.natives;

import dev.dexscope.base.files.Sha256;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.natives.elf.Machine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;

/**
 * The native libraries of packages that can run in this process, before they do.
 *
 * @param names the files' names, without repetition
 * @param sha256 a digest of all, as the packages contain them, in hexadecimal digits
 */
public record LibraryContents(List<String> names, String sha256) {
  private static final String LIB = "lib/";

  /**
   * Reads packages and their splits.
   *
   * @throws IOException if a package cannot be read
   */
  public static LibraryContents of(List<Path> packages) throws IOException {
    MessageDigest digest = Sha256.begin();
    var names = new TreeSet<String>();
    for (Path each : packages) {
      try (ZipArchive archive = ZipArchive.open(each)) {
        for (Entry entry : archive.entries()) {
          if (NativeLibraries.isSupported() && Machine.X86_64.abi().equals(machineOf(entry))) {
            byte[] name = entry.name().getBytes(StandardCharsets.UTF_8);
            digest.update(name);
            digest.update(
                ByteBuffer.allocate(Integer.BYTES + Long.BYTES)
                    .putInt(name.length)
                    .putLong(entry.compressedSize())
                    .flip());
            digest.update(entry.data().asByteBuffer());
            names.add(nameOf(entry));
          }
        }
      }
    }
    return new LibraryContents(List.copyOf(names), HexFormat.of().formatHex(digest.digest()));
  }

  /** Returns for which machine an entry is a library; an empty text if it is none. */
  static String machineOf(Entry entry) {
    List<String> parts = parts(entry);
    boolean isLibrary =
        entry.name().startsWith(LIB) && parts.size() == 3 && parts.getLast().endsWith(".so");
    return isLibrary ? parts.get(1) : "";
  }

  /** Returns the name of a library's file. */
  static String nameOf(Entry entry) {
    return parts(entry).getLast();
  }

  private static List<String> parts(Entry entry) {
    return List.of(entry.name().split("/", -1));
  }
}
