package dev.dexscope.vm.load;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Keeps the folder of {@link TranslationCache}s within bounds. Looking at all files of it costs
 * more than a small program's end, so that it is done now and then, by the first run that ends
 * then; several processes may do it at once. Other files in the folder are not touched.
 */
final class TranslationFolder {
  static final long MOST_BYTES = 512L << 20;
  static final Duration LONGEST_UNUSED = Duration.ofDays(30);
  static final Duration BETWEEN_CHECKS = Duration.ofHours(1);

  /** Its time is that of the last check. */
  static final String MARK = "translations.checked";

  private static final Duration LONGEST_WRITING = Duration.ofHours(1);

  private final Path folder;
  private final long mostBytes;

  TranslationFolder(Path folder) {
    this(folder, MOST_BYTES);
  }

  TranslationFolder(Path folder, long mostBytes) {
    this.folder = folder;
    this.mostBytes = mostBytes;
  }

  /** Apart, because most runs only look at the mark. */
  private static final class Names {
    static final Pattern CACHE = Pattern.compile("[0-9a-f]{16}\\.classes");
    static final Pattern NOTE = Pattern.compile("[0-9a-f]{32}\\.file");
    static final Pattern PART = Pattern.compile("\\.[0-9a-f]{16}\\.classes\\.[0-9a-f]+\\.part");
  }

  private record Cache(Path file, long size, FileTime used) {}

  /** Removes old caches, and the oldest if there are too many, unless that was done recently. */
  void tidy(Instant now) {
    try {
      if (isDue(now)) {
        removeOldest(now);
      }
    } catch (IOException e) {
      // No such folder yet, or a read-only one.
    }
  }

  /** Says so to others at once: one look is enough. */
  private boolean isDue(Instant now) throws IOException {
    Path mark = folder.resolve(MARK);
    if (Files.exists(mark)) {
      Duration since = Duration.between(Files.getLastModifiedTime(mark).toInstant(), now);
      // Negative where the clock was set back.
      if (!since.isNegative() && since.compareTo(BETWEEN_CHECKS) < 0) {
        return false;
      }
    } else {
      Files.write(mark, new byte[0]);
    }
    Files.setLastModifiedTime(mark, FileTime.from(now));
    return true;
  }

  private void removeOldest(Instant now) throws IOException {
    FileTime unused = FileTime.from(now.minus(LONGEST_UNUSED));
    FileTime abandoned = FileTime.from(now.minus(LONGEST_WRITING));
    List<Cache> caches = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      for (Path each : all) {
        String name = each.getFileName().toString();
        if (Names.CACHE.matcher(name).matches()) {
          look(each, unused, caches);
        } else if (Names.NOTE.matcher(name).matches()) {
          // Of EarlierPaths: written again with each new path.
          look(each, unused, new ArrayList<>());
        } else if (Names.PART.matcher(name).matches()) {
          // Its process was killed.
          look(each, abandoned, new ArrayList<>());
        }
      }
    }
    caches.sort(Comparator.comparing(Cache::used).reversed());
    long total = 0;
    for (Cache each : caches) {
      total += each.size;
      if (total > mostBytes) {
        Files.deleteIfExists(each.file);
      }
    }
  }

  /** Removes a file of ours that is too old, or adds it. */
  private static void look(Path file, FileTime oldest, List<Cache> kept) {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      if (attributes.lastModifiedTime().compareTo(oldest) < 0) {
        Files.deleteIfExists(file);
      } else {
        kept.add(new Cache(file, attributes.size(), attributes.lastModifiedTime()));
      }
    } catch (IOException e) {
      // Another process was first.
    }
  }
}
