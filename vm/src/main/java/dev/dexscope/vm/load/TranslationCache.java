package dev.dexscope.vm.load;

import dev.dexscope.base.files.PartFile;
import dev.dexscope.base.files.Sha256;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The class files that earlier runs generated from the same dex code, in one file on disk with a
 * key of their dependencies. It may be deleted at any time; entries with wrong checksums are
 * ignored. Thread-safe, and safe among processes: files appear whole.
 *
 * <p>The file: magic, number of classes, size of the index, CRC of the index; the key; for each
 * class its name, and offset, size and CRC of its bytes; the bytes.
 */
public final class TranslationCache {
  private static final long MAGIC = 0x4458_5452_414e_0003L;
  private static final int HEADER = 20;
  private static final long MOST_BYTES_IN_FILE = 128L << 20;
  private static final String SUFFIX = ".classes";

  private record Entry(int offset, int size, int crc) {}

  private final Path file;
  private final byte[] key;

  /** Null when it is opened for each class, or there is nothing in it. */
  private final @Nullable RandomAccessFile stored;

  private final Map<String, Entry> entries;
  private final Map<String, byte[]> added = new HashMap<>();
  private boolean isSaved = true;
  private boolean isUseTold;
  private @Nullable EarlierPaths files;

  private TranslationCache(
      Path file, byte[] key, @Nullable RandomAccessFile stored, Map<String, Entry> entries) {
    this.file = file;
    this.key = key;
    this.stored = stored;
    this.entries = entries;
  }

  /**
   * Opens the cache of some dex code; empty if there is none yet.
   *
   * @param key see {@link Key}
   * @param keepOpen whether the file stays open until it is closed, or is opened for each class
   */
  static TranslationCache open(Path folder, String key, boolean keepOpen) {
    byte[] wanted = key.getBytes(StandardCharsets.UTF_8);
    Path file = folder.resolve(name(wanted) + SUFFIX);
    RandomAccessFile stored = null;
    Map<String, Entry> entries = Map.of();
    try {
      // Not mapped and no channel: what these need takes longer to start than a small program, and
      // channels are closed by interrupts.
      stored = new RandomAccessFile(file.toFile(), "r");
      Index found = readIndex(stored, wanted.length);
      if (!Arrays.equals(found.key, wanted)) {
        throw new IOException("of other code");
      }
      entries = found.entries;
    } catch (IOException | BufferUnderflowException e) {
      // Not there, or not whole: made anew when this run ends.
    }
    if (entries.isEmpty() || !keepOpen) {
      close(stored);
      stored = null;
    }
    return new TranslationCache(file, wanted, stored, entries);
  }

  /**
   * Names a cache for others, without its key, which is long.
   *
   * @param file the name of its file
   * @param keySize the size of its key
   * @param digest the SHA-256 digest of its key
   */
  record Link(String file, int keySize, String digest) {}

  /** Returns what names this cache. */
  Link link() {
    return new Link(
        Objects.requireNonNull(file.getFileName()).toString(), key.length, Sha256.of(key));
  }

  /** Opens the cache that a link names, to read it; null if there is none any more. */
  static @Nullable TranslationCache open(Path folder, Link link) {
    Path file = folder.resolve(link.file);
    try (var stored = new RandomAccessFile(file.toFile(), "r")) {
      Index found = readIndex(stored, link.keySize);
      return Sha256.of(found.key).equals(link.digest)
          ? new TranslationCache(file, found.key, null, found.entries)
          : null;
    } catch (IOException | BufferUnderflowException e) {
      return null;
    }
  }

