package dev.dexscope.observe.hprof;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A heap dump of HotSpot's, mapped into memory: readers pass over it as often as necessary, and
 * keep nothing of the heap.
 */
final class HprofFile implements AutoCloseable {
  /** Receives the records outside the heap segments: their bodies are at {@code offset}. */
  interface RecordVisitor {
    void record(int tag, long offset, int length);
  }

  private static final ValueLayout.OfShort U2 =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt U4 =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong U8 =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final String MAGIC = "JAVA PROFILE 1.0.";
  private static final int LONGEST_MAGIC = 32;
  private static final int RECORD_HEADER = 9;

  private final String name;
  private final Arena arena;
  private final MemorySegment bytes;
  private final int idSize;
  private final long time;
  private final long firstRecord;

  /**
   * @param arena closed at the end
   */
  HprofFile(String name, MemorySegment bytes, Arena arena) {
    this.name = name;
    this.bytes = bytes;
    this.arena = arena;
    long at = 0;
    while (at < LONGEST_MAGIC && at < bytes.byteSize() && u1(at) != 0) {
      at++;
    }
    if (at < MAGIC.length() || at == LONGEST_MAGIC || !text(0, MAGIC.length()).equals(MAGIC)) {
      throw failure(0, "no heap dump");
    }
    idSize = u4(at + 1);
    if (idSize != 4 && idSize != 8) {
      throw failure(at + 1, "ids of " + idSize + " bytes");
    }
    time = u8(at + 5);
    firstRecord = at + 13;
  }

