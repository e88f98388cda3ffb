package dev.dexscope.trace.read.common;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.TraceFormatException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Brings a trace into view: mapped from its file, or from a temporary one when it was compressed.
 */
public final class TraceFile {
  private TraceFile() {}

  public static ByteView open(Path path) throws IOException {
    String name = path.toString();
    Path other = otherHalf(path);
    if (other != null) {
      return pair(path, other);
    }
    ByteView bytes = new ByteView(name, map(path), TraceFormatException::new);
    if (bytes.size() == 0) {
      throw bytes.fault(0, "the file is empty");
    }
    if (bytes.has(0, 2) && bytes.u2(0) == GZIPInputStream.GZIP_MAGIC) {
      return unpacked(name, path, GZIPInputStream::new);
    }
    if (bytes.startsWith("PK\3\4", 0)) {
      return unpacked(name, path, TraceFile::traceEntry);
    }
    return bytes;
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

  private static ByteView pair(Path path, Path other) throws IOException {
    Path key = path.toString().endsWith(".key") ? path : other;
    Path data = key.equals(path) ? other : path;
    Path temporary = Files.createTempFile("dexscope", ".trace");
    try {
      try (var out = Files.newOutputStream(temporary)) {
        Files.copy(key, out);
        Files.copy(data, out);
      }
      return new ByteView(path.toString(), map(temporary), TraceFormatException::new);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private interface Unpacker {
    InputStream open(InputStream packed) throws IOException;
  }

  /** A compressed trace can be larger than the heap: it goes to a file that nobody sees. */
  private static ByteView unpacked(String name, Path path, Unpacker unpacker) throws IOException {
    Path temporary = Files.createTempFile("dexscope", ".trace");
    try (InputStream packed = new BufferedInputStream(Files.newInputStream(path));
        InputStream in = unpacker.open(packed)) {
      Files.copy(in, temporary, StandardCopyOption.REPLACE_EXISTING);
      return new ByteView(name, map(temporary), TraceFormatException::new);
    } catch (ZipException | java.io.EOFException e) {
      throw new TraceFormatException(name, 0, "damaged compression: " + e.getMessage());
    } finally {
      // The mapping keeps the content.
      Files.deleteIfExists(temporary);
    }
  }

  /** The first file in the archive. */
  private static InputStream traceEntry(InputStream packed) throws IOException {
    var zip = new ZipInputStream(packed);
    for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
      if (!entry.isDirectory()) {
        return zip;
      }
    }
    throw new ZipException("the archive holds no file");
  }

  private static MemorySegment map(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      // A mapping is released with the trace that holds it.
      return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
    }
  }
}
