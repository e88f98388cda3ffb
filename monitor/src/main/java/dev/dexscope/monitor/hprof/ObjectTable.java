package dev.dexscope.monitor.hprof;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a dump in the order of the file, by which they are numbered: of each its place,
 * its type, its size.
 */
final class ObjectTable {
  /** Objects are laid out in steps of so many bytes. */
  private static final int ALIGNMENT = 8;

  /** The size of HotSpot's objects without their fields, including an array's length. */
  private static final int HEADER = 16;

  final List<TypeName> types;
  final IdIndex index;
  final long[] places;
  final int[] typeOf;
  final int[] sizes;
  final Map<Long, DumpClass> classes;
  final DumpReader.Names names;
  final int[] roots;
  final RootKind[] rootKinds;

  /** With which objects the parts of heaps begin, and the names of these; of Android's dumps. */
  final int[] heapStarts;

  final long[] heapNames;

  /**
   * A type of objects.
   *
   * @param tag of its records
   * @param of the class of instances; null of others
   */
  record TypeName(int tag, String name, @Nullable DumpClass of) {}

  private ObjectTable(Building from) throws IOException {
    names =
        new DumpReader.Names(
            from.in, from.stringIds, from.stringPlaces, from.stringLengths, from.classNames);
    classes = DumpReader.link(from.classList, names, from.in.idSize());
    index = new IdIndex(from.ids.take());
    places = from.places.take();
    typeOf = from.typeOf.take();
    sizes = from.sizes.take();
    types = new ArrayList<>();
    for (TypeKey each : from.typeKeys.keySet()) {
      types.add(type(each));
    }
    heapStarts = from.heapStarts.take();
    heapNames = from.heapNames.take();
    settleSizes(from.in.version().endsWith("1.0.3"));
    Map<Integer, RootKind> found = from.roots(index, classes.values());
    roots = new int[found.size()];
    rootKinds = new RootKind[roots.length];
    int at = 0;
    for (Map.Entry<Integer, RootKind> each : found.entrySet()) {
      roots[at] = each.getKey();
      rootKinds[at++] = each.getValue();
    }
  }

  /** Goes through a dump once. */
  static ObjectTable read(HprofInput in, long start) throws IOException {
    Building building = new Building(in);
    building.reader.read(start, building);
    return new ObjectTable(building);
  }

  private TypeName type(TypeKey key) throws IOException {
    DumpClass named = key.tag == DumpReader.INSTANCE ? classes.get(key.id) : null;
    String name =
        switch (key.tag) {
          case DumpReader.INSTANCE, DumpReader.OBJECTS -> names.ofClass(key.id);
          case DumpReader.CLASS_DUMP -> "java.lang.Class";
          default -> FieldType.name((int) key.id) + "[]";
        };
    return new TypeName(key.tag, name, named);
  }

  /** Android records the size of instances; HotSpot the size of their fields. */
  private void settleSizes(boolean isAndroid) {
    for (int i = 0; i < sizes.length; i++) {
      TypeName type = types.get(typeOf[i]);
      long size = sizes[i];
      if (type.of != null) {
        size = type.of.instanceSize;
      }
      if (!isAndroid || type.of == null) {
        size += HEADER;
      }
      sizes[i] = Math.clamp(size + ALIGNMENT - 1 & -ALIGNMENT, 0, Integer.MAX_VALUE - 7);
    }
  }

  private record TypeKey(int tag, long id) {}

  /** The data gathered while the dump is read. */
  private static final class Building implements DumpReader.Visitor {
    private final HprofInput in;
    private final DumpReader reader;
    private final LongList ids = new LongList();
    private final LongList places = new LongList();
    private final IntList typeOf = new IntList();
    private final IntList sizes = new IntList();
    private final Map<TypeKey, Integer> typeKeys = new LinkedHashMap<>();
    private final List<DumpClass> classList = new ArrayList<>();
    private final Map<Long, Long> classNames = new HashMap<>();
    private final LongList stringIds = new LongList();
    private final LongList stringPlaces = new LongList();
    private final IntList stringLengths = new IntList();
    private final LongList rootIds = new LongList();
    private final List<RootKind> kinds = new ArrayList<>();
    private final IntList heapStarts = new IntList();
    private final LongList heapNames = new LongList();
    private TypeKey lastKey = new TypeKey(0, 0);
    private int lastType;

    Building(HprofInput in) {
      this.in = in;
      reader = new DumpReader(in);
    }

    @Override
    public void string(long id, long place, long length) {
      stringIds.add(id);
      stringPlaces.add(place);
      stringLengths.add((int) Math.min(length, Integer.MAX_VALUE));
    }

