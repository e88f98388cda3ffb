package dev.dexscope.trace.read.common;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.files.TemporaryFile;
import dev.dexscope.trace.TraceFormatException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Brings a trace into view: its file, or a temporary one when it was compressed.
 *
 * @param isCut whether it was compressed, and the compressed file ends before its end
 */
public record TraceFile(ByteView bytes, boolean isCut) {
  private static final int ENTRIES_NAMED = 8;
  private static final int LONGEST_BEGINNING = 16;

  /** Low-overhead profiles have no other beginning than the kind of a packet. */
  private static final int LAST_PACKET = 2;

  /** The beginnings of traces; their readers report other content with the same beginning. */
  private static final List<String> BEGINNINGS =
      List.of(
          "*version",
          "SLOW",
          "TMOL",
          "----- pid",
          "\n----- pid",
          "PERFILE2",
          "SIMPLEPERF",
          "FLR\0");

  private static final Set<String> PACKAGE = Set.of("AndroidManifest.xml", "classes.dex");

  private static final char ENTRY = '!';

  /**
   * Returns the file of a trace that may be named as an entry of an archive, {@code
   * traces.zip!app.trace}.
   */
  public static Path file(Path named) {
    String name = named.toString();
    int mark = name.indexOf(ENTRY);
    return mark > 0 && !Files.exists(named) ? Path.of(name.substring(0, mark)) : named;
  }

  /**
   * Opens a file, or the entry of an archive.
   *
   * @throws RefusedFileException if an archive contains several traces
   * @throws IOException if it cannot be read
   */
  public static TraceFile open(Path named) throws IOException {
    Path file = file(named);
    String name = named.toString();
    String entry = file.equals(named) ? "" : name.substring(file.toString().length() + 1);
    return open(file, entry, name);
  }

  /**
   * Opens a file under another name.
   *
   * @throws IOException if it cannot be read
   */
  public static TraceFile open(Path file, String name) throws IOException {
    return open(file, "", name);
  }

  private static TraceFile open(Path path, String entry, String name) throws IOException {
    Path other = otherHalf(path);
    if (other != null) {
      return pair(path, other);
    }
    // A channel's map would load the classes of foreign memory, which takes longer than a short
    // trace.
    var file = new RandomAccessFile(path.toFile(), "r");
    ByteView bytes = ByteView.of(name, file, TraceFormatException::new);
    if (bytes.size() == 0) {
      throw bytes.fault(0, "the file is empty");
    }
    if (bytes.has(0, 2) && bytes.u2(0) == GZIPInputStream.GZIP_MAGIC) {
      return unpacked(name, path, GZIPInputStream::new);
    }
    if (bytes.startsWith("PK\3\4", 0)) {
      String wanted = entry.isEmpty() ? onlyTrace(path, name) : entry;
      return unpacked(name, path, packed -> traceEntry(packed, wanted));
    }
    if (!entry.isEmpty()) {
      throw bytes.fault(0, "no zip, so it has no entry " + entry);
    }
    return new TraceFile(bytes, false);
  }

  /** dmtracedump's predecessors kept the text in x.key and the records in x.data. */
  private static @Nullable Path otherHalf(Path path) {
    String name = path.toString();
    String other =
        name.endsWith(".key")
            ? name.substring(0, name.length() - 4) + ".data"
            : name.endsWith(".data") ? name.substring(0, name.length() - 5) + ".key" : "";
    return !other.isEmpty() && Files.isRegularFile(Path.of(other)) ? Path.of(other) : null;
  }

  private static TraceFile pair(Path path, Path other) throws IOException {
    Path key = path.toString().endsWith(".key") ? path : other;
    Path data = key.equals(path) ? other : path;
    try (var both = new TemporaryFile()) {
      for (Path each : List.of(key, data)) {
        try (InputStream in = Files.newInputStream(each)) {
          copy(in, both, _ -> {});
        }
      }
      var bytes = ByteView.of(path.toString(), both.handOver(), TraceFormatException::new);
      return new TraceFile(bytes, false);
    }
  }

  private interface Unpacker {
    InputStream open(InputStream packed) throws IOException;
  }

