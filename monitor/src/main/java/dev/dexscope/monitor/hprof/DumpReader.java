package dev.dexscope.monitor.hprof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a dump's records, and reports the objects with their positions. */
final class DumpReader {
  private static final int STRING = 0x01;
  private static final int LOAD_CLASS = 0x02;
  private static final int HEAP_DUMP = 0x0c;
  private static final int HEAP_DUMP_SEGMENT = 0x1c;

  static final int CLASS_DUMP = 0x20;
  static final int INSTANCE = 0x21;
  static final int OBJECTS = 0x22;
  static final int PRIMITIVES = 0x23;

  /** Of Android: an array whose elements are left out. */
  static final int PRIMITIVES_WITHOUT_DATA = 0xc3;

  private static final int HEAP_INFO = 0xfe;

  private final HprofInput in;
  private final int idSize;

  DumpReader(HprofInput in) {
    this.in = in;
    idSize = in.idSize();
  }

  /** Receives the parts of a dump, each with the input after the tag. */
  interface Visitor {
    /** Of an object; reads its record with the methods of this reader, whole. */
    void object(int tag) throws IOException;

    default void string(long id, long place, long length) {}

    default void loadedClass(long id, long name) {}

    default void root(RootKind kind, long id) {}

    /** The following objects are in the heap with this name, until the next call. */
    default void heap(long name) {}
  }

  void read(long start, Visitor visitor) throws IOException {
    in.seek(start);
    while (in.position() < in.size()) {
      int tag = in.u1();
      in.skip(4);
      long length = in.u4();
      long end = in.position() + length;
      if (end > in.size()) {
        throw in.fault("a record of " + length + " bytes");
      }
      switch (tag) {
        case STRING -> {
          long id = in.id();
          visitor.string(id, in.position(), end - in.position());
        }
        case LOAD_CLASS -> {
          in.skip(4);
          long id = in.id();
          in.skip(4);
          visitor.loadedClass(id, in.id());
        }
        case HEAP_DUMP, HEAP_DUMP_SEGMENT -> readHeap(end, visitor);
        default -> {
          // Stacks, times, sites: not of what the heap consists.
        }
      }
      if (in.position() > end) {
        throw in.fault("a record longer than its length");
      }
      in.seek(end);
    }
  }

  private void readHeap(long end, Visitor visitor) throws IOException {
    while (in.position() < end) {
      int tag = in.u1();
      switch (tag) {
        case CLASS_DUMP, INSTANCE, OBJECTS, PRIMITIVES, PRIMITIVES_WITHOUT_DATA ->
            visitor.object(tag);
        case HEAP_INFO -> {
          in.skip(4);
          visitor.heap(in.id());
        }
        default -> {
          RootKind kind = RootKind.of(tag);
          if (kind == null) {
            throw in.fault("unknown part 0x" + Integer.toHexString(tag) + " of a heap");
          }
          long id = in.id();
          in.skip(kind.more(idSize));
          visitor.root(kind, id);
        }
      }
    }
  }

  /** Reads a class, whose record is at the input's position. */
  DumpClass readClass() throws IOException {
    long id = in.id();
    in.skip(4);
    long superId = in.id();
    long loader = in.id();
    in.skip(4L * idSize);
    int instanceSize = in.i4();
    skipConstants();
    List<DumpClass.StaticReference> statics = new ArrayList<>();
    int staticCount = in.u2();
    for (int i = 0; i < staticCount; i++) {
      long name = in.id();
      int type = in.u1();
      if (type == FieldType.OBJECT) {
        statics.add(new DumpClass.StaticReference(name, in.id()));
      } else {
        in.skip(FieldType.size(type, in));
      }
    }
    List<DumpClass.Field> fields = new ArrayList<>();
    int fieldCount = in.u2();
    for (int i = 0; i < fieldCount; i++) {
      long name = in.id();
      int type = in.u1();
      var _ = FieldType.size(type, in);
      fields.add(new DumpClass.Field(name, type));
    }
    return new DumpClass(id, superId, loader, instanceSize, fields, statics);
  }