    @Override
    public void loadedClass(long id, long name) {
      classNames.put(id, name);
    }

    @Override
    public void root(RootKind kind, long id) {
      rootIds.add(id);
      kinds.add(kind);
    }

    @Override
    public void heap(long name) {
      heapStarts.add(ids.size());
      heapNames.add(name);
    }

    @Override
    public void object(int tag) throws IOException {
      long place = in.position();
      long type = 0;
      long size = 0;
      long id;
      if (tag == DumpReader.CLASS_DUMP) {
        DumpClass read = reader.readClass();
        classList.add(read);
        id = read.id;
        size = (long) read.statics.size() * in.idSize();
      } else {
        id = in.id();
        in.skip(4);
        if (tag == DumpReader.INSTANCE) {
          type = in.id();
          in.skip(in.u4());
        } else if (tag == DumpReader.OBJECTS) {
          int count = in.count(in.idSize());
          type = in.id();
          size = (long) count * in.idSize();
          in.skip(size);
        } else {
          long count = in.u4();
          type = in.u1();
          if (!FieldType.isPrimitive((int) type)) {
            throw in.fault("an array of the type " + type);
          }
          size = count * FieldType.size((int) type, in);
          if (tag == DumpReader.PRIMITIVES) {
            in.skip(size);
          }
        }
      }
      ids.add(id);
      places.add(place);
      typeOf.add(typeNumber(tag, type));
      sizes.add((int) Math.min(size, Integer.MAX_VALUE));
    }

    private int typeNumber(int tag, long type) {
      if (lastKey.tag != tag || lastKey.id != type) {
        lastKey = new TypeKey(tag, type);
        Integer known = typeKeys.putIfAbsent(lastKey, typeKeys.size());
        lastType = known == null ? typeKeys.size() - 1 : known;
      }
      return lastType;
    }

    /** Returns the roots; for objects with several reasons, the first one in the dump. */
    Map<Integer, RootKind> roots(IdIndex index, Iterable<DumpClass> classes) {
      Map<Integer, RootKind> found = new LinkedHashMap<>();
      for (int i = 0; i < rootIds.size(); i++) {
        int object = index.find(rootIds.get(i));
        if (object >= 0 && kinds.get(i) != RootKind.UNREACHABLE) {
          found.putIfAbsent(object, kinds.get(i));
        }
      }
      for (DumpClass each : classes) {
        int object = index.find(each.id);
        if (each.loader == 0 && object >= 0) {
          found.putIfAbsent(object, RootKind.BOOT_CLASS);
        }
      }
      return found;
    }
  }

  /** Returns the references of all objects, for which the dump is read again. */
  ReferenceGraph references(HprofInput in, long start) throws IOException {
    int[] starts = new int[places.length + 1];
    IntList targets = new IntList();
    DumpReader reader = new DumpReader(in);
    int[] at = new int[1];
    reader.read(
        start,
        tag -> {
          starts[at[0]] = targets.size();
          at[0]++;
          addReferences(in, reader, tag, targets);
        });
    starts[places.length] = targets.size();
    return new ReferenceGraph(starts, targets.take());
  }

  private void addReferences(HprofInput in, DumpReader reader, int tag, IntList targets)
      throws IOException {
    if (tag == DumpReader.CLASS_DUMP) {
      DumpClass read = reader.readClass();
      add(read.superId, targets);
      add(read.loader, targets);
      for (DumpClass.StaticReference each : read.statics) {
        add(each.target(), targets);
      }
      return;
    }
    in.skip(in.idSize() + 4L);
    if (tag == DumpReader.INSTANCE) {
      DumpClass type = classes.get(in.id());
      long length = in.u4();
      long end = in.position() + length;
      long values = in.position();
      for (int each : type == null ? new int[0] : type.references) {
        if (each + in.idSize() <= length) {
          in.seek(values + each);
          add(in.id(), targets);
        }
      }
      in.seek(end);
    } else if (tag == DumpReader.OBJECTS) {
      int count = in.count(in.idSize());
      in.skip(in.idSize());
      for (int i = 0; i < count; i++) {
        add(in.id(), targets);
      }
    } else {
      long count = in.u4();
      int size = FieldType.size(in.u1(), in);
      if (tag == DumpReader.PRIMITIVES) {
        in.skip(count * size);
      }
    }
  }

  private void add(long id, IntList targets) {
    if (id != 0) {
      int object = index.find(id);
      if (object >= 0) {
        targets.add(object);
      }
    }
  }
}
