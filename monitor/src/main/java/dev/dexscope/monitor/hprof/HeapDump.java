package dev.dexscope.monitor.hprof;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A dump of a heap, of Android's form or HotSpot's: its objects, and the paths that keep them. It
 * takes some 50 to 100 bytes of memory for each object. Not thread-safe.
 *
 * <pre>{@code
 * try (HeapDump dump = HeapDump.open(Path.of("app.hprof"))) {
 *   dump.histogram().forEach(System.out::println);
 *   for (HeapDump.Entry each : dump.largest(10)) {
 *     System.out.println(each + " kept by " + dump.wayToRoot(each.id()));
 *   }
 * }
 * }</pre>
 */
public final class HeapDump implements Closeable {
  private static final int ARRAY_HEADER = 4 + 4;

  private final HprofInput in;
  private final ObjectTable objects;
  private final int[] before;
  private final Dominators dominators;

  private HeapDump(HprofInput in) throws IOException {
    this.in = in;
    long start = in.position();
    objects = ObjectTable.read(in, start);
    @Nullable ReferenceGraph graph = objects.references(in, start);
    before = graph.waysToRoots(objects.roots);
    Dominators.Search search = Dominators.search(graph, objects.roots);
    // What comes needs as much room.
    graph = null;
    dominators = Dominators.find(search, objects.sizes);
  }

