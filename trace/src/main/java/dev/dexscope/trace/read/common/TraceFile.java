package dev.dexscope.trace.read.common;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.files.TemporaryFile;
import dev.dexscope.trace.TraceFormatException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.LongConsumer;
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
    try (var both = new TemporaryFile()) {
      for (Path each : List.of(key, data)) {
        try (InputStream in = Files.newInputStream(each)) {
          copy(in, both, _ -> {});
        }
      }
      return new ByteView(path.toString(), both.map(), TraceFormatException::new);
    }
  }

  private interface Unpacker {
    InputStream open(InputStream packed) throws IOException;
  }

  /** A compressed trace can be larger than the heap: it goes to a temporary file. */
  private static ByteView unpacked(String name, Path path, Unpacker unpacker) throws IOException {
    try (var unpacked = new TemporaryFile();
        var packed = new CountedInput(Files.newInputStream(path));
        InputStream in = unpacker.open(new BufferedInputStream(packed))) {
      UnpackLimit limit = UnpackLimit.ofProcess();
      copy(in, unpacked, size -> limit.check(name, packed.count(), size));
      return new ByteView(name, unpacked.map(), TraceFormatException::new);
    } catch (ZipException | EOFException e) {
      throw new TraceFormatException(name, 0, "damaged compression: " + e.getMessage());
    }
  }

  private static void copy(InputStream in, TemporaryFile to, LongConsumer size) throws IOException {
    byte[] buffer = new byte[1 << 16];
    for (int read; (read = in.read(buffer)) >= 0; ) {
      to.append(buffer, read);
      size.accept(to.size());
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
