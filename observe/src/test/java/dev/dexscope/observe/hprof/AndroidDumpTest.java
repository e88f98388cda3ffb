package dev.dexscope.observe.hprof;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import dalvik.system.VMDebug;
import dev.dexscope.observe.DexProgram;
import dev.dexscope.observe.Observation;
import dev.dexscope.observe.inspect.Heap;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Vm;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.constant.ClassDesc;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import kotlin.sequences.Sequence;
import org.eclipse.mat.SnapshotException;
import org.eclipse.mat.parser.internal.SnapshotFactory;
import org.eclipse.mat.snapshot.ISnapshot;
import org.eclipse.mat.snapshot.model.IClass;
import org.eclipse.mat.util.VoidProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shark.CloseableHeapGraph;
import shark.HeapGraph;
import shark.HeapObject;
import shark.HprofHeapGraph;
import shark.HprofRecordTag;

/**
 * LeakCanary's reader finds in our dumps what it finds in HotSpot's, and what the heap has; Eclipse
 * MAT's finds the same.
 */
@FullTier("reads dumps of whole heaps")
class AndroidDumpTest {
  private static final String KEEPS =
      """
      public class Keeps {
        static class Node {
          Node next; long wide; byte small; char letter; int number; String name;
          Node(int number, Node next) {
            this.number = number;
            this.next = next;
            name = "node " + number;
          }
        }
        static final class Leaf extends Node {
          short more = 7;
          Object[] array = new Object[3];
          Leaf() {
            super(-1, null);
          }
        }
        static Node first;
        static Leaf leaf = new Leaf();
        static String ascii = "plain";
        static String latin = "s\\u00fc\\u00df";
        static String greek = "\\u03b5\\u03bb\\u03bb\\u03ac\\u03c2";
        static int[] big = new int[200_000];
        public static void fill(int count) {
          for (int i = 0; i < count; i++) {
            first = new Node(i, first);
          }
          big[199_999] = 42;
        }
      }
      """;

  @TempDir Path folder;

  private static <T> Iterable<T> each(Sequence<? extends T> sequence) {
    return () -> {
      @SuppressWarnings("unchecked")
      Iterator<T> iterator = (Iterator<T>) sequence.iterator();
      return iterator;
    };
  }

  private static CloseableHeapGraph open(Path file) {
    return HprofHeapGraph.Companion.openHeapGraph(
        file.toFile(), null, Set.of(HprofRecordTag.values()));
  }

  private static Map<String, Integer> counts(HeapGraph graph) {
    Map<String, Integer> counts = new TreeMap<>();
    for (HeapObject each : each(graph.getObjects())) {
      counts.merge(name(each), 1, Integer::sum);
    }
    return counts;
  }

  private static String name(HeapObject object) {
    return switch (object) {
      case HeapObject.HeapInstance instance -> instance.getInstanceClassName();
      case HeapObject.HeapObjectArray array -> array(array.getArrayClassName());
      case HeapObject.HeapPrimitiveArray array -> array.getPrimitiveType().name() + "[]";
      case HeapObject.HeapClass type -> "class " + array(type.getName());
      default -> throw new AssertionError(object);
    };
  }

  /**
   * Returns the name of an array's class in Android's form; the reader does not convert the JVM's.
   */
  private static String array(String name) {
    if (!name.startsWith("[")) {
      return name;
    }
    return readable(ClassDesc.ofDescriptor(name.replace('.', '/')));
  }

  private static String readable(ClassDesc type) {
    if (type.isArray()) {
      return readable(type.componentType()) + "[]";
    }
    return type.packageName().isEmpty()
        ? type.displayName()
        : type.packageName() + "." + type.displayName();
  }

  private Path hotspotDump() throws IOException {
    Path dump = folder.resolve("hotspot.hprof");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(dump.toString(), true);
    return dump;
  }

  @Test
  void nothingIsLostOfWhatHotSpotDumps() throws IOException {
    Path hotspot = hotspotDump();
    Path android = folder.resolve("android.hprof");
    try (OutputStream out = Files.newOutputStream(android)) {
      AndroidDump.convert(hotspot, new ObjectSizes(12, 4, 8), out);
    }
    try (var before = open(hotspot);
        var after = open(android)) {
      Map<String, Integer> expected = counts(before);
      Map<String, Integer> found = counts(after);
      // Texts that are not ASCII are chars on Android.
      int texts = found.getOrDefault("CHAR[]", 0) - expected.getOrDefault("CHAR[]", 0);
      assertThat(texts).isPositive();
      expected.merge("CHAR[]", texts, Integer::sum);
      expected.merge("BYTE[]", -texts, Integer::sum);
      assertThat(found).isEqualTo(expected);
      assertThat(after.getIdentifierByteSize()).isEqualTo(4);
      assertThat(after.getGcRoots()).hasSameSizeAs(before.getGcRoots());
      // Each field of each object is an object that is there, or null.
      for (HeapObject.HeapInstance each : each(after.getInstances())) {
        for (var field : each(each.readFields())) {
          Long id = field.getValue().getAsObjectId();
          assertThat(id == null || id == 0 || after.objectExists(id)).isTrue();
        }
      }
    }
  }