  /** Reads a dump. */
  public static HeapDump open(Path file) throws IOException {
    HprofInput in = new HprofInput(file);
    try {
      return new HeapDump(in);
    } catch (ArithmeticException | NegativeArraySizeException e) {
      in.close();
      throw tooMany(file, e);
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static IOException tooMany(Path file, RuntimeException cause) {
    return new IOException(file + ": more objects or references than 2^31", cause);
  }

  /** Returns how many objects there are, classes among them. */
  public int objects() {
    return objects.sizes.length;
  }

  /** Returns how many of them the roots lead to. */
  public int reached() {
    return dominators.reached();
  }

  /** Returns the size of all objects. */
  public long bytes() {
    return bytes(0, objects.sizes.length);
  }

  /** The instances of a class, in bytes of their own. */
  public record ClassCount(String className, long count, long bytes) {}

  /** Returns how many of which class there are, those with the most bytes first. */
  public List<ClassCount> histogram() {
    return histogram(objects);
  }

  /**
   * Returns how many of which class there are in a dump, without looking for what keeps them there:
   * in a third of the time, and of the memory.
   */
  public static List<ClassCount> histogram(Path file) throws IOException {
    try (HprofInput in = new HprofInput(file)) {
      return histogram(ObjectTable.read(in, in.position()));
    } catch (ArithmeticException | NegativeArraySizeException e) {
      throw tooMany(file, e);
    }
  }

  private static List<ClassCount> histogram(ObjectTable objects) {
    long[] counts = new long[objects.types.size()];
    long[] bytes = new long[counts.length];
    for (int i = 0; i < objects.typeOf.length; i++) {
      counts[objects.typeOf[i]]++;
      bytes[objects.typeOf[i]] += objects.sizes[i];
    }
    Map<String, ClassCount> byName = new HashMap<>();
    for (int type = 0; type < counts.length; type++) {
      ClassCount one = new ClassCount(objects.types.get(type).name(), counts[type], bytes[type]);
      byName.merge(
          one.className,
          one,
          (a, b) -> new ClassCount(a.className, a.count + b.count, a.bytes + b.bytes));
    }
    List<ClassCount> all = new ArrayList<>(byName.values());
    all.sort(
        Comparator.comparingLong(ClassCount::bytes)
            .reversed()
            .thenComparing(ClassCount::className));
    return all;
  }

  /** A part of an Android heap: {@code app}, {@code zygote}, {@code image}. */
  public record HeapPart(String name, long count, long bytes) {}

  /**
   * Returns the parts of the dump, the largest first: Android's are the objects of the app, those
   * of the zygote before, and those in the image of the boot classes.
   */
  public List<HeapPart> parts() throws IOException {
    Map<Long, HeapPart> byName = new LinkedHashMap<>();
    int[] starts = objects.heapStarts;
    for (int i = 0; i < starts.length; i++) {
      int end = i + 1 < starts.length ? starts[i + 1] : objects.sizes.length;
      long name = objects.heapNames[i];
      HeapPart before = byName.get(name);
      if (before == null) {
        before = new HeapPart(objects.names.text(name), 0, 0);
      }
      byName.put(
          name,
          new HeapPart(
              before.name, before.count + end - starts[i], before.bytes + bytes(starts[i], end)));
    }
    List<HeapPart> all = new ArrayList<>(byName.values());
    all.removeIf(each -> each.count == 0);
    all.sort(Comparator.comparingLong(HeapPart::bytes).reversed().thenComparing(HeapPart::name));
    return all;
  }

  private long bytes(int from, int to) {
    long sum = 0;
    for (int i = from; i < to; i++) {
      sum += objects.sizes[i];
    }
    return sum;
  }

  /**
   * An object.
   *
   * @param size of its own
   * @param retained what would go with it
   */
  public record Entry(long id, String className, long size, long retained) {}

  private Entry entry(int object) throws IOException {
    return new Entry(
        id(object), className(object), objects.sizes[object], dominators.retained(object));
  }

  private String className(int object) throws IOException {
    ObjectTable.TypeName type = objects.types.get(objects.typeOf[object]);
    return type.tag() == DumpReader.CLASS_DUMP
        ? "class " + objects.names.ofClass(id(object))
        : type.name();
  }

  private long id(int object) throws IOException {
    in.seek(objects.places[object]);
    return in.id();
  }

  /** Those that keep the most and are kept by no other, the largest first. */
  public List<Entry> largest(int most) throws IOException {
    Largest found = new Largest(most);
    for (int i = 0; i < objects(); i++) {
      if (dominators.of(i) == Dominators.TOP) {
        found.add(i, dominators.retained(i));
      }
    }
    return entries(found);
  }

  /** Returns the objects dominated directly by an object, the largest first. */
  public List<Entry> keptBy(long id, int most) throws IOException {
    int keeper = find(id);
    Largest found = new Largest(most);
    for (int i = 0; i < objects(); i++) {
      if (dominators.of(i) == keeper) {
        found.add(i, dominators.retained(i));
      }
    }
    return entries(found);
  }

  private List<Entry> entries(Largest found) throws IOException {
    List<Entry> all = new ArrayList<>();
    for (int each : found.all()) {
      all.add(entry(each));
    }
    return all;
  }

  private int find(long id) {
    int object = objects.index.find(id);
    if (object < 0) {
      throw new IllegalArgumentException("no object 0x" + Long.toHexString(id));
    }
    return object;
  }

  /** Returns whether there is an object of that number. */
  public boolean has(long id) {
    return objects.index.find(id) >= 0;
  }

  /**
   * A step of a way.
   *
   * @param how the kind of the root, or by what field or element the object before refers to it
   */
  public record Step(String how, Entry entry) {}

  /**
   * Returns a shortest path from a root to an object, which keeps it alive: through soft
   * references, but not through weaker ones. Empty if there is none.
   */
  public List<Step> wayToRoot(long id) throws IOException {
    List<Step> way = new ArrayList<>();
    int at = find(id);
    if (before[at] < 0) {
      return way;
    }
    while (before[at] != at) {
      way.addFirst(new Step(linkName(before[at], id(at)), entry(at)));
      at = before[at];
    }
    way.addFirst(new Step(rootKind(at), entry(at)));
    return way;
  }

  private String rootKind(int object) {
    for (int i = 0; i < objects.roots.length; i++) {
      if (objects.roots[i] == object) {
        return objects.rootKinds[i].toString();
      }
    }
    return RootKind.UNKNOWN.toString();
  }

  /** By which field or element an object refers to another. */
  private String linkName(int from, long to) throws IOException {
    ObjectTable.TypeName type = objects.types.get(objects.typeOf[from]);
    in.seek(objects.places[from]);
    if (type.tag() == DumpReader.CLASS_DUMP) {
      DumpClass of = new DumpReader(in).readClass();
      for (DumpClass.StaticReference each : of.statics) {
        if (each.target() == to) {
          return "static " + objects.names.text(each.name());
        }
      }
      return of.superId == to ? "superclass" : "class loader";
    }
    in.skip(in.idSize() + 4L);
    if (type.tag() == DumpReader.OBJECTS) {
      int count = in.count(in.idSize());
      in.skip(in.idSize());
      for (int i = 0; i < count; i++) {
        if (in.id() == to) {
          return "[" + i + "]";
        }
      }
      return "[?]";
    }
    DumpClass of = type.of();
    long values = objects.places[from] + 2L * in.idSize() + ARRAY_HEADER;
    for (DumpClass each = of; each != null; each = each.superclass) {
      for (DumpClass.Field field : each.fields) {
        if (field.type() == FieldType.OBJECT) {
          in.seek(values);
          if (in.id() == to) {
            return objects.names.text(field.name());
          }
        }
        values += DumpReader.sizeOf(field.type(), in.idSize());
      }
    }
    return "?";
  }

  /** Returns the position of a field's value; -1 if the object has no such field. */
  private long place(int object, String name) throws IOException {
    DumpClass of = objects.types.get(objects.typeOf[object]).of();
    long at = objects.places[object] + 2L * in.idSize() + ARRAY_HEADER;
    for (DumpClass each = of; each != null; each = each.superclass) {
      for (DumpClass.Field field : each.fields) {
        if (objects.names.text(field.name()).equals(name)) {
          return at;
        }
        at += DumpReader.sizeOf(field.type(), in.idSize());
      }
    }
    return -1;
  }

  /**
   * An activity that has ended, and is kept all the same.
   *
   * @param way from a root to it
   */
  public record Leak(Entry activity, List<Step> way) {
    public Leak {
      way = List.copyOf(way);
    }
  }

  /** Activities whose {@code onDestroy} was called, and that something keeps. */
  public List<Leak> leakedActivities() throws IOException {
    List<Leak> leaks = new ArrayList<>();
    for (int object : instancesOf("android.app.Activity")) {
      long place = place(object, "mDestroyed");
      if (place >= 0 && before[object] >= 0) {
        in.seek(place);
        if (in.u1() != 0) {
          leaks.add(new Leak(entry(object), wayToRoot(id(object))));
        }
      }
    }
    return leaks;
  }

  /**
   * A picture.
   *
   * @param bytes of its pixels; those of Android 8 or newer are not in the heap: then four for each
   */
  public record Bitmap(Entry entry, int width, int height, long bytes) {}

  /** The pictures, the largest first. */
  public List<Bitmap> bitmaps() throws IOException {
    List<Bitmap> all = new ArrayList<>();
    for (int object : instancesOf("android.graphics.Bitmap")) {
      int width = int4(object, "mWidth");
      int height = int4(object, "mHeight");
      long buffer = reference(object, "mBuffer");
      int pixels = buffer == 0 ? -1 : objects.index.find(buffer);
      long bytes = pixels >= 0 ? objects.sizes[pixels] : 4L * width * height;
      all.add(new Bitmap(entry(object), width, height, bytes));
    }
    all.sort(Comparator.comparingLong(Bitmap::bytes).reversed());
    return all;
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

  private List<Integer> instancesOf(String className) {
    boolean[] isMeant = new boolean[objects.types.size()];
    boolean isAny = false;
    for (int i = 0; i < isMeant.length; i++) {
      DumpClass of = objects.types.get(i).of();
      isMeant[i] = of != null && of.isA(className);
      isAny |= isMeant[i];
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; isAny && i < objects(); i++) {
      if (isMeant[objects.typeOf[i]]) {
        found.add(i);
      }
    }
    return found;
  }

  /**
   * A text that several strings have.
   *
   * @param text its beginning
   * @param count of strings
   * @param wasted bytes of all but one of them
   */
  public record DuplicateString(String text, long count, long wasted) {}

  /** Texts that several strings have, those that waste the most first. */
  public List<DuplicateString> duplicateStrings(int most) throws IOException {
    return new DuplicateStrings(in, objects).find(most);
  }

  /** Which classes another dump has more of, or fewer. */
  public static List<ClassCount> difference(List<ClassCount> base, List<ClassCount> now) {
    Map<String, ClassCount> changes = new HashMap<>();
    now.forEach(each -> changes.put(each.className, each));
    for (ClassCount each : base) {
      changes.merge(
          each.className,
          new ClassCount(each.className, -each.count, -each.bytes),
          (a, b) -> new ClassCount(a.className, a.count + b.count, a.bytes + b.bytes));
    }
    List<ClassCount> all = new ArrayList<>(changes.values());
    all.removeIf(each -> each.count == 0 && each.bytes == 0);
    all.sort(
        Comparator.comparingLong((ClassCount each) -> Math.abs(each.bytes))
            .reversed()
            .thenComparing(ClassCount::className));
    return all;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }

  /** The largest of many. */
  private static final class Largest {
    private final int most;
    private final PriorityQueue<long[]> queue =
        new PriorityQueue<>(Comparator.comparingLong((long[] each) -> each[0]));

    Largest(int most) {
      this.most = most;
    }

    void add(int object, long size) {
      if (queue.size() < most) {
        queue.add(new long[] {size, object});
      } else if (most > 0 && size > queue.element()[0]) {
        queue.remove();
        queue.add(new long[] {size, object});
      }
    }

    /** The largest first. */
    List<Integer> all() {
      List<Integer> all = new ArrayList<>();
      while (!queue.isEmpty()) {
        all.addFirst((int) queue.remove()[1]);
      }
      return all;
    }
  }
}
