package dev.dexscope.trace.read.common;

import dev.dexscope.base.bytes.ByteView;
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
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
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

  public static TraceFile open(Path path) throws IOException {
    String name = path.toString();
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
      return unpacked(name, path, TraceFile::traceEntry);
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

  /** The first file in the archive that begins as traces do. */
  private static InputStream traceEntry(InputStream packed) throws IOException {
    var zip = new ZipInputStream(packed);
    List<String> names = new ArrayList<>();
    for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
      if (!entry.isDirectory()) {
        var entryBytes = new PushbackInputStream(zip, LONGEST_BEGINNING);
        byte[] first = entryBytes.readNBytes(LONGEST_BEGINNING);
        entryBytes.unread(first);
        String text = new String(first, StandardCharsets.ISO_8859_1);
        boolean isPackets = !text.isEmpty() && text.charAt(0) <= LAST_PACKET;
        if (isPackets || BEGINNINGS.stream().anyMatch(text::startsWith)) {
          return entryBytes;
        }
        names.add(entry.getName());
      }
    }
    int named = Math.min(names.size(), ENTRIES_NAMED);
    throw new ZipException(
        names.isEmpty()
            ? "the archive holds no file"
            : "the archive holds no method trace, but "
                + String.join(", ", names.subList(0, named))
                + (names.size() > named ? " and " + (names.size() - named) + " more" : ""));
  }
}
