package dev.dexscope.base.zip;

import dev.dexscope.base.bytes.ByteView;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A zip file, seen as Android sees it. The file is mapped, so that copying an entry costs no
 * memory; entries are valid until the archive is closed.
 *
 * <pre>{@code
 * try (ZipArchive apk = ZipArchive.open(Path.of("app.apk"))) {
 *   byte[] manifest = apk.find("AndroidManifest.xml").orElseThrow().read();
 * }
 * }</pre>
 */
public final class ZipArchive implements Closeable {
  private final Arena arena;
  private final String file;
  private final List<Entry> entries;
  private final Map<String, Entry> byName = new HashMap<>();
  private final byte[] comment;
  private final SigningBlock signingBlock;

  private ZipArchive(Arena arena, String file, MemorySegment content) {
    this.arena = arena;
    this.file = file;
    ByteView in = ByteView.of(file, content, ZipFormatException::new);
    EndOfDirectory end = EndOfDirectory.read(in);
    this.entries = List.copyOf(new CentralDirectory(in, content, end).entries());
    this.comment = end.comment();
    this.signingBlock = SigningBlock.before(in, end.directory());
    entries.forEach(entry -> byName.putIfAbsent(entry.name(), entry));
  }

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be read
   */
  public static ZipArchive open(Path path) throws IOException {
    Arena arena = Arena.ofShared();
    try (var channel = FileChannel.open(path, StandardOpenOption.READ)) {
      MemorySegment all = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      return new ZipArchive(arena, path.toString(), all);
    } catch (IOException | RuntimeException e) {
      arena.close();
      throw e;
    }
  }

  /**
   * An archive in memory.
   *
   * @param file for errors
   */
  public static ZipArchive of(String file, byte[] bytes) {
    return new ZipArchive(Arena.ofShared(), file, MemorySegment.ofArray(bytes));
  }

  /** An archive without entries, to begin a new one with. */
  public static ZipArchive empty(String file) {
    byte[] end = new byte[EndOfDirectory.SIZE];
    ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN).putInt(EndOfDirectory.SIGNATURE);
    return of(file, end);
  }

  /** The archive that an entry is. A stored one is read where it stands. */
  public static ZipArchive inside(Entry entry) {
    MemorySegment content =
        entry.method() == Method.STORED ? entry.data() : MemorySegment.ofArray(entry.read());
    return new ZipArchive(Arena.ofShared(), entry.path(), content);
  }

  /** Returns its name in errors. */
  public String file() {
    return file;
  }

  /** All entries in the order of the central directory; names may occur twice. */
  public List<Entry> entries() {
    return entries;
  }

  /** The entry of this name; the first where it occurs twice. */
  public Optional<Entry> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** The block in front of the central directory that holds the signatures from v2 on. */
  public SigningBlock signingBlock() {
    return signingBlock;
  }

  byte[] comment() {
    return comment;
  }

  @Override
  public void close() {
    arena.close();
  }
}