  /** A compressed trace can be larger than the heap: it goes to a temporary file. */
  private static TraceFile unpacked(String name, Path path, Unpacker unpacker) throws IOException {
    try (var unpacked = new TemporaryFile();
        var packed = new CountedInput(Files.newInputStream(path));
        InputStream in = unpacker.open(new BufferedInputStream(packed))) {
      UnpackLimit limit = UnpackLimit.ofProcess();
      boolean isCut = false;
      try {
        copy(in, unpacked, size -> limit.check(name, packed.count(), size));
      } catch (EOFException e) {
        // What there is can be read, as that of a file that was cut off.
        isCut = true;
      }
      if (unpacked.size() == 0) {
        throw new TraceFormatException(name, 0, "damaged compression: nothing can be unpacked");
      }
      return new TraceFile(
          ByteView.of(name, unpacked.handOver(), TraceFormatException::new), isCut);
    } catch (ZipException | EOFException e) {
      throw new TraceFormatException(name, 0, e.getMessage() + "");
    }
  }

  private static void copy(InputStream in, TemporaryFile to, LongConsumer size) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int read; (read = in.read(buffer)) >= 0; ) {
      to.append(buffer, read);
      size.accept(to.size());
    }
  }

  /**
   * Returns the only entry that begins as traces do, or the only one there is; empty if there is
   * none, or if the archive is cut off and has no directory.
   */
  private static String onlyTrace(Path path, String name) throws IOException {
    List<String> traces = new ArrayList<>();
    List<String> perhaps = new ArrayList<>();
    List<String> all = new ArrayList<>();
    try (var zip = new ZipFile(path.toFile())) {
      for (var entries = zip.entries(); entries.hasMoreElements(); ) {
        ZipEntry entry = entries.nextElement();
        if (!entry.isDirectory()) {
          all.add(entry.getName());
          try (InputStream in = zip.getInputStream(entry)) {
            String text = beginning(in.readNBytes(LONGEST_BEGINNING));
            if (isTrace(text)) {
              traces.add(entry.getName());
            } else if (isPackets(text)) {
              perhaps.add(entry.getName());
            }
          }
        }
      }
    } catch (ZipException | EOFException e) {
      return "";
    }
    List<String> found = traces.isEmpty() ? perhaps : traces;
    if (found.size() > 1) {
      boolean isNamed = name.equals(path.toString());
      throw new RefusedFileException(
          "contains " + found.size() + " traces (" + named(found) + ")",
          name,
          (isNamed ? "name one: " + name : "write it to a file, then name one: FILE")
              + ENTRY
              + found.getFirst());
    }
    if (traces.isEmpty() && all.stream().anyMatch(PACKAGE::contains)) {
      throw new TraceFormatException(name, 0, "is a package or jar of dex code, not a trace");
    }
    // Perfetto's traces and pages begin like other files.
    List<String> last = found.isEmpty() ? all : found;
    return last.size() == 1 ? last.getFirst() : "";
  }

  private static String beginning(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static boolean isTrace(String beginning) {
    return BEGINNINGS.stream().anyMatch(beginning::startsWith);
  }

  private static boolean isPackets(String beginning) {
    return !beginning.isEmpty() && beginning.charAt(0) <= LAST_PACKET;
  }

  /** An entry of the archive; if no name is given, the first one that begins as traces do. */
  private static InputStream traceEntry(InputStream packed, String wanted) throws IOException {
    var zip = new ZipInputStream(packed);
    List<String> names = new ArrayList<>();
    for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
      if (entry.getName().equals(wanted)) {
        return zip;
      }
      if (!entry.isDirectory()) {
        var entryBytes = new PushbackInputStream(zip, LONGEST_BEGINNING);
        byte[] first = entryBytes.readNBytes(LONGEST_BEGINNING);
        entryBytes.unread(first);
        String text = beginning(first);
        if (wanted.isEmpty() && (isPackets(text) || isTrace(text))) {
          return entryBytes;
        }
        names.add(entry.getName());
      }
    }
    if (names.isEmpty()) {
      throw new ZipException("the archive holds no file");
    }
    throw new ZipException(
        "the archive holds no "
            + (wanted.isEmpty() ? "method trace" : wanted)
            + ", but "
            + named(names));
  }

  private static String named(List<String> names) {
    int named = Math.min(names.size(), ENTRIES_NAMED);
    return String.join(", ", names.subList(0, named))
        + (names.size() > named ? " and " + (names.size() - named) + " more" : "");
  }
}
