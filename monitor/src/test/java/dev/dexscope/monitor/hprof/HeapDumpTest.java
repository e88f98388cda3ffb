package dev.dexscope.monitor.hprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import android.app.Activity;
import android.graphics.Bitmap;
import dev.dexscope.wire.WireWriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import kotlin.sequences.Sequence;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shark.CloseableHeapGraph;
import shark.HeapObject;
import shark.HprofHeapGraph;
import shark.HprofRecordTag;

/** A dump of this very VM, with objects that the test has made; and dumps that are made by hand. */
class HeapDumpTest {
  /** The objects that the dump must contain. */
  static final class Kept {
    static final List<Object> OWNERS = new ArrayList<>();
    static Activity shown = new Activity();
    static Activity leaked = new Activity();
    static WeakReference<Activity> weak = new WeakReference<>(new Activity());
    static Bitmap picture = new Bitmap(40, 30, new byte[4800]);
    static String[] texts = new String[50];
  }

  static final class Owner {
    final int[] large = new int[100_000];
    final Object shared;

    Owner(Object shared) {
      this.shared = shared;
    }
  }

  @TempDir static Path folder;
  private static Path file;
  private static HeapDump dump;

  @BeforeAll
  static void makeDump() throws Exception {
    Kept.leaked.mDestroyed = true;
    addOwners();
    for (int i = 0; i < Kept.texts.length; i++) {
      Kept.texts[i] = new String(new char[] {'t', 'w', 'i', 'c', 'e', '\u03b5'});
    }
    file = folder.resolve("own.hprof");
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    String pid = ProcessHandle.current().pid() + "";
    Process dumping =
        new ProcessBuilder(jcmd.toString(), pid, "GC.heap_dump", file.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("jcmd.txt").toFile())
            .start();
    assertThat(dumping.waitFor()).isZero();
    dump = HeapDump.open(file);
  }

  /** Of what is on the stack, the stack is a keeper. */
  private static void addOwners() {
    long[] shared = new long[50_000];
    Kept.OWNERS.add(new Owner(shared));
    Kept.OWNERS.add(new Owner(shared));
  }

  @AfterAll
  static void close() throws IOException {
    dump.close();
  }

