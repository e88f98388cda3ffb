package dev.dexscope.base.zip;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** An entry of a {@link ZipArchive}, or one that is to be written. */
public final class Entry {
  private static final int BUFFER = 1 << 16;

  /** The size of a block that one processor compresses at a time. */
  private static final long BLOCK = 1 << 19;

  /** The size of deflate's window. */
  private static final int WINDOW = 1 << 15;

  /** Deflate cannot do better than this (a match of 258 bytes in 2 bits). */
  private static final long BEST_RATIO = 1032;

  private final String file;
  private final String name;
  private final Method method;
  private final int crc;
  private final long size;
  private final MemorySegment data;
  private final long offset;
  private final EntryHeader header;

  Entry(
      String file,
      String name,
      Method method,
      int crc,
      long size,
      MemorySegment data,
      long offset,
      EntryHeader header) {
    this.file = file;
    this.name = name;
    this.method = method;
    this.crc = crc;
    this.size = size;
    this.data = data;
    this.offset = offset;
    this.header = header;
  }

  /** Returns a new entry; its content is compressed at once if the method requires it. */
  static Entry of(String name, Method method, MemorySegment content) {
    return make(EntryHeader.named(name), name, method, content);
  }

  /** This entry with another content. */
  Entry with(Method newMethod, MemorySegment content) {
    return make(header, name, newMethod, content);
  }

  private static Entry make(EntryHeader header, String name, Method method, MemorySegment content) {
    if (header.name().length > 0xffff) {
      throw new IllegalArgumentException("entry name of " + header.name().length + " bytes");
    }
    MemorySegment data = method == Method.STORED ? content : deflate(content);
    return new Entry(name, name, method, crc(content), content.byteSize(), data, 0, header);
  }

  private static int crc(MemorySegment bytes) {
    var crc = new CRC32();
    for (long at = 0; at < bytes.byteSize(); at += Integer.MAX_VALUE) {
      long length = Math.min(bytes.byteSize() - at, Integer.MAX_VALUE);
      crc.update(bytes.asSlice(at, length).asByteBuffer());
    }
    return (int) crc.getValue();
  }

  /**
   * Large contents in blocks, side by side: each has the end of the one before as its dictionary.
   */
  private static MemorySegment deflate(MemorySegment content) {
    long size = content.byteSize();
    int blocks = (int) Math.max(1, (size + BLOCK - 1) / BLOCK);
    if (blocks == 1) {
      return MemorySegment.ofArray(deflate(content, 0, size));
    }
    byte[][] compressed = new byte[blocks][];
    IntStream.range(0, blocks)
        .parallel()
        .forEach(i -> {
          long from = i * BLOCK;
          compressed[i] = deflate(content, from, Math.min(from + BLOCK, size));
        });
    int length = Math.toIntExact(Arrays.stream(compressed).mapToLong(each -> each.length).sum());
    byte[] all = new byte[length];
    int at = 0;
    for (byte[] each : compressed) {
      System.arraycopy(each, 0, all, at, each.length);
      at += each.length;
    }
    return MemorySegment.ofArray(all);
  }

  private static byte[] deflate(MemorySegment content, long from, long to) {
    try (var deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true)) {
      if (from > 0) {
        deflater.setDictionary(content.asSlice(from - WINDOW, WINDOW).asByteBuffer());
      }
      deflater.setInput(content.asSlice(from, to - from).asByteBuffer());
      // Blocks end at whole bytes, so that the next can follow.
      int flush = to == content.byteSize() ? Deflater.NO_FLUSH : Deflater.SYNC_FLUSH;
      if (flush == Deflater.NO_FLUSH) {
        deflater.finish();
      }
      byte[] out = new byte[(int) ((to - from) / 2) + 64];
      int length = 0;
      while (true) {
        int written = deflater.deflate(out, length, out.length - length, flush);
        length += written;
        if (deflater.finished() || (flush == Deflater.SYNC_FLUSH && length < out.length)) {
          return Arrays.copyOf(out, length);
        }
        if (length == out.length) {
          out = Arrays.copyOf(out, 2 * out.length);
        }
      }
    }
  }

  /** The path inside the archive. */
  public String name() {
    return name;
  }

  public Method method() {
    return method;
  }

  /** The content's CRC-32. */
  public int crc() {
    return crc;
  }

  /** The content's size. */
  public long size() {
    return size;
  }

  public long compressedSize() {
    return data.byteSize();
  }

  /** Returns where the entry's bytes begin in the file. */
  public long offset() {
    return offset;
  }

  /** Returns the bytes as in the file: compressed if the method is. */
  public MemorySegment data() {
    return data;
  }

  EntryHeader header() {
    return header;
  }

  /** The content, checked against its size and checksum. */
  public byte[] read() {
    if (size > Integer.MAX_VALUE - 8 || !isPossible()) {
      throw fault(size + " bytes out of " + data.byteSize());
    }
    byte[] content;
    if (method == Method.STORED) {
      content = data.toArray(ValueLayout.JAVA_BYTE);
    } else {
      content = new byte[(int) size];
      int[] length = {0};
      boolean whole =
          inflate((bytes, n) -> {
            System.arraycopy(bytes, 0, content, length[0], n);
            length[0] += n;
          });
      if (!whole) {
        throw fault("the compressed data is damaged");
      }
    }
    int sum = crc(MemorySegment.ofArray(content));
    if (sum != crc) {
      throw fault(
          "the checksum is 0x" + Integer.toHexString(sum) + ", not 0x" + Integer.toHexString(crc));
    }
    return content;
  }

  /** Returns whether the content can be read and has its size and checksum; needs little memory. */
  public boolean isWhole() {
    if (method == Method.STORED) {
      return crc(data) == crc;
    }
    var sum = new CRC32();
    return isPossible()
        && inflate((bytes, n) -> sum.update(bytes, 0, n))
        && (int) sum.getValue() == crc;
  }

  private boolean isPossible() {
    return method == Method.STORED
        || (data.byteSize() <= Integer.MAX_VALUE && size <= BEST_RATIO * data.byteSize());
  }

  private interface Sink {
    void accept(byte[] bytes, int length);
  }

  /** Gives the content piece by piece, never more than {@link #size}; false when it is not that. */
  private boolean inflate(Sink sink) {
    try (var inflater = new Inflater(true)) {
      ByteBuffer in = data.asByteBuffer();
      inflater.setInput(in);
      byte[] buffer = new byte[(int) Math.min(BUFFER, size + 1)];
      long total = 0;
      while (!inflater.finished()) {
        int n = inflater.inflate(buffer);
        total += n;
        if (total > size || (n == 0 && !inflater.finished())) {
          return false;
        }
        sink.accept(buffer, n);
      }
      return total == size;
    } catch (DataFormatException e) {
      return false;
    }
  }

  /** The archive's name and its own, as errors name it: {@code app.apk!classes.dex}. */
  public String path() {
    return file + "!" + name;
  }

  ZipFormatException fault(String reason) {
    return new ZipFormatException(path(), offset, reason);
  }
}
