package dev.dexscope.compile;

import dev.dexscope.base.files.CacheFolder;
import dev.dexscope.base.files.OutputFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/**
 * The dex code that D8 has made of class files before, in one file for each: {@code
 * INPUTS-CONTENT.zip}, whose name has the digests of what it was made of and of what it contains.
 * It may be deleted at any time. Safe among processes: files appear whole.
 */
final class DexCache {
  private static final long MOST_BYTES = 512L << 20;
  private static final Duration LONGEST_UNUSED = Duration.ofDays(30);
  private static final String SUFFIX = ".zip";

  private final Path folder;
  private final long mostBytes;

  DexCache(Path folder, long mostBytes) {
    this.folder = folder;
    this.mostBytes = mostBytes;
  }

  static DexCache ofUser() {
    return new DexCache(CacheFolder.ofUser().resolve("dex"), MOST_BYTES);
  }

  /** Makes the file. */
  interface Maker {
    void make(Path output) throws IOException;
  }

  /**
   * The digest of what a file is made of.
   *
   * @param options all that changes the output, besides the inputs
   * @throws IOException if an input cannot be read
   */
  static String key(List<String> options, List<Path> inputs) throws IOException {
    MessageDigest digest = sha256();
    digest.update(String.join("\n", options).getBytes(StandardCharsets.UTF_8));
    for (Path each : inputs) {
      digest.update(HexFormat.of().parseHex(CacheFolder.sha256(each)));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /**
   * Copies what was made before, or makes it and keeps it. A cache that cannot be read or written
   * is as good as none.
   *
   * @throws IOException if it cannot be made
   */
  void obtain(String key, Path output, Maker maker) throws IOException {
    if (!copy(key, output)) {
      maker.make(output);
      keep(key, output);
    }
  }

  private boolean copy(String key, Path output) {
    try {
      for (Path each : files(key + "-*" + SUFFIX)) {
        if (each.getFileName().toString().equals(name(key, copy(each, output)))) {
          touch(each);
          return true;
        }
        // Damaged: it is made again.
        Files.delete(each);
      }
    } catch (IOException e) {
      // Another process has made room, or it cannot be read.
    }
    return false;
  }

  private static void touch(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    } catch (IOException e) {
      // A read-only folder: nothing is removed from it either.
    }
  }

  /** Returns the digest of the bytes. */
  private static String copy(Path from, Path to) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(from), digest);
        OutputStream out = Files.newOutputStream(to)) {
      in.transferTo(out);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private void keep(String key, Path made) {
    try {
      Files.createDirectories(folder);
      Path kept = folder.resolve(name(key, CacheFolder.sha256(made)));
      OutputFile.write(kept, out -> Files.copy(made, out));
      makeRoom(kept);
    } catch (IOException e) {
      // A read-only or full disk: it is made again the next time.
    }
  }

  private record Kept(Path file, long size, Instant used) {}

  /** Removes what was not used for long, and the oldest if there is too much, but one. */
  private void makeRoom(Path newest) throws IOException {
    List<Kept> all = new ArrayList<>();
    long bytes = 0;
    for (Path each : files("*" + SUFFIX)) {
      Kept kept = new Kept(each, Files.size(each), Files.getLastModifiedTime(each).toInstant());
      all.add(kept);
      bytes += kept.size;
    }
    all.sort(Comparator.comparing(Kept::used));
    Instant oldest = Instant.now().minus(LONGEST_UNUSED);
    for (Kept each : all) {
      if (!each.file.equals(newest) && (bytes > mostBytes || each.used.isBefore(oldest))) {
        Files.deleteIfExists(each.file);
        bytes -= each.size;
      }
    }
  }

  private List<Path> files(String pattern) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, pattern)) {
        files.forEach(found::add);
      }
    }
    return found;
  }

  private static String name(String key, String content) {
    return key + "-" + content + SUFFIX;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