  static HprofFile open(Path path) throws IOException {
    Arena arena = Arena.ofShared();
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      MemorySegment bytes = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
      return new HprofFile(path.toString(), bytes, arena);
    } catch (IOException | HprofFormatException e) {
      arena.close();
      throw e;
    }
  }

  int idSize() {
    return idSize;
  }

  /** Returns when the dump was made, in milliseconds since 1970. */
  long time() {
    return time;
  }

  /** Visits all records outside the heap segments. */
  void records(RecordVisitor visitor) {
    long at = firstRecord;
    while (at < bytes.byteSize()) {
      int tag = u1(at);
      long length = Integer.toUnsignedLong(u4(at + 5));
      long body = at + RECORD_HEADER;
      check(body, length);
      if (tag != Tag.HEAP_DUMP && tag != Tag.HEAP_DUMP_SEGMENT) {
        if (length > Integer.MAX_VALUE) {
          throw failure(at, "a record of " + length + " bytes");
        }
        visitor.record(tag, body, (int) length);
      }
      at = body + length;
    }
  }

  /** Visits the heap. */
  void heap(HeapVisitor visitor) {
    long at = firstRecord;
    while (at < bytes.byteSize()) {
      int tag = u1(at);
      long length = Integer.toUnsignedLong(u4(at + 5));
      long body = at + RECORD_HEADER;
      check(body, length);
      if (tag == Tag.HEAP_DUMP || tag == Tag.HEAP_DUMP_SEGMENT) {
        segment(body, body + length, visitor);
      }
      at = body + length;
    }
  }

  private void segment(long start, long end, HeapVisitor visitor) {
    long at = start;
    while (at < end) {
      int tag = u1(at);
      long next =
          switch (tag) {
            case Tag.CLASS_DUMP -> classDump(at + 1, visitor);
            case Tag.INSTANCE_DUMP -> instance(at + 1, visitor);
            case Tag.OBJECT_ARRAY_DUMP -> objectArray(at + 1, visitor);
            case Tag.PRIMITIVE_ARRAY_DUMP -> primitiveArray(at + 1, visitor);
            default -> root(tag, at + 1, visitor);
          };
      if (next > end) {
        throw failure(at, "an entry longer than its segment");
      }
      at = next;
    }
  }

  private long root(int tag, long at, HeapVisitor visitor) {
    long id = id(at);
    long next = at + idSize;
    return switch (tag) {
      case Tag.ROOT_UNKNOWN, Tag.ROOT_STICKY_CLASS, Tag.ROOT_MONITOR_USED -> {
        visitor.root(tag, id, 0, 0);
        yield next;
      }
      case Tag.ROOT_JNI_GLOBAL -> {
        visitor.root(tag, id, id(next), 0);
        yield next + idSize;
      }
      case Tag.ROOT_NATIVE_STACK, Tag.ROOT_THREAD_BLOCK -> {
        visitor.root(tag, id, u4(next), 0);
        yield next + 4;
      }
      case Tag.ROOT_JNI_LOCAL, Tag.ROOT_JAVA_FRAME, Tag.ROOT_THREAD_OBJECT -> {
        visitor.root(tag, id, u4(next), u4(next + 4));
        yield next + 8;
      }
      default -> throw failure(at - 1, "an entry of unknown kind " + tag);
    };
  }

  private long classDump(long start, HeapVisitor visitor) {
    long afterIds = start + idSize + 4;
    long at = afterIds + 6L * idSize + 4;
    int constants = u2(at);
    at += 2;
    for (int i = 0; i < constants; i++) {
      at += 3 + size(u1(at + 2), at + 2);
    }
    List<ClassDump.Static> statics = new ArrayList<>();
    int count = u2(at);
    at += 2;
    for (int i = 0; i < count; i++) {
      int type = u1(at + idSize);
      int size = size(type, at + idSize);
      statics.add(new ClassDump.Static(id(at), type, value(at + idSize + 1, size)));
      at += idSize + 1 + size;
    }
    List<ClassDump.Field> fields = new ArrayList<>();
    count = u2(at);
    at += 2;
    for (int i = 0; i < count; i++) {
      int type = u1(at + idSize);
      size(type, at + idSize);
      fields.add(new ClassDump.Field(id(at), type));
      at += idSize + 1;
    }
    visitor.classDump(
        new ClassDump(
            id(start),
            u4(start + idSize),
            id(afterIds),
            id(afterIds + idSize),
            id(afterIds + 2L * idSize),
            id(afterIds + 3L * idSize),
            statics,
            fields));
    return at;
  }

  private long instance(long at, HeapVisitor visitor) {
    long classId = id(at + idSize + 4);
    long data = at + 2L * idSize + 8;
    long length = Integer.toUnsignedLong(u4(data - 4));
    check(data, length);
    visitor.instance(id(at), u4(at + idSize), classId, data, length);
    return data + length;
  }

  private long objectArray(long at, HeapVisitor visitor) {
    int length = length(at + idSize + 4);
    long data = at + 2L * idSize + 8;
    check(data, (long) length * idSize);
    visitor.objectArray(id(at), u4(at + idSize), id(data - idSize), data, length);
    return data + (long) length * idSize;
  }

  private long primitiveArray(long at, HeapVisitor visitor) {
    int length = length(at + idSize + 4);
    long data = at + idSize + 9L;
    int type = u1(data - 1);
    long size = (long) length * size(type, data - 1);
    check(data, size);
    visitor.primitiveArray(id(at), u4(at + idSize), type, data, length);
    return data + size;
  }

  private int length(long at) {
    int length = u4(at);
    if (length < 0) {
      throw failure(at, "an array of " + Integer.toUnsignedString(length) + " elements");
    }
    return length;
  }

  private int size(int type, long at) {
    int size = Tag.size(type, idSize);
    if (size == 0) {
      throw failure(at, "type " + type);
    }
    return size;
  }

  int u1(long at) {
    check(at, 1);
    return bytes.get(ValueLayout.JAVA_BYTE, at) & 0xff;
  }

  int u2(long at) {
    check(at, 2);
    return bytes.get(U2, at) & 0xffff;
  }

  int u4(long at) {
    check(at, 4);
    return bytes.get(U4, at);
  }

  private long u8(long at) {
    check(at, 8);
    return bytes.get(U8, at);
  }

  long id(long at) {
    return idSize == 4 ? Integer.toUnsignedLong(u4(at)) : u8(at);
  }

  /** A number's bits. */
  long value(long at, int size) {
    return switch (size) {
      case 1 -> u1(at);
      case 2 -> u2(at);
      case 4 -> u4(at);
      default -> u8(at);
    };
  }

  String text(long at, int length) {
    check(at, length);
    return new String(slice(at, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }

  MemorySegment slice(long at, long length) {
    check(at, length);
    return bytes.asSlice(at, length);
  }

  private void check(long at, long length) {
    if (at < 0 || length < 0 || at > bytes.byteSize() - length) {
      throw failure(at, "the file ends");
    }
  }

  HprofFormatException failure(long at, String reason) {
    return new HprofFormatException(name, at, reason);
  }

  @Override
  public void close() {
    arena.close();
  }
}
