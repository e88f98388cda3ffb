package dev.dexscope.observe.hprof;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Writes a heap dump of HotSpot's in Android's form, {@code JAVA PROFILE 1.0.3}: with short ids,
 * classes named as in Java, texts as Android keeps them, true sizes, and objects in Android's
 * heaps, of which {@code app} has all but the VM's own and the platform's classes.
 *
 * <pre>{@code
 * AndroidDump.convert(Path.of("hotspot.hprof"), new ObjectSizes(12, 4, 8), out);
 * }</pre>
 *
 * <p>The dump is read four times; only its classes are kept in memory, and a bit for each eight
 * bytes of the heap with texts.
 */
public final class AndroidDump implements HeapVisitor {
  private static final String MAGIC = "JAVA PROFILE 1.0.3";

  /** A heap as dumps number and name it: Android's own numbers are letters. */
  private enum HeapName {
    APP('A', "app"),
    IMAGE('I', "image"),
    VM('V', "vm");

    private final int number;
    private final String text;

    HeapName(int number, String text) {
      this.number = number;
      this.text = text;
    }
  }

  private final HprofFile file;
  private final DumpedClasses classes;
  private final Strings strings;
  private final SegmentWriter out;
  private final ObjectSizes sizes;
  private final int idSize;
  private final long base;
  private final Map<Long, Integer> texts = new HashMap<>();
  private final Map<Long, Integer> classNames = new HashMap<>();
  private HeapName heap = HeapName.APP;

  private AndroidDump(HprofFile file, ObjectSizes sizes, OutputStream out) {
    this.file = file;
    this.sizes = sizes;
    this.out = new SegmentWriter(out);
    classes = new DumpedClasses(file);
    strings = new Strings(classes);
    var range = new Survey(classes, strings);
    file.heap(range);
    base = range.least - Long.BYTES;
    idSize = range.fitsInts(base) ? 4 : 8;
  }

  /**
   * Converts a dump.
   *
   * @throws HprofFormatException when it is damaged
   */
  public static void convert(Path dump, ObjectSizes sizes, OutputStream out) throws IOException {
    try (var file = HprofFile.open(dump)) {
      convert(file, sizes, out);
    }
  }

  static void convert(HprofFile file, ObjectSizes sizes, OutputStream out) throws IOException {
    try {
      new AndroidDump(file, sizes, out).write();
    } catch (UncheckedIOException e) {
      throw new IOException(e.getCause());
    }
  }

  /** Tells classes and strings of all objects, and finds between which addresses these are. */
  private static final class Survey implements HeapVisitor {
    private final DumpedClasses classes;
    private final Strings strings;
    private long least = Long.MAX_VALUE;
    private long most;

    Survey(DumpedClasses classes, Strings strings) {
      this.classes = classes;
      this.strings = strings;
    }

    private void add(long id) {
      least = Math.min(least, id);
      most = Math.max(most, id);
    }

    boolean fitsInts(long base) {
      return (most - base) >>> 3 <= 0xffff_ffffL;
    }

    @Override
    public void classDump(ClassDump dump) {
      add(dump.id());
    }

    @Override
    public void instance(long id, int trace, long classId, long offset, long length) {
      add(id);
      classes.object(id, classId);
      strings.object(classId, offset, length);
    }

    @Override
    public void objectArray(long id, int trace, long classId, long offset, int length) {
      add(id);
    }