  @Test
  void objectsOfTheProgramAreThereWithTheirSizesAndTexts() throws Exception {
    Vm.start(Engine.TRANSLATED, null, new Observation());
    Class<?> keeps = DexProgram.compile(folder, "Keeps", KEEPS).load();
    keeps.getMethod("fill", int.class).invoke(null, 1000);
    Path android = folder.resolve("android.hprof");
    VMDebug.dumpHprofData(android.toString());
    try (var graph = open(android)) {
      var node = graph.findClassByName("Keeps$Node");
      assertThat(each(node.getDirectInstances())).hasSize(1000);
      var statics = graph.findClassByName("Keeps");
      assertThat(statics.get("ascii").getValue().readAsJavaString()).isEqualTo("plain");
      assertThat(statics.get("latin").getValue().readAsJavaString()).isEqualTo("süß");
      assertThat(statics.get("greek").getValue().readAsJavaString()).isEqualTo("ελλάς");
      var first = statics.get("first").getValueAsInstance();
      assertThat(first.get("Keeps$Node", "number").getValue().getAsInt()).isEqualTo(999);
      assertThat(first.get("Keeps$Node", "name").getValue().readAsJavaString())
          .isEqualTo("node 999");
      assertThat(first.get("Keeps$Node", "next").getValueAsInstance().getInstanceClassName())
          .isEqualTo("Keeps$Node");
      var leaf = statics.get("leaf").getValueAsInstance();
      assertThat(leaf.get("Keeps$Leaf", "more").getValue().getAsShort()).isEqualTo((short) 7);
      assertThat(statics.get("big").getValueAsPrimitiveArray().getByteSize()).isEqualTo(800_000);
      Map<String, Integer> all = counts(graph);
      assertThat(countsOfMat(android))
          .containsEntry("Keeps$Node", 1000)
          .containsEntry("Keeps$Leaf", 1)
          .allSatisfy((name, count) ->
              assertThat(count).as(name).isLessThanOrEqualTo(all.getOrDefault(name, 0)));
    }
    assertThat(heaps(android)).containsExactlyInAnyOrder("app", "image", "vm");
    // HotSpot's own figures: objects have the sizes in the dump.
    Map<String, Long> sizes = new HashMap<>();
    for (Heap.ClassCount each : Heap.histogram()) {
      sizes.merge(each.className(), each.bytes() / each.instances(), (a, b) -> -1L);
    }
    assertThat(sizes).containsEntry("Keeps$Node", 40L).containsEntry("Keeps$Leaf", 48L);
    Set<String> different = new TreeSet<>();
    int same = 0;
    try (var graph = open(android)) {
      for (HeapObject.HeapClass each : each(graph.getClasses())) {
        long size = sizes.getOrDefault(each.getName(), -1L);
        if (size > 0 && !each.isArrayClass()) {
          if (size == each.getInstanceByteSize()) {
            same++;
          } else if (!isThreadOrLoader(each)) {
            different.add(each.getName());
          }
        }
      }
    }
    // HotSpot adds hidden fields to some of its own classes, and pads others.
    assertThat(different)
        .hasSizeLessThan(20)
        .allMatch(name -> name.matches("java\\.(lang|util\\.concurrent)\\..*"));
    assertThat(same).isGreaterThan(1000);
  }

  /** Their subclasses have HotSpot's hidden fields too; the tests' own agents have such. */
  private static boolean isThreadOrLoader(HeapObject.HeapClass type) {
    for (HeapObject.HeapClass each = type; each != null; each = each.getSuperclass()) {
      if (each.getName().equals("java.lang.Thread")
          || each.getName().equals("java.lang.ClassLoader")) {
        return true;
      }
    }
    return false;
  }

  /** MAT omits unreachable objects, and adds an object for the JVM's own class loader. */
  private static Map<String, Integer> countsOfMat(Path dump) throws SnapshotException {
    ISnapshot snapshot =
        new SnapshotFactory().openSnapshot(dump.toFile(), Map.of(), new VoidProgressListener());
    try {
      Map<String, Integer> counts = new TreeMap<>();
      for (IClass each : snapshot.getClasses()) {
        String name = each.getName();
        if (!each.isArrayType()
            && !name.equals(IClass.JAVA_LANG_CLASS)
            && !name.equals(IClass.JAVA_LANG_CLASSLOADER)) {
          counts.merge(name, each.getNumberOfObjects(), Integer::sum);
        }
      }
      return counts;
    } finally {
      snapshot.dispose();
    }
  }