  private static HeapDump.ClassCount count(List<HeapDump.ClassCount> all, String name) {
    return all.stream().filter(each -> each.className().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void thereIsAsMuchOfEachClassAsLeakCanaryFinds() throws IOException {
    Map<String, Long> expected = new TreeMap<>();
    try (CloseableHeapGraph graph =
        HprofHeapGraph.Companion.openHeapGraph(
            file.toFile(), null, Set.of(HprofRecordTag.values()))) {
      Sequence<HeapObject> objects = graph.getObjects();
      for (var each = objects.iterator(); each.hasNext(); ) {
        expected.merge(name(each.next()), 1L, Long::sum);
      }
    }
    assertThat(
            dump.histogram().stream()
                .collect(
                    Collectors.toMap(HeapDump.ClassCount::className, HeapDump.ClassCount::count)))
        .isEqualTo(expected);
  }

  private static String name(HeapObject object) {
    return switch (object) {
      case HeapObject.HeapInstance instance -> instance.getInstanceClassName();
      case HeapObject.HeapObjectArray array -> array.getArrayClassName();
      case HeapObject.HeapPrimitiveArray array ->
          array.getPrimitiveType().name().toLowerCase(Locale.ROOT) + "[]";
      case HeapObject.HeapClass _ -> "java.lang.Class";
      default -> throw new AssertionError(object);
    };
  }

  @Test
  void whatIsSharedIsKeptByWhoHasBoth() throws IOException {
    List<HeapDump.Step> way = dump.leakedActivities().getFirst().way();
    long kept = way.get(way.size() - 2).entry().id();
    HeapDump.Entry list = dump.keptBy(kept, 1).getFirst();
    assertThat(list.className()).isEqualTo("java.util.ArrayList");
    assertThat(list.retained()).isBetween(1_200_000L, 1_201_000L);
    HeapDump.Entry array = dump.keptBy(list.id(), 1).getFirst();
    // The two owners, and what neither of them keeps alone.
    assertThat(dump.keptBy(array.id(), 3))
        .extracting(HeapDump.Entry::className)
        .containsExactlyInAnyOrder(Owner.class.getName(), Owner.class.getName(), "long[]");
    HeapDump.Entry owner = dump.keptBy(array.id(), 1).getFirst();
    assertThat(dump.wayToRoot(owner.id()).getLast().how()).isIn("[0]", "[1]");
    assertThat(
            dump.wayToRoot(dump.keptBy(owner.id(), 1).getFirst().id()).stream()
                .map(HeapDump.Step::how)
                .toList())
        .endsWith(
            "static OWNERS", "elementData", dump.wayToRoot(owner.id()).getLast().how(), "large");
  }

  @Test
  void anActivityThatHasEndedIsFoundWithWhatKeepsIt() throws IOException {
    assertThat(count(dump.histogram(), Activity.class.getName()).count()).isGreaterThanOrEqualTo(2);
    List<HeapDump.Leak> leaks = dump.leakedActivities();
    assertThat(leaks).hasSize(1);
    assertThat(leaks.getFirst().way().getLast().how()).isEqualTo("static leaked");
  }

  @Test
  void picturesAndTextsThatStandThereTwice() throws IOException {
    HeapDump.Bitmap picture = dump.bitmaps().getFirst();
    assertThat(picture.width()).isEqualTo(40);
    assertThat(picture.height()).isEqualTo(30);
    assertThat(picture.bytes()).isEqualTo(4816);
    assertThat(dump.duplicateStrings(1000))
        .anySatisfy(each -> {
          assertThat(each.text()).isEqualTo("twice\u03b5");
          assertThat(each.count()).isEqualTo(50);
        });
  }

  @Test
  void whatAnotherDumpHasMoreOf() {
    List<HeapDump.ClassCount> base =
        List.of(
            new HeapDump.ClassCount("A", 2, 20),
            new HeapDump.ClassCount("B", 1, 100),
            new HeapDump.ClassCount("C", 5, 50));
    List<HeapDump.ClassCount> now =
        List.of(
            new HeapDump.ClassCount("A", 5, 50),
            new HeapDump.ClassCount("C", 5, 50),
            new HeapDump.ClassCount("D", 1, 8));
    assertThat(HeapDump.difference(base, now))
        .containsExactly(
            new HeapDump.ClassCount("B", -1, -100),
            new HeapDump.ClassCount("A", 3, 30),
            new HeapDump.ClassCount("D", 1, 8));
  }

  /** A class with a reference, two instances, an array, roots of Android's: ids of 4 bytes. */
  private static byte[] android() {
    WireWriter heap =
        WireWriter.bigEndian()
            .u1(0xfe)
            .i4(65)
            .i4(1)
            .u1(0x20)
            .i4(0x100)
            .i4(0)
            .i4(0)
            .i4(0)
            .i4(0)
            .i4(0)
            .i4(0)
            .i4(0)
            .i4(12)
            .u2(0)
            .u2(1)
            .i4(3)
            .u1(2)
            .i4(0x200)
            .u2(1)
            .i4(2)
            .u1(2);
    for (int i = 0; i < 2; i++) {
      heap.u1(0x21).i4(0x200 + 8 * i).i4(0).i4(0x100).i4(4).i4(i == 0 ? 0x208 : 0x300);
    }
    heap.u1(0xc3).i4(0x300).i4(0).i4(1000).u1(8);
    heap.u1(0x8d).i4(0x208).u1(0x8e).i4(0x999).i8(0).u1(0x90).i4(0x200);
    byte[] data = heap.toBytes();
    return WireWriter.bigEndian()
        .utf8("JAVA PROFILE 1.0.3")
        .u1(0)
        .i4(4)
        .i8(0)
        .bytes(string(1, "[LNode;"))
        .bytes(string(2, "next"))
        .bytes(string(3, "first"))
        .bytes(string(4, "Node"))
        .u1(2)
        .i4(0)
        .i4(16)
        .i4(1)
        .i4(0x100)
        .i4(0)
        .i4(4)
        .u1(0x1c)
        .i4(0)
        .i4(data.length)
        .bytes(data)
        .u1(0x2c)
        .i8(0)
        .toBytes();
  }

  private static byte[] string(int id, String text) {
    return WireWriter.bigEndian().u1(1).i4(0).i4(4 + text.length()).i4(id).utf8(text).toBytes();
  }

  private static Path write(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("made.hprof"), bytes);
  }

  @Test
  void androidsForm() throws IOException {
    try (HeapDump dump = HeapDump.open(write(android()))) {
      assertThat(dump.histogram())
          .containsExactly(
              new HeapDump.ClassCount("byte[]", 1, 1016),
              new HeapDump.ClassCount("Node", 2, 32),
              new HeapDump.ClassCount("java.lang.Class", 1, 24));
      assertThat(dump.reached()).isEqualTo(4);
      assertThat(dump.wayToRoot(0x300))
          .extracting(HeapDump.Step::how)
          .containsExactly("VM", "next");
      assertThat(dump.wayToRoot(0x200))
          .extracting(HeapDump.Step::how)
          .containsExactly("system class", "static first");
    }
  }

  @Test
  void partsOfAndroidsHeap() throws IOException {
    Path seed = folder.resolve("parts.hprof");
    try (InputStream in =
        HeapDumpTest.class.getResourceAsStream("HprofFuzzTestInputs/anyBytes/android")) {
      Files.copy(in, seed);
    }
    try (HeapDump made = HeapDump.open(seed)) {
      assertThat(made.parts())
          .extracting(each -> each.name() + " " + each.count())
          .containsExactlyInAnyOrder("zygote 2", "app 8", "image 1");
      assertThat(made.parts().stream().mapToLong(HeapDump.HeapPart::bytes).sum())
          .isLessThan(made.bytes());
      assertThat(made.leakedActivities()).hasSize(1);
      assertThat(made.bitmaps()).hasSize(1);
    }
    assertThat(HeapDump.histogram(seed))
        .filteredOn(each -> each.className().equals("android.app.Activity"))
        .extracting(HeapDump.ClassCount::count)
        .containsExactly(2L);
    assertThat(dump.parts()).isEmpty();
  }

  @Test
  void whatIsNoDumpIsRefused() throws IOException {
    Path text =
        write(
            "JAVA PROFILES are nice to have, but this is none".getBytes(StandardCharsets.US_ASCII));
    assertThatExceptionOfType(HprofFormatException.class)
        .isThrownBy(() -> HeapDump.open(text))
        .withMessageContaining("made.hprof: at 0x");
  }

  @Test
  void aDamagedDumpIsReadOrRefused() throws IOException {
    byte[] whole = android();
    Random random = new Random(5);
    for (int length = 0; length < whole.length; length++) {
      readOrRefuse(Arrays.copyOf(whole, length));
    }
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = whole.clone();
      for (int j = random.nextInt(4); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      readOrRefuse(damaged);
    }
  }

  private static void readOrRefuse(byte[] bytes) throws IOException {
    try (HeapDump dump = HeapDump.open(write(bytes))) {
      for (HeapDump.Entry each : dump.largest(10)) {
        dump.wayToRoot(each.id());
      }
      dump.duplicateStrings(3);
      dump.bitmaps();
      dump.leakedActivities();
    } catch (HprofFormatException e) {
      assertThat(e).hasMessageContaining("made.hprof: at 0x");
    }
  }
}