  /** Two keys may have the same name: the file contains its key. */
  private static String name(byte[] key) {
    var crc = new CRC32();
    crc.update(key);
    return HexFormat.of().toHexDigits(crc(ByteBuffer.wrap(key)))
        + HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private static void close(@Nullable RandomAccessFile stored) {
    try {
      if (stored != null) {
        stored.close();
      }
    } catch (IOException e) {
      // It was only read.
    }
  }

  private record Index(byte[] key, Map<String, Entry> entries) {}

  private static Index readIndex(RandomAccessFile stored, int keySize) throws IOException {
    long length = stored.length();
    if (length < HEADER || length > MOST_BYTES_IN_FILE || stored.readLong() != MAGIC) {
      throw new IOException("no cache");
    }
    int count = stored.readInt();
    int size = stored.readInt();
    int crc = stored.readInt();
    if (keySize < 0
        || size < keySize
        || size > length - HEADER
        || count < 0
        || count > size - keySize) {
      throw new IOException("cut off");
    }
    byte[] bytes = new byte[size];
    stored.readFully(bytes);
    ByteBuffer index = ByteBuffer.wrap(bytes);
    if (crc(index) != crc) {
      throw new IOException("changed");
    }
    byte[] key = new byte[keySize];
    index.get(key);
    Map<String, Entry> entries = HashMap.newHashMap(count);
    for (int i = 0; i < count; i++) {
      byte[] name = new byte[Short.toUnsignedInt(index.getShort())];
      index.get(name);
      entries.put(
          new String(name, StandardCharsets.UTF_8),
          new Entry(index.getInt(), index.getInt(), index.getInt()));
    }
    return new Index(key, entries);
  }

  private static int crc(ByteBuffer bytes) {
    var crc = new CRC32();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  /** Returns whether an earlier run has left something. */
  boolean isFilled() {
    return !entries.isEmpty();
  }

  /** The class file of a class, or null. */
  synchronized byte @Nullable [] find(String name) {
    byte[] own = added.get(name);
    Entry entry = entries.get(name);
    if (own != null || entry == null) {
      return own;
    }
    if (stored != null) {
      return read(stored, entry);
    }
    try (var opened = new RandomAccessFile(file.toFile(), "r")) {
      return read(opened, entry);
    } catch (IOException e) {
      // Somebody has removed it.
      return null;
    }
  }

  /** Returns whether the class was translated in this run. */
  synchronized boolean isNew(String name) {
    return added.containsKey(name);
  }

  /** Returns whether there is a class file of the class. */
  synchronized boolean has(String name) {
    return added.containsKey(name) || entries.containsKey(name);
  }

  /** Returns null if the content differs from the written one: it may be another file by now. */
  private static byte @Nullable [] read(RandomAccessFile stored, Entry entry) {
    try {
      if (entry.offset < HEADER || entry.size < 0 || entry.size > stored.length() - entry.offset) {
        return null;
      }
      byte[] found = new byte[entry.size];
      stored.seek(entry.offset);
      stored.readFully(found);
      return crc(ByteBuffer.wrap(found)) == entry.crc ? found : null;
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Returns the files whose classes are in this cache, which other paths share; those of the first
   * of its users.
   */
  synchronized EarlierPaths files(EarlierPaths own) {
    if (files == null) {
      files = own;
    }
    return files;
  }

  /** Remembers a class file for later runs, and for other loaders of this one. */
  synchronized void add(String name, byte[] classFile) {
    added.put(name, classFile);
    isSaved = false;
  }

  /**
   * Writes new entries together with existing ones, also those of other processes since this cache
   * was opened.
   */
  private void save() {
    if (isSaved) {
      return;
    }
    Map<String, byte[]> all = new TreeMap<>(added);
    String text = new String(key, StandardCharsets.UTF_8);
    TranslationCache now = open(Objects.requireNonNull(file.getParent()), text, true);
    now.addTo(all);
    now.close();
    addTo(all);
    try {
      Files.createDirectories(file.getParent());
      write(all);
      if (files != null) {
        files.save(link());
      }
    } catch (IOException e) {
      // A full or read-only disk: the next run translates again.
    }
    isSaved = true;
  }

  private void addTo(Map<String, byte[]> all) {
    for (String name : entries.keySet()) {
      byte[] known = all.containsKey(name) ? null : find(name);
      if (known != null) {
        all.put(name, known);
      }
    }
  }

  private void write(Map<String, byte[]> classes) throws IOException {
    int indexSize = key.length;
    long size = HEADER;
    for (Map.Entry<String, byte[]> each : classes.entrySet()) {
      indexSize += 2 + each.getKey().getBytes(StandardCharsets.UTF_8).length + 12;
      size += each.getValue().length;
    }
    if (size + indexSize > MOST_BYTES_IN_FILE) {
      return;
    }
    ByteBuffer out = ByteBuffer.allocate((int) size + indexSize);
    int at = HEADER + indexSize;
    out.position(HEADER).put(key);
    for (Map.Entry<String, byte[]> each : classes.entrySet()) {
      byte[] name = each.getKey().getBytes(StandardCharsets.UTF_8);
      byte[] code = each.getValue();
      out.putShort((short) name.length).put(name);
      out.putInt(at).putInt(code.length).putInt(crc(ByteBuffer.wrap(code)));
      out.put(at, code);
      at += code.length;
    }
    out.putLong(0, MAGIC).putInt(8, classes.size()).putInt(12, indexSize);
    out.putInt(16, crc(out.slice(HEADER, indexSize)));
    try (var part = PartFile.beside(file)) {
      Files.write(part.path(), out.array());
      part.publish(file);
    }
  }

  /**
   * Called at the end of a run: saves, and marks the file as used, because unused ones are removed
   * first.
   */
  synchronized void finish() {
    if (!isSaved || !isUseTold) {
      isUseTold = true;
      save();
      try {
        Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
      } catch (IOException e) {
        // Somebody has removed it.
      }
    }
  }

  /** Closes the file when it is no longer used. */
  synchronized void close() {
    close(stored);
  }
}
