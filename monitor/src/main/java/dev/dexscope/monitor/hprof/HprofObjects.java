package dev.dexscope.monitor.hprof;

import dev.dexscope.trace.retrace.SourceNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The objects of a dump of hprof's form, numbered in the order of the file. */
final class HprofObjects implements HeapObjects {
  /** Objects are laid out in steps of so many bytes. */
  private static final int ALIGNMENT = 8;

  /** The size of HotSpot's objects without their fields, including an array's length. */
  private static final int HEADER = 16;

  /** The length of an array, or of an instance's values, with what stands before it. */
  private static final int ARRAY_HEADER = 4 + 4;

  final List<TypeName> types;
  final long[] places;
  final DumpReader.Names names;
  private final SourceNames source;
  private final HprofInput in;
  private final long start;
  private final IdIndex index;
  private final int[] typeOf;
  private final int[] sizes;
  private final Map<Long, DumpClass> classes;
  private final int[] roots;
  private final RootKind[] rootKinds;

  /** With which objects the parts of heaps begin, and the names of these; of Android's dumps. */
  private final int[] heapStarts;

  private final long[] heapNames;

  /**
   * A type of objects.
   *
   * @param tag of its records
   * @param of the class of instances; null of others
   */
  record TypeName(int tag, String name, @Nullable DumpClass of) {}

  private HprofObjects(Building from, long start, SourceNames source) throws IOException {
    this.source = source;
    in = from.in;
    this.start = start;
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

  /** Opens a dump, and goes through it once. */
  static HprofObjects open(Path file, SourceNames source) throws IOException {
    HprofInput in = new HprofInput(file);
    try {
      long start = in.position();
      Building building = new Building(in);
      building.reader.read(start, building);
      return new HprofObjects(building, start, source);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  @Override
  public IdIndex index() {
    return index;
  }

  @Override
  public int[] sizes() {
    return sizes;
  }

  @Override
  public int[] typeOf() {
    return typeOf;
  }

  @Override
  public int types() {
    return types.size();
  }

  @Override
  public String typeName(int type) {
    return types.get(type).name();
  }

  @Override
  public boolean isA(int type, String className) {
    DumpClass of = types.get(type).of();
    return of != null && of.isA(className);
  }

  @Override
  public int[] roots() {
    return roots;
  }

  @Override
  public RootKind[] rootKinds() {
    return rootKinds;
  }

  @Override
  public HeapParts parts() throws IOException {
    HeapParts parts = new HeapParts();
    for (int i = 0; i < heapStarts.length; i++) {
      int end = i + 1 < heapStarts.length ? heapStarts[i + 1] : sizes.length;
      parts.add(names.text(heapNames[i]), sizes, heapStarts[i], end);
    }
    return parts;
  }

  @Override
  public long id(int object) throws IOException {
    in.seek(places[object]);
    return in.id();
  }

  @Override
  public String className(int object) throws IOException {
    TypeName type = types.get(typeOf[object]);
    return type.tag() == DumpReader.CLASS_DUMP
        ? "class " + source.type(names.ofClass(id(object)))
        : type.name();
  }

  @Override
  public String link(int from, int to) throws IOException {
    long id = id(to);
    TypeName type = types.get(typeOf[from]);
    in.seek(places[from]);
    if (type.tag() == DumpReader.CLASS_DUMP) {
      DumpClass of = new DumpReader(in).readClass();
      for (DumpClass.StaticReference each : of.statics) {
        if (each.target() == id) {
          return "static " + source.field(names.ofClass(of.id), names.text(each.name()));
        }
      }
      return of.superId == id ? "superclass" : "class loader";
    }
    in.skip(in.idSize() + 4L);
    if (type.tag() == DumpReader.OBJECTS) {
      int count = in.count(in.idSize());
      in.skip(in.idSize());
      for (int i = 0; i < count; i++) {
        if (in.id() == id) {
          return "[" + i + "]";
        }
      }
      return "[?]";
    }
    long values = places[from] + 2L * in.idSize() + ARRAY_HEADER;
    for (DumpClass each = type.of(); each != null; each = each.superclass) {
      for (DumpClass.Field field : each.fields) {
        if (field.type() == FieldType.OBJECT) {
          in.seek(values);
          if (in.id() == id) {
            return source.field(each.name, names.text(field.name()));
          }
        }
        values += DumpReader.sizeOf(field.type(), in.idSize());
      }
    }
    return "?";
  }

  /** Returns the position of a field's value; -1 if the object has no such field. */
  private long place(int object, String name) throws IOException {
    long at = places[object] + 2L * in.idSize() + ARRAY_HEADER;
    for (DumpClass each = types.get(typeOf[object]).of(); each != null; each = each.superclass) {
      for (DumpClass.Field field : each.fields) {
        if (names.text(field.name()).equals(name)) {
          return at;
        }
        at += DumpReader.sizeOf(field.type(), in.idSize());
      }
    }
    return -1;
  }

  /** {@code onDestroy} of the framework's class sets a field. */
  @Override
  public Ended ended(int activity) throws IOException {
    long place = place(activity, "mDestroyed");
    if (place < 0) {
      return Ended.UNKNOWN;
    }
    in.seek(place);
    return in.u1() != 0 ? Ended.YES : Ended.NO;
  }

  @Override
  public Picture picture(int bitmap) throws IOException {
    int width = int4(bitmap, "mWidth");
    int height = int4(bitmap, "mHeight");
    long buffer = reference(bitmap, "mBuffer");
    int pixels = buffer == 0 ? -1 : index.find(buffer);
    return new Picture(width, height, pixels >= 0 ? sizes[pixels] : 4L * width * height);
  }

  private int int4(int object, String field) throws IOException {
    long place = place(object, field);
    if (place < 0) {
      return 0;
    }
    in.seek(place);
    return in.i4();
  }

  private long reference(int object, String field) throws IOException {
    long place = place(object, field);
    if (place < 0) {
      return 0;
    }
    in.seek(place);
    return in.id();
  }

  @Override
  public boolean isWhole() {
    return true;
  }

  @Override
  public boolean hasTexts() {
    return true;
  }

  @Override
  public List<HeapDump.DuplicateString> duplicateStrings(int most) throws IOException {
    return new DuplicateStrings(in, this).find(most);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  private TypeName type(TypeKey key) throws IOException {
    DumpClass named = key.tag == DumpReader.INSTANCE ? classes.get(key.id) : null;
    String name =
        switch (key.tag) {
          case DumpReader.INSTANCE, DumpReader.OBJECTS -> source.type(names.ofClass(key.id));
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

  @Override
  public ReferenceGraph references() throws IOException {
    int[] starts = new int[places.length + 1];
    IntList targets = new IntList();
    DumpReader reader = new DumpReader(in);
    int[] at = new int[1];
    reader.read(
        start,
        tag -> {
          starts[at[0]] = targets.size();
          at[0]++;
          addReferences(reader, tag, targets);
        });
    starts[places.length] = targets.size();
    return new ReferenceGraph(starts, targets.take());
  }

  private void addReferences(DumpReader reader, int tag, IntList targets) throws IOException {
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