  /** Returns the names of the heaps in the entries of a dump. */
  private static Set<String> heaps(Path android) throws IOException {
    Map<Long, String> strings = new HashMap<>();
    Set<String> names = new TreeSet<>();
    var in = java.nio.ByteBuffer.wrap(Files.readAllBytes(android));
    in.position("JAVA PROFILE 1.0.3".length() + 13);
    while (in.hasRemaining()) {
      int tag = in.get();
      in.getInt();
      int length = in.getInt();
      int end = in.position() + length;
      if (tag == Tag.STRING) {
        byte[] text = new byte[length - 4];
        long id = in.getInt();
        in.get(text);
        strings.put(id, new String(text, StandardCharsets.UTF_8));
      } else if (tag == Tag.HEAP_DUMP_SEGMENT && (in.get() & 0xff) == Tag.HEAP_DUMP_INFO) {
        in.getInt();
        names.add(strings.get((long) in.getInt()));
      }
      in.position(end);
    }
    return names;
  }

  @Test
  void damagedDumpsAreRefusedInOneWay() throws IOException {
    byte[] whole = smallDump();
    Path file = folder.resolve("small.hprof");
    convert(file, whole);
    var random = new Random(5);
    for (int i = 0; i < 1_000; i++) {
      byte[] damaged = Arrays.copyOf(whole, i < whole.length ? i : whole.length);
      for (int n = random.nextInt(4); n > 0 && damaged.length > 0; n--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      try {
        convert(file, damaged);
      } catch (HprofFormatException e) {
        assertThat(e).hasMessageContaining("small.hprof: at 0x");
      }
    }
  }

  private static void convert(Path file, byte[] dump) throws IOException {
    Files.write(file, dump);
    AndroidDump.convert(file, new ObjectSizes(12, 4, 8), new ByteArrayOutputStream());
  }

  private interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  private static void record(DataOutputStream out, int tag, Body body) {
    try {
      var bytes = new ByteArrayOutputStream();
      body.write(new DataOutputStream(bytes));
      out.writeByte(tag);
      out.writeInt(0);
      out.writeInt(bytes.size());
      bytes.writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** One class, one object of it, and an array of each kind. */
  private static byte[] smallDump() throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    out.writeBytes("JAVA PROFILE 1.0.2\0");
    out.writeInt(8);
    out.writeLong(1);
    record(
        out,
        Tag.STRING,
        o -> {
          o.writeLong(0x7001);
          o.writeBytes("p/C");
        });
    record(
        out,
        Tag.LOAD_CLASS,
        o -> {
          o.writeInt(1);
          o.writeLong(0x1000);
          o.writeInt(0);
          o.writeLong(0x7001);
        });
    record(
        out,
        Tag.TRACE,
        o -> {
          o.writeInt(1);
          o.writeInt(1);
          o.writeInt(0);
        });
    record(
        out,
        Tag.HEAP_DUMP_SEGMENT,
        o -> {
          o.writeByte(Tag.CLASS_DUMP);
          o.writeLong(0x1000);
          o.writeInt(0);
          for (int i = 0; i < 6; i++) {
            o.writeLong(0);
          }
          o.writeInt(0);
          o.writeShort(0);
          o.writeShort(1);
          o.writeLong(0x7001);
          o.writeByte(Tag.OBJECT);
          o.writeLong(0x2000);
          o.writeShort(1);
          o.writeLong(0x7001);
          o.writeByte(Tag.OBJECT);
          o.writeByte(Tag.INSTANCE_DUMP);
          o.writeLong(0x2000);
          o.writeInt(0);
          o.writeLong(0x1000);
          o.writeInt(8);
          o.writeLong(0x3000);
          o.writeByte(Tag.PRIMITIVE_ARRAY_DUMP);
          o.writeLong(0x3000);
          o.writeInt(0);
          o.writeInt(2);
          o.writeByte(Tag.BYTE);
          o.writeShort(0x4142);
          o.writeByte(Tag.OBJECT_ARRAY_DUMP);
          o.writeLong(0x4000);
          o.writeInt(0);
          o.writeInt(1);
          o.writeLong(0x1000);
          o.writeLong(0x3000);
          o.writeByte(Tag.ROOT_JAVA_FRAME);
          o.writeLong(0x2000);
          o.writeLong(1);
        });
    record(out, Tag.HEAP_DUMP_END, o -> {});
    return bytes.toByteArray();
  }
}
