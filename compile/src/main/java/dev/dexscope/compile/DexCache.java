package dev.dexscope.compile;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.files.OutputFile;
import dev.dexscope.base.files.OutputFolder;
import dev.dexscope.base.files.PartFile;
import dev.dexscope.base.files.Seal;
import dev.dexscope.base.files.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The programs that were made of class files before, each in a folder whose name is the digest of
 * what it was made of. They are used where they are, so that what is kept of a file by its place,
 * as its translation is, is found again. The folder may be deleted at any time. Safe among
 * processes: folders appear whole.
 */
final class DexCache {
  private static final long MOST_BYTES = 512L << 20;
  private static final Duration LONGEST_UNUSED = Duration.ofDays(30);

  /**
   * The folder of notes about single inputs, by their paths; removed as a whole like all others.
   */
  private static final String NOTES = "inputs";

  private static final Duration COARSEST_TIME = Duration.ofSeconds(2);

  private static final int KEY_LENGTH = 64;

  private final Path folder;
  private final long mostBytes;
  private final Duration coarsestTime;

  /**
   * Keeps programs in a folder.
   *
   * @param coarsestTime the unit of a file system's times: what has changed within it may change
   *     again, and look the same
   */
  DexCache(Path folder, long mostBytes, Duration coarsestTime) {
    this.folder = folder;
    this.mostBytes = mostBytes;
    this.coarsestTime = coarsestTime;
  }

  static DexCache ofUser() {
    return new DexCache(CacheFolder.ofUser().resolve("dex"), MOST_BYTES, COARSEST_TIME);
  }

  /** Makes the file. */
  interface Maker {
    void make(Path output) throws IOException;
  }

  /**
   * The digest of what a file is made of. A single input that was read before is not read again
   * while nothing has changed it: at the start of a Java VM that takes as long as a small program.
   *
   * @param options all that changes the output, besides the inputs
   * @throws IOException if an input cannot be read
   */
  String key(List<String> options, List<Path> inputs) throws IOException {
    if (inputs.size() != 1) {
      return digest(options, inputs);
    }
    Path input = inputs.getFirst().toAbsolutePath();
    var attributes = Files.readAttributes(input, BasicFileAttributes.class);
    String about = String.join("\n", options) + "\n" + input + "\n";
    Path note = folder.resolve(NOTES).resolve(Integer.toHexString(about.hashCode()));
    FileTime time = changed(input, attributes);
    String facts =
        about
            + attributes.size()
            + " "
            + attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS)
            + " "
            + time.to(TimeUnit.NANOSECONDS)
            + " "
            + attributes.fileKey()
            + "\n";
    String known = known(note);
    if (known.startsWith(facts) && known.length() == facts.length() + KEY_LENGTH) {
      return known.substring(facts.length());
    }
    String key = digest(options, inputs);
    if (time.toInstant().isBefore(Instant.now().minus(coarsestTime))) {
      write(note, facts + key);
    }
    return key;
  }

  /**
   * The time of the last change. Those who copy or unpack a file may set the time of its
   * modification to an earlier one; a Unix system keeps another time, which they cannot set.
   */
  private static FileTime changed(Path input, BasicFileAttributes attributes) throws IOException {
    return input.getFileSystem().supportedFileAttributeViews().contains("unix")
        ? (FileTime) Files.getAttribute(input, "unix:ctime")
        : attributes.lastModifiedTime();
  }

  private static String known(Path note) {
    try {
      return Files.isRegularFile(note) ? Files.readString(note) : "";
    } catch (IOException e) {
      return "";
    }
  }

  private static void write(Path note, String text) {
    try {
      Files.createDirectories(note.resolveSibling(""));
      OutputFile.write(note, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      // A folder that cannot be written: the input is read each time.
    }
  }

  private static String digest(List<String> options, List<Path> inputs) throws IOException {
    MessageDigest digest = Sha256.begin();
    digest.update(String.join("\n", options).getBytes(StandardCharsets.UTF_8));
    for (Path each : inputs) {
      digest.update(HexFormat.of().parseHex(Sha256.of(each)));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns whether it was made before. */
  boolean has(String key, String name) {
    return Files.isRegularFile(folder.resolve(key).resolve(name));
  }

  /**
   * Returns what was made before, or makes it and keeps it. Empty if nothing can be kept, because
   * the folder cannot be written.
   *
   * @param name of the file
   * @throws IOException if it cannot be made
   */
  Optional<Path> obtain(String key, String name, Maker maker) throws IOException {
    Path place = folder.resolve(key);
    Path file = place.resolve(name);
    if (Files.isRegularFile(file)) {
      if (Seal.of(file).holds()) {
        touch(place);
        return Optional.of(file);
      }
      // Damaged: it is made again.
      OutputFolder.delete(place);
    }
    try (var part = PartFile.beside(place)) {
      try {
        Files.createDirectories(part.path());
      } catch (IOException e) {
        return Optional.empty();
      }
      Path made = part.path().resolve(name);
      maker.make(made);
      Seal.of(made).set(Sha256.of(made));
      publish(part, place);
      makeRoom(place);
    }
    return Optional.of(file);
  }

  /** Another process may have been faster: theirs is the same. */
  private static void publish(PartFile part, Path place) throws IOException {
    try {
      part.publish(place);
    } catch (IOException e) {
      if (!Files.isDirectory(place)) {
        throw e;
      }
    }
  }

  /** The folder's time, because others recognise the file by its own. */
  private static void touch(Path place) {
    try {
      Files.setLastModifiedTime(place, FileTime.from(Instant.now()));
    } catch (IOException e) {
      // A read-only folder: nothing is removed from it either.
    }
  }

  private record Kept(Path place, long size, Instant used) {}

  /** Removes what was not used for long, and the oldest if there is too much, but one. */
  private void makeRoom(Path newest) {
    try {
      List<Kept> all = new ArrayList<>();
      long bytes = 0;
      for (Path each : files(folder)) {
        Kept kept = new Kept(each, size(each), Files.getLastModifiedTime(each).toInstant());
        all.add(kept);
        bytes += kept.size;
      }
      all.sort(Comparator.comparing(Kept::used));
      Instant oldest = Instant.now().minus(LONGEST_UNUSED);
      for (Kept each : all) {
        boolean isTooMuch = bytes > mostBytes && !isPart(each.place) && !each.place.equals(newest);
        if (isTooMuch || each.used.isBefore(oldest)) {
          OutputFolder.delete(each.place);
          bytes -= each.size;
        }
      }
    } catch (IOException e) {
      // Another process makes room too.
    }
  }

  /** Another process is making it, or was killed. */
  private static boolean isPart(Path place) {
    return place.getFileName().toString().startsWith(".");
  }

  private static long size(Path place) throws IOException {
    long size = 0;
    for (Path each : Files.isDirectory(place) ? files(place) : List.of(place)) {
      size += Files.size(each);
    }
    return size;
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      files.forEach(found::add);
    }
    return found;
  }
}
