package dev.dexscope.monitor.hprof;

import dev.dexscope.trace.retrace.SourceNames;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A dump of a heap, in hprof's form of Android or HotSpot, or as a heap graph in a trace of
 * Perfetto: its objects, and the paths that keep them. It takes some 50 to 100 bytes of memory for
 * each object. Not thread-safe.
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
  private final HeapObjects objects;
  private final int[] before;
  private final Dominators dominators;

  private HeapDump(HeapObjects objects) throws IOException {
    this.objects = objects;
    @Nullable ReferenceGraph graph = objects.references();
    before = graph.waysToRoots(objects.roots());
    Dominators.Search search = Dominators.search(graph, objects.roots());
    // What comes needs as much room.
    graph = null;
    dominators = Dominators.find(search, objects.sizes());
  }

  /** Reads a dump. */
  public static HeapDump open(Path file) throws IOException {
    return open(file, DumpOptions.PLAIN);
  }

  /**
   * Reads a dump of a process, or with other names.
   *
   * @throws dev.dexscope.base.files.RefusedFileException if the file does not have the process, or
   *     if it has several and none is named
   */
  public static HeapDump open(Path file, DumpOptions options) throws IOException {
    HeapObjects objects = objects(file, options);
    try {
      return new HeapDump(objects);
    } catch (ArithmeticException | NegativeArraySizeException e) {
      objects.close();
      throw tooMany(file, e);
    } catch (IOException | RuntimeException e) {
      objects.close();
      throw e;
    }
  }

  private static HeapObjects objects(Path file, DumpOptions options) throws IOException {
    try {
      HeapGraphFile graphs = HeapGraphFile.open(file);
      return graphs == null
          ? HprofObjects.open(file, new SourceNames(options.mapping()))
          : HeapGraphObjects.read(graphs, graphs.choose(options.pid()), options.mapping());
    } catch (ArithmeticException | NegativeArraySizeException e) {
      throw tooMany(file, e);
    }
  }

  private static IOException tooMany(Path file, RuntimeException cause) {
    return new IOException(file + ": more objects or references than 2^31", cause);
  }

  /** Returns how many objects there are, classes among them. */
  public int objects() {
    return objects.sizes().length;
  }

  /** Returns how many of them the roots lead to. */
  public int reached() {
    return dominators.reached();
  }

  /** Returns the size of all objects. */
  public long bytes() {
    return Arrays.stream(objects.sizes()).asLongStream().sum();
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
    return histogram(file, DumpOptions.PLAIN);
  }

  /** Returns the same of a process of several, see {@link #open(Path, DumpOptions)}. */
  public static List<ClassCount> histogram(Path file, DumpOptions options) throws IOException {
    try (HeapObjects objects = objects(file, options)) {
      return histogram(objects);
    }
  }

  private static List<ClassCount> histogram(HeapObjects objects) {
    long[] counts = new long[objects.types()];
    long[] bytes = new long[counts.length];
    int[] typeOf = objects.typeOf();
    int[] sizes = objects.sizes();
    for (int i = 0; i < typeOf.length; i++) {
      counts[typeOf[i]]++;
      bytes[typeOf[i]] += sizes[i];
    }
    Map<String, ClassCount> byName = new HashMap<>();
    for (int type = 0; type < counts.length; type++) {
      if (counts[type] == 0) {
        continue;
      }
      ClassCount one = new ClassCount(objects.typeName(type), counts[type], bytes[type]);
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
    return objects.parts().largestFirst();
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
        objects.id(object),
        objects.className(object),
        objects.sizes()[object],
        dominators.retained(object));
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
    int object = objects.index().find(id);
    if (object < 0) {
      throw new IllegalArgumentException("no object 0x" + Long.toHexString(id));
    }
    return object;
  }

  /** Returns whether there is an object of that number. */
  public boolean has(long id) {
    return objects.index().find(id) >= 0;
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
      way.addFirst(new Step(objects.link(before[at], at), entry(at)));
      at = before[at];
    }
    way.addFirst(new Step(rootKind(at), entry(at)));
    return way;
  }

  private String rootKind(int object) {
    int[] roots = objects.roots();
    for (int i = 0; i < roots.length; i++) {
      if (roots[i] == object) {
        return objects.rootKinds()[i].toString();
      }
    }
    return RootKind.UNKNOWN.toString();
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

  /**
   * Activities that have ended, and that something keeps: {@code onDestroy} was called. A heap
   * graph does not contain this; there they are those of which the app's thread for activities has
   * no record any more, while it has the record of an activity until its end.
   */
  public List<Leak> leakedActivities() throws IOException {
    List<Leak> leaks = new ArrayList<>();
    for (int object : instancesOf("android.app.Activity")) {
      if (before[object] >= 0 && objects.ended(object) == HeapObjects.Ended.YES) {
        leaks.add(new Leak(entry(object), wayToRoot(objects.id(object))));
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

  /** The pictures, the largest first, without those whose size the dump does not contain. */
  public List<Bitmap> bitmaps() throws IOException {
    List<Bitmap> all = new ArrayList<>();
    for (int object : instancesOf("android.graphics.Bitmap")) {
      HeapObjects.Picture picture = objects.picture(object);
      if (picture != null) {
        all.add(new Bitmap(entry(object), picture.width(), picture.height(), picture.bytes()));
      }
    }
    all.sort(Comparator.comparingLong(Bitmap::bytes).reversed());
    return all;
  }

  /**
   * An answer that a dump does not have.
   *
   * @param of to which question: objects, duplicate strings, bitmaps, leaked activities
   */
  public record Unknown(String of, String reason) {}

  /** Returns what cannot be known from the dump, because of what its form does not contain. */
  public List<Unknown> unknown() throws IOException {
    List<Unknown> all = new ArrayList<>();
    if (!objects.isWhole()) {
      all.add(new Unknown("objects", "parts of this heap graph are missing: so may be others"));
    }
    if (!objects.hasTexts()) {
      all.add(new Unknown("duplicate strings", "a heap graph has no texts"));
    }
    int bitmaps = 0;
    for (int object : instancesOf("android.graphics.Bitmap")) {
      bitmaps += objects.picture(object) == null ? 1 : 0;
    }
    if (bitmaps > 0) {
      all.add(new Unknown("bitmaps", bitmaps + " without their size: this heap graph has none"));
    }
    int activities = 0;
    for (int object : instancesOf("android.app.Activity")) {
      boolean isReached = before[object] >= 0;
      activities += isReached && objects.ended(object) == HeapObjects.Ended.UNKNOWN ? 1 : 0;
    }
    if (activities > 0) {
      all.add(new Unknown("leaked activities", "whether " + activities + " have ended"));
    }
    return all;
  }

  private List<Integer> instancesOf(String className) {
    boolean[] isMeant = new boolean[objects.types()];
    boolean isAny = false;
    for (int i = 0; i < isMeant.length; i++) {
      isMeant[i] = objects.isA(i, className);
      isAny |= isMeant[i];
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; isAny && i < objects(); i++) {
      if (isMeant[objects.typeOf()[i]]) {
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

  /** Texts that several strings have, those that waste the most first; none without texts. */
  public List<DuplicateString> duplicateStrings(int most) throws IOException {
    return objects.duplicateStrings(most);
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
    objects.close();
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