  private void skipConstants() throws IOException {
    int count = in.u2();
    for (int i = 0; i < count; i++) {
      in.skip(2);
      in.skip(FieldType.size(in.u1(), in));
    }
  }

  /** Classes as they belong together. */
  static Map<Long, DumpClass> link(List<DumpClass> classes, Names names, int idSize)
      throws IOException {
    Map<Long, DumpClass> byId = new HashMap<>();
    for (DumpClass each : classes) {
      byId.put(each.id, each);
      each.name = names.ofClass(each.id);
    }
    for (DumpClass each : classes) {
      each.superclass = byId.get(each.superId);
    }
    for (DumpClass each : classes) {
      cutCircle(each);
    }
    for (DumpClass each : classes) {
      each.references = references(each, names, idSize);
    }
    return byId;
  }

  /** A class that descends from itself is no class: the dump is damaged. */
  private static void cutCircle(DumpClass start) {
    DumpClass slow = start;
    DumpClass fast = start.superclass;
    while (fast != null && fast.superclass != null) {
      if (fast == slow) {
        fast.superclass = null;
        return;
      }
      slow = slow.superclass == null ? slow : slow.superclass;
      fast = fast.superclass.superclass;
    }
  }

  /** Returns the references; an instance's own values precede those of its superclasses. */
  private static int[] references(DumpClass of, Names names, int idSize) throws IOException {
    List<Integer> all = new ArrayList<>();
    int at = 0;
    for (DumpClass each = of; each != null; each = each.superclass) {
      boolean isReference = each.name.equals("java.lang.ref.Reference");
      for (DumpClass.Field field : each.fields) {
        int size = sizeOf(field.type(), idSize);
        boolean isWeak =
            isReference
                && !of.isA("java.lang.ref.SoftReference")
                && names.text(field.name()).equals("referent");
        if (field.type() == FieldType.OBJECT && !isWeak) {
          all.add(at);
        }
        at += size;
      }
    }
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  static int sizeOf(int type, int idSize) {
    return switch (type) {
      case FieldType.OBJECT -> idSize;
      case 4, FieldType.BYTE -> 1;
      case FieldType.CHAR, 9 -> 2;
      case 6, 10 -> 4;
      default -> 8;
    };
  }

  /** The texts of a dump. */
  static final class Names {
    private final HprofInput in;
    private final IdIndex index;
    private final long[] places;
    private final int[] lengths;
    private final Map<Long, Long> classNames;

    Names(HprofInput in, LongList ids, LongList places, IntList lengths, Map<Long, Long> classes) {
      this.in = in;
      index = new IdIndex(ids.take());
      this.places = places.take();
      this.lengths = lengths.take();
      classNames = classes;
    }

    String text(long id) throws IOException {
      int at = index.find(id);
      if (at < 0) {
        return "?";
      }
      in.seek(places[at]);
      return in.utf8(lengths[at]);
    }

    /** {@code java.lang.String[]}, of whichever form the dump has. */
    String ofClass(long id) throws IOException {
      Long name = classNames.get(id);
      return name == null ? "class 0x" + Long.toHexString(id) : readable(text(name));
    }

    private static String readable(String name) {
      int arrays = 0;
      while (arrays < name.length() && name.charAt(arrays) == '[') {
        arrays++;
      }
      String element = name.substring(arrays).replace('/', '.');
      if (arrays > 0) {
        element = element(element);
      }
      return element + "[]".repeat(arrays);
    }

    private static String element(String name) {
      @Nullable String primitive =
          switch (name) {
            case "Z" -> "boolean";
            case "B" -> "byte";
            case "C" -> "char";
            case "S" -> "short";
            case "I" -> "int";
            case "J" -> "long";
            case "F" -> "float";
            case "D" -> "double";
            default -> null;
          };
      if (primitive != null) {
        return primitive;
      }
      return name.startsWith("L") && name.endsWith(";")
          ? name.substring(1, name.length() - 1)
          : name;
    }
  }
}
