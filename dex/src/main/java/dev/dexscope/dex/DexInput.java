package dev.dexscope.dex;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** The dex files of a path: a dex file, or an archive with classes.dex in it. */
final class DexInput {
  /** In an APK or JAR at the root, in a bundle's module under dex/. */
  private static final Pattern DEX_ENTRY = Pattern.compile("(?:[^/]+/dex/)?classes(\\d*)\\.dex");

  /**
   * Real dex files shrink to a third; one that shrinks more than this was made to fill the memory.
   */
  private static final long MOST_SHRINKING = 64;

  private DexInput() {}

  static List<DexFile> open(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] magic = in.readNBytes(2);
      if (magic.length < 2 || magic[0] != 'P' || magic[1] != 'K') {
        return DexFile.parse(path.toString(), map(path));
      }
    }
    return openArchive(path);
  }

  private static MemorySegment map(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      // Unmapped when nothing refers to it any more: the files that are handed out have no end.
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
    }
  }

  private static List<DexFile> openArchive(Path path) throws IOException {
    List<DexFile> files = new ArrayList<>();
    try (ZipFile zip = new ZipFile(path.toFile())) {
      List<ZipEntry> entries = new ArrayList<>();
      zip.stream()
          .filter(each -> DEX_ENTRY.matcher(each.getName()).matches())
          .forEach(entries::add);
      entries.sort(DexInput::inOrder);
      long left = Files.size(path) * MOST_SHRINKING;
      for (ZipEntry entry : entries) {
        try (InputStream in = zip.getInputStream(entry)) {
          String name = path + "!" + entry.getName();
          byte[] bytes = inflated(in, name, entry, left);
          left -= bytes.length;
          files.addAll(DexFile.parse(name, bytes));
        }
      }
    } catch (ZipException | EOFException e) {
      throw new DexFormatException(path.toString(), "archive", 0, "cannot be read as a zip file");
    }
    if (files.isEmpty()) {
      throw new NoCodeException(path.toString());
    }
    return files;
  }

  /**
   * {@code classes.dex, classes2.dex, ... classes10.dex}: of two definitions the first counts.
   * Comparators made by the library's methods are generated at each start: no class cache has
   * lambdas that can be serialized.
   */
  private static int inOrder(ZipEntry a, ZipEntry b) {
    int byLength = Integer.compare(a.getName().length(), b.getName().length());
    return byLength == 0 ? a.getName().compareTo(b.getName()) : byLength;
  }

  private static byte[] inflated(InputStream in, String name, ZipEntry entry, long most)
      throws IOException {
    int limit = (int) Math.min(Integer.MAX_VALUE - 16, most);
    // The size that the archive states is believed when it is a possible one: no second copy.
    boolean known = entry.getSize() >= 0 && entry.getSize() <= limit;
    byte[] bytes = known ? exactly(in, (int) entry.getSize()) : in.readNBytes(limit + 1);
    if (bytes.length > limit || (known && in.read() >= 0)) {
      throw new DexFormatException(
          name, "archive", 0, "unpacks to more than " + MOST_SHRINKING + " times the archive");
    }
    return bytes;
  }

  private static byte[] exactly(InputStream in, int size) throws IOException {
    byte[] bytes = new byte[size];
    int read = in.readNBytes(bytes, 0, size);
    return read == size ? bytes : Arrays.copyOf(bytes, read);
  }
}
