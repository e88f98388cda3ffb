package dev.dexscope.dex.verify;

import dev.dexscope.dex.DexFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/** The dex files in what a user names: a dex file, or an archive with classes.dex in it. */
final class DexInputs {
  /** In an APK or JAR at the root, in a bundle's module under dex/. */
  private static final Pattern DEX_ENTRY = Pattern.compile("(?:[^/]+/dex/)?classes(\\d*)\\.dex");

  /**
   * Real dex files shrink to a third; one that shrinks more than this was made to fill the memory.
   */
  private static final long MOST_SHRINKING = 64;

  private DexInputs() {}

  static List<DexView> read(Path path) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      byte[] magic = in.readNBytes(2);
      if (magic.length < 2 || magic[0] != 'P' || magic[1] != 'K') {
        return DexView.ofFile(path.toString(), Files.readAllBytes(path));
      }
    }
    return readArchive(path);
  }

  private static List<DexView> readArchive(Path path) throws IOException {
    List<DexView> files = new ArrayList<>();
    try (ZipFile zip = new ZipFile(path.toFile())) {
      List<ZipEntry> entries = new ArrayList<>();
      zip.stream()
          .filter(each -> DEX_ENTRY.matcher(each.getName()).matches())
          .forEach(entries::add);
      // classes.dex, classes2.dex, ... classes10.dex: of two definitions the first counts.
      entries.sort(
          Comparator.comparingInt((ZipEntry each) -> each.getName().length())
              .thenComparing(ZipEntry::getName));
      for (ZipEntry entry : entries) {
        try (InputStream in = zip.getInputStream(entry)) {
          String name = path + "!" + entry.getName();
          files.addAll(DexView.ofFile(name, inflated(in, name, Files.size(path))));
        }
      }
    } catch (ZipException e) {
      throw new DexFormatException(path.toString(), "archive", 0, "cannot be read as a zip file");
    }
    if (files.isEmpty()) {
      throw new DexFormatException(path.toString(), "archive", 0, "has no classes.dex");
    }
    return files;
  }

  private static byte[] inflated(InputStream in, String name, long archiveSize) throws IOException {
    int limit = (int) Math.min(Integer.MAX_VALUE - 16, archiveSize * MOST_SHRINKING);
    byte[] bytes = in.readNBytes(limit + 1);
    if (bytes.length > limit) {
      throw new DexFormatException(
          name, "archive", 0, "unpacks to more than " + MOST_SHRINKING + " times the archive");
    }
    return bytes;
  }
}
