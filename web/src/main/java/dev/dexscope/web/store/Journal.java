package dev.dexscope.web.store;

import dev.dexscope.base.files.OutputFile;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The changes of a store, a line each, with a checksum before it. Only complete lines count: one
 * whose writing was interrupted is ignored.
 */
final class Journal implements Closeable {
  private static final int LONGEST = 1 << 16;
  private static final int CHECKSUM = 8;

  private final Path path;
  private final List<Change> read = new ArrayList<>();
  private RandomAccessFile file;

  /** The offset of the next line. */
  private long end;

  private int damaged;
  private long lines;

  private Journal(Path path) throws IOException {
    this.path = path;
    if (Files.exists(path)) {
      readAll();
    }
    this.file = new RandomAccessFile(path.toFile(), "rw");
  }

  static Journal open(Path path) throws IOException {
    return new Journal(path);
  }

  /** Returns the changes that it contained when it was opened. */
  List<Change> changes() {
    return List.copyOf(read);
  }

  /** Returns how many whole lines could not be understood when it was opened. */
  int damaged() {
    return damaged;
  }

  /** Returns how many lines it has. */
  long lines() {
    return lines;
  }

  private void readAll() throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(path))) {
      var line = new ByteArrayOutputStream();
      long at = 0;
      for (int b = in.read(); b >= 0; b = in.read()) {
        at++;
        if (b == '\n') {
          take(line.toByteArray());
          line.reset();
          end = at;
        } else if (line.size() <= LONGEST) {
          line.write(b);
        }
      }
    }
  }

  private void take(byte[] line) {
    lines++;
    try {
      read.add(Change.parse(checked(line)));
    } catch (IOException e) {
      damaged++;
    }
  }

  private static String checked(byte[] line) throws IOException {
    if (line.length <= CHECKSUM + 1 || line.length > LONGEST) {
      throw new IOException("is not a line of a journal");
    }
    String text = new String(line, StandardCharsets.UTF_8);
    String said = text.substring(0, Math.min(CHECKSUM, text.length()));
    if (!said.equals(checksum(line, CHECKSUM + 1))) {
      throw new IOException("has another checksum");
    }
    return text.substring(CHECKSUM + 1);
  }

  private static String checksum(byte[] bytes, int from) {
    var crc = new CRC32();
    crc.update(bytes, from, bytes.length - from);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  private static byte[] line(Change change) throws IOException {
    byte[] text = (" ".repeat(CHECKSUM + 1) + change.toLine()).getBytes(StandardCharsets.UTF_8);
    byte[] line = Arrays.copyOf(text, text.length + 1);
    byte[] sum = checksum(text, CHECKSUM + 1).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(sum, 0, line, 0, CHECKSUM);
    line[text.length] = '\n';
    return line;
  }

  /** Adds a line; it is on the disk when this returns. */
  void add(Change change) throws IOException {
    byte[] line = line(change);
    if (file.length() != end) {
      // What a writing that failed has left.
      file.setLength(end);
    }
    file.seek(end);
    file.write(line);
    file.getFD().sync();
    end += line.length;
    lines++;
  }

  /** Takes other lines in place of all, at once. */
  void replace(List<Change> changes) throws IOException {
    file.close();
    try {
      OutputFile.replace(
          path,
          temporary -> {
            try (var out = new BufferedOutputStream(Files.newOutputStream(temporary))) {
              writeAll(changes, out);
            }
            Disk.force(temporary);
          });
      lines = changes.size();
    } finally {
      file = new RandomAccessFile(path.toFile(), "rw");
      end = file.length();
    }
  }

  private static void writeAll(List<Change> changes, OutputStream out) throws IOException {
    for (Change change : changes) {
      out.write(line(change));
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