    @Override
    public void primitiveArray(long id, int trace, int type, long offset, int length) {
      add(id);
    }
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Visitors throw nothing; what goes wrong with the output passes through them unchecked. */
  private static void io(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write() throws IOException {
    out.header(MAGIC, idSize, file.time());
    for (HeapName each : HeapName.values()) {
      string(each.number, each.text.getBytes(StandardCharsets.UTF_8));
    }
    strings();
    file.records(this::record);
    out.endRecords();
    // As in ART's dumps the roots come first, outside the heaps.
    file.heap(
        new HeapVisitor() {
          @Override
          public void root(int tag, long id, long first, int second) {
            io(() -> writeRoot(tag, id, first, second));
          }
        });
    out.endSegment();
    file.heap(this);
    out.end();
  }

  /** Numbers the texts that classes, fields and frames are named by, and writes them. */
  private void strings() {
    Set<Long> named = new LinkedHashSet<>();
    for (ClassDump each : classes.all()) {
      each.statics().forEach(field -> named.add(field.name()));
      each.fields().forEach(field -> named.add(field.name()));
    }
    file.records((tag, offset, length) -> {
      if (tag == Tag.FRAME) {
        for (int i = 1; i <= 3; i++) {
          named.add(file.id(offset + (long) i * file.idSize()));
        }
      }
    });
    int number = 'Z';
    for (Long each : named) {
      texts.put(each, ++number);
    }
    file.records((tag, offset, length) -> {
      Integer known = tag == Tag.STRING ? texts.get(file.id(offset)) : null;
      if (known != null) {
        MemorySegment text = file.slice(offset + file.idSize(), length - file.idSize());
        io(() -> string(known, text.toArray(ValueLayout.JAVA_BYTE)));
      }
    });
    // Names of classes are written differently.
    for (ClassDump each : classes.all()) {
      int own = ++number;
      classNames.put(each.id(), own);
      io(() -> string(own, classes.name(each.id()).getBytes(StandardCharsets.UTF_8)));
    }
  }

  private void string(int number, byte[] text) throws IOException {
    out.record(Tag.STRING, idSize + text.length);
    out.value(number, idSize);
    out.bytes(MemorySegment.ofArray(text));
  }

  private void record(int tag, long offset, int length) {
    int old = file.idSize();
    io(() -> {
      switch (tag) {
        case Tag.LOAD_CLASS -> {
          long id = file.id(offset + 4);
          out.record(tag, 8 + 2 * idSize);
          out.u4(file.u4(offset));
          object(id);
          out.u4(file.u4(offset + 4 + old));
          out.value(classNames.getOrDefault(id, 0), idSize);
        }
        case Tag.FRAME -> {
          out.record(tag, 4 * idSize + 8);
          out.value(file.id(offset), idSize);
          for (int i = 1; i <= 3; i++) {
            out.value(texts.getOrDefault(file.id(offset + (long) i * old), 0), idSize);
          }
          out.u4(file.u4(offset + 4L * old));
          out.u4(file.u4(offset + 4L * old + 4));
        }
        case Tag.TRACE -> {
          int frames = (length - 12) / old;
          out.record(tag, 12 + frames * idSize);
          for (int i = 0; i < 3; i++) {
            out.u4(file.u4(offset + 4L * i));
          }
          for (int i = 0; i < frames; i++) {
            out.value(file.id(offset + 12 + (long) i * old), idSize);
          }
        }
        default -> {}
      }
    });
  }

  /** An object's id, or null's. */
  private void object(long id) throws IOException {
    out.value(idSize == 8 || id == 0 ? id : (id - base) >>> 3, idSize);
  }

  private void field(int type, long bits) throws IOException {
    if (type == Tag.OBJECT) {
      object(bits);
    } else {
      out.value(bits, Tag.size(type, idSize));
    }
  }

  /** Begins an entry for an object, preceded by its heap if that changes. */
  private void entry(int tag, HeapName in, long size) throws IOException {
    int info = 1 + 4 + idSize;
    if (in != heap || out.startsSegment(size)) {
      heap = in;
      out.entry(Tag.HEAP_DUMP_INFO, info + size);
      out.u4(in.number);
      out.value(in.number, idSize);
      out.u1(tag);
    } else {
      out.entry(tag, size);
    }
  }

  private void writeRoot(int tag, long id, long first, int second) throws IOException {
    // What HotSpot has no name for it holds itself.
    int written = tag == Tag.ROOT_UNKNOWN ? Tag.ROOT_VM_INTERNAL : tag;
    switch (tag) {
      case Tag.ROOT_JNI_GLOBAL -> {
        out.entry(written, 1 + 2 * idSize);
        object(id);
        out.value(first, idSize);
      }
      case Tag.ROOT_NATIVE_STACK, Tag.ROOT_THREAD_BLOCK -> {
        out.entry(written, 5 + idSize);
        object(id);
        out.u4((int) first);
      }
      case Tag.ROOT_JNI_LOCAL, Tag.ROOT_JAVA_FRAME, Tag.ROOT_THREAD_OBJECT -> {
        out.entry(written, 9 + idSize);
        object(id);
        out.u4((int) first);
        out.u4(second);
      }
      default -> {
        out.entry(written, 1 + idSize);
        object(id);
      }
    }
  }

  private HeapName heapOf(long classId) {
    DumpedClasses.Layout layout = classes.layout(classId);
    return layout != null && layout.origin() == Origin.VM ? HeapName.VM : HeapName.APP;
  }

  @Override
  public void classDump(ClassDump dump) {
    DumpedClasses.Layout layout = Objects.requireNonNull(classes.layout(dump.id()));
    HeapName in =
        switch (layout.origin()) {
          case GUEST -> HeapName.APP;
          case PLATFORM -> HeapName.IMAGE;
          case VM -> HeapName.VM;
        };
    boolean isArray = classes.name(dump.id()).endsWith("[]");
    int instance = isArray ? 0 : sizes.of(layout.references(), layout.otherBytes());
    io(() -> {
      long size = 1 + 4 + 7L * idSize + 4 + 6 + (long) dump.fields().size() * (idSize + 1);
      for (ClassDump.Static each : dump.statics()) {
        size += idSize + 1 + Tag.size(each.type(), idSize);
      }
      entry(Tag.CLASS_DUMP, in, size);
      object(dump.id());
      out.u4(dump.trace());
      object(dump.superclass());
      object(dump.loader());
      object(dump.signers());
      object(dump.domain());
      out.value(0, idSize);
      out.value(0, idSize);
      out.u4(instance);
      out.u2(0);
      out.u2(dump.statics().size());
      for (ClassDump.Static each : dump.statics()) {
        out.value(texts.getOrDefault(each.name(), 0), idSize);
        out.u1(each.type());
        field(each.type(), each.value());
      }
      out.u2(dump.fields().size());
      for (ClassDump.Field each : dump.fields()) {
        out.value(texts.getOrDefault(each.name(), 0), idSize);
        out.u1(each.type());
      }
    });
  }

  @Override
  public void instance(long id, int trace, long classId, long offset, long length) {
    DumpedClasses.Layout layout = classes.layout(classId);
    if (layout == null || length != layout.bytes(file.idSize())) {
      throw file.failure(offset, "an object whose length differs from its class's");
    }
    int size = layout.bytes(idSize);
    io(() -> {
      entry(Tag.INSTANCE_DUMP, heapOf(classId), 1 + 8 + 2L * idSize + size);
      object(id);
      out.u4(trace);
      object(classId);
      out.u4(size);
      long at = offset;
      for (int type : layout.types()) {
        int bytes = Tag.size(type, file.idSize());
        field(type, file.value(at, bytes));
        at += bytes;
      }
    });
  }

  @Override
  public void objectArray(long id, int trace, long classId, long offset, int length) {
    io(() -> {
      entry(Tag.OBJECT_ARRAY_DUMP, heapOf(classId), 1 + 8 + 2L * idSize + (long) length * idSize);
      object(id);
      out.u4(trace);
      out.u4(length);
      object(classId);
      for (int i = 0; i < length; i++) {
        object(file.id(offset + (long) i * file.idSize()));
      }
    });
  }

  @Override
  public void primitiveArray(long id, int trace, int type, long offset, int length) {
    MemorySegment elements = file.slice(offset, (long) length * Tag.size(type, file.idSize()));
    io(() -> {
      if (type == Tag.BYTE && strings.isUtf16(id)) {
        primitiveArray(id, trace, Tag.CHAR, length / 2);
        utf16(elements);
      } else if (type == Tag.BYTE && strings.isLatin(id) && !isAscii(elements)) {
        primitiveArray(id, trace, Tag.CHAR, length);
        for (long i = 0; i < length; i++) {
          out.u2(elements.get(ValueLayout.JAVA_BYTE, i) & 0xff);
        }
      } else {
        primitiveArray(id, trace, type, length);
        out.bytes(elements);
      }
    });
  }

  private void primitiveArray(long id, int trace, int type, int length) throws IOException {
    long size = 1 + idSize + 9 + (long) length * Tag.size(type, idSize);
    entry(Tag.PRIMITIVE_ARRAY_DUMP, HeapName.APP, size);
    object(id);
    out.u4(trace);
    out.u4(length);
    out.u1(type);
  }

  private void utf16(MemorySegment elements) throws IOException {
    var chars = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.nativeOrder());
    for (long i = 0; i + 1 < elements.byteSize(); i += 2) {
      out.u2(elements.get(chars, i));
    }
  }

  private static boolean isAscii(MemorySegment text) {
    for (long i = 0; i < text.byteSize(); i++) {
      if (text.get(ValueLayout.JAVA_BYTE, i) < 0) {
        return false;
      }
    }
    return true;
  }
}
