package dev.dexscope.monitor.hprof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.trace.retrace.Mapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Heap graphs of Perfetto have the answers of the same heap in hprof's form. */
class HeapGraphTest {
  @FunctionalInterface
  private interface Use {
    void of(HeapDump dump) throws IOException;
  }

  private static void with(byte[] bytes, long pid, Use use) throws IOException {
    with(bytes, DumpOptions.PLAIN.withPid(pid), use);
  }

  private static void with(byte[] bytes, DumpOptions options, Use use) throws IOException {
    Path file = Files.createTempFile("heap", ".pftrace");
    try {
      Files.write(file, bytes);
      try (HeapDump dump = HeapDump.open(file, options)) {
        use.of(dump);
      }
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
  void theAnswersAreThoseOfTheOtherForm(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int count) throws IOException {
    SimulatedHeap heap = new SimulatedHeap(seed, count);
    with(
        heap.hprof(),
        DumpOptions.ONLY,
        expected ->
            with(
                heap.heapGraph(7, 3),
                DumpOptions.ONLY,
                found -> {
                  assertThat(found.objects()).isEqualTo(expected.objects());
                  assertThat(found.reached()).isEqualTo(expected.reached());
                  assertThat(found.histogram()).isEqualTo(expected.histogram());
                  for (long id : heap.ids()) {
                    assertThat(found.wayToRoot(id)).isEqualTo(expected.wayToRoot(id));
                    assertThat(found.keptBy(id, 1000)).hasSameElementsAs(expected.keptBy(id, 1000));
                  }
                }));
  }

  /** Names of all classes and fields of a simulated heap. */
  private static final String MAPPING;

  private static final String MAPPED_APP = "org.app";

  static {
    Map<String, String> types = new LinkedHashMap<>();
    for (int i = 0; i < 6; i++) {
      types.put("app.Type" + i, "shop.Cart" + i);
    }
    for (String each :
        List.of("Object", "ref.Reference", "ref.WeakReference", "ref.SoftReference")) {
      types.put("java.lang." + each, "java.lang." + each);
    }
    var text = new StringBuilder();
    types.forEach((now, before) -> {
      text.append(before).append(" -> ").append(now).append(":\n");
      for (int i = 0; i < 60; i++) {
        String digits = i < 10 ? "0" + i : "" + i;
        text.append("    java.lang.Object total" + digits + " -> field" + digits + "\n");
      }
      for (int i = 0; i < 4; i++) {
        text.append("    shop.Cart[] shop.Base.kept" + i + " -> shared" + i + "\n");
      }
    });
    MAPPING = text.toString();
  }

  private static String inSource(String name) {
    return name.replaceFirst("app\\.Type", "shop.Cart")
        .replaceFirst("^(static )?field", "$1total")
        .replaceFirst("^(static )?shared", "$1kept");
  }

  private static HeapDump.Entry inSource(HeapDump.Entry entry) {
    return new HeapDump.Entry(
        entry.id(), inSource(entry.className()), entry.size(), entry.retained());
  }

  /** The mapping as Perfetto's tools add it to a trace. */
  private static byte[] mappingPacket() {
    var mapping = new ProtoWriter().text(1, MAPPED_APP);
    ProtoWriter type = new ProtoWriter();
    for (String line : MAPPING.lines().toList()) {
      String[] words = line.strip().split(" ");
      if (line.startsWith(" ")) {
        type.message(3, new ProtoWriter().text(1, words[3]).text(2, words[1]));
      } else {
        type = new ProtoWriter().text(1, words[2].substring(0, words[2].length() - 1));
        type.text(2, words[0]);
      }
      if (line.contains("kept3")) {
        mapping.message(3, type);
      }
    }
    return Graph.packet(new ProtoWriter().message(64, mapping));
  }

  @Property(tries = 50, edgeCases = EdgeCasesMode.NONE)
  void classesAndFieldsHaveTheNamesOfTheSource(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 60) int count) throws IOException {
    SimulatedHeap heap = new SimulatedHeap(seed, count);
    byte[] graph = heap.heapGraph(7, 3);
    DumpOptions mapped = DumpOptions.PLAIN.withMapping(mapping());
    byte[] processes = processPacket(new ProtoWriter().number(1, 7).text(3, MAPPED_APP));
    with(
        heap.hprof(),
        DumpOptions.PLAIN,
        plain -> {
          Use isNamed =
              dump -> {
                for (long id : heap.ids()) {
                  assertThat(dump.wayToRoot(id))
                      .isEqualTo(
                          plain.wayToRoot(id).stream()
                              .map(s -> new HeapDump.Step(inSource(s.how()), inSource(s.entry())))
                              .toList());
                }
                assertThat(dump.histogram())
                    .hasSameElementsAs(
                        plain.histogram().stream()
                            .map(c ->
                                new HeapDump.ClassCount(
                                    inSource(c.className()), c.count(), c.bytes()))
                            .toList());
              };
          with(heap.hprof(), mapped, isNamed);
          with(graph, mapped, isNamed);
          with(join(processes, graph, mappingPacket()), DumpOptions.PLAIN, isNamed);
        });
  }

  private static Mapping mapping() throws IOException {
    Path file = Files.createTempFile("mapping", ".txt");
    try {
      return Mapping.read(Files.writeString(file, MAPPING));
    } finally {
      Files.delete(file);
    }
  }

  /**
   * As Perfetto's own tests have it: each class has the names of the package whose file it is of.
   */
  @Test
  void aClassHasTheNamesOfItsOwnPackage() throws IOException {
    Graph graph = new Graph(7);
    graph.written.message(
        8, new ProtoWriter().number(1, 1).text(2, "/data/app/org.other-x==/base.apk!classes.dex"));
    graph.written.message(9, new ProtoWriter().number(1, 50).number(2, 1).text(3, "app.Type1[]"));
    graph.object(1, graph.type("app.Type1", 0)).object(2, 50);
    byte[] file = join(graph.packet(1, 0, false), mappingPacket());
    with(
        file,
        DumpOptions.PLAIN,
        dump ->
            assertThat(dump.histogram())
                .extracting(HeapDump.ClassCount::className)
                .containsExactlyInAnyOrder("shop.Cart1", "app.Type1[]"));
  }

  /** The types, fields and objects of a graph that is written by hand. */
  private static final class Graph {
    private final ProtoWriter written = new ProtoWriter();
    private int types;
    private int fields;

    Graph(long pid) {
      written.number(1, pid);
    }

    /** A class with fields; the n-th has the number of the type. */
    int type(String name, int parent, String... fieldNames) {
      ProtoWriter type = new ProtoWriter().number(1, ++types).text(3, name).number(4, 8);
      if (parent > 0) {
        type.number(5, parent);
      }
      for (String each : fieldNames) {
        type.number(6, ++fields);
        written.message(4, new ProtoWriter().number(1, fields).text(2, each));
      }
      written.message(9, type);
      return types;
    }

    Graph object(long id, int type, long... references) {
      return object(id, type, _ -> {}, references);
    }

    Graph object(long id, int type, Consumer<ProtoWriter> more, long... references) {
      ProtoWriter object = new ProtoWriter().number(1, id).number(2, type);
      Arrays.stream(references).forEach(each -> object.number(5, each));
      more.accept(object);
      written.message(2, object);
      return this;
    }

    Graph root(long id) {
      written.message(7, new ProtoWriter().number(1, id).number(2, 1));
      return this;
    }

    byte[] packet(int sequence, int index, boolean isContinued) {
      return packet(
          new ProtoWriter()
              .number(10, sequence)
              .message(56, written.number(5, isContinued ? 1 : 0).number(6, index)));
    }

    static byte[] packet(ProtoWriter packet) {
      return new ProtoWriter().message(1, packet).toBytes();
    }
  }

  private static byte[] join(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (byte[] each : parts) {
      all.writeBytes(each);
    }
    return all.toByteArray();
  }

  /** An app with two activities, of which its thread for activities knows the first. */
  private static Graph activities(boolean isKnown) {
    Graph graph = new Graph(7);
    int activity = graph.type("android.app.Activity", 0);
    int own = graph.type("org.app.MainActivity", activity);
    int holder = graph.type("java.lang.Object[]", 0);
    graph.object(1, own).object(2, own).object(3, holder, 1, 2).object(4, own).root(3);
    if (isKnown) {
      int thread =
          graph.type(
              "android.app.ActivityThread",
              0,
              "android.util.ArrayMap android.app.ActivityThread.mActivities");
      int map =
          graph.type("android.util.ArrayMap", 0, "java.lang.Object[] android.util.ArrayMap.mArray");
      int record =
          graph.type(
              "android.app.ActivityThread$ActivityClientRecord",
              0,
              "android.app.Activity android.app.ActivityThread$ActivityClientRecord.activity");
      graph.object(10, thread, 11).object(11, map, 12).object(12, holder, 0, 13);
      graph.object(13, record, 1).root(10);
    }
    return graph;
  }

  @Test
  void anActivityIsLeakedThatTheAppHasNoRecordOf() throws IOException {
    with(
        activities(true).packet(1, 0, false),
        DumpOptions.ONLY,
        dump -> {
          assertThat(dump.leakedActivities())
              .extracting(each -> each.activity().id() + " " + each.way().getLast().how())
              .containsExactly("2 [1]");
          assertThat(dump.unknown())
              .extracting(HeapDump.Unknown::of)
              .containsExactly("duplicate strings");
        });
    with(
        activities(false).packet(1, 0, false),
        DumpOptions.ONLY,
        dump -> {
          assertThat(dump.leakedActivities()).isEmpty();
          assertThat(dump.unknown())
              .contains(new HeapDump.Unknown("leaked activities", "whether 2 have ended"));
        });
  }

  @Test
  void bitmapsOfNewerGraphsHaveTheirSize() throws IOException {
    Graph graph = new Graph(7);
    int bitmap = graph.type("android.graphics.Bitmap", 0);
    graph.object(1, bitmap, each -> each.number(13, 40).number(14, 30)).object(2, bitmap);
    with(
        graph.packet(1, 0, false),
        DumpOptions.ONLY,
        dump -> {
          assertThat(dump.bitmaps())
              .extracting(each -> each.entry().id() + " " + each.bytes())
              .containsExactly("1 4800");
          assertThat(dump.unknown()).extracting(HeapDump.Unknown::of).contains("bitmaps");
        });
  }

  @Test
  void partsThatAreNotCollectedAreRoots() throws IOException {
    Graph graph = new Graph(7);
    int type = graph.type("A", 0, "A A.next");
    graph
        .object(1, type, each -> each.number(9, 1))
        .object(2, type, each -> each.number(9, 2), 1)
        .object(3, type)
        .object(4, type, each -> each.number(9, 3));
    with(
        graph.packet(1, 0, false),
        DumpOptions.ONLY,
        dump -> {
          assertThat(dump.parts())
              .containsExactly(
                  new HeapDump.HeapPart("zygote", 2, 16),
                  new HeapDump.HeapPart("app", 1, 8),
                  new HeapDump.HeapPart("image", 1, 8));
          assertThat(dump.wayToRoot(1))
              .extracting(HeapDump.Step::how)
              .containsExactly("VM", "next");
        });
  }

  private static byte[] processPacket(ProtoWriter process) {
    return Graph.packet(new ProtoWriter().message(2, new ProtoWriter().message(1, process)));
  }

  @Test
  void ofSeveralProcessesOneIsNamedAndItsLastWholeGraphIsRead() throws IOException {
    SimulatedHeap first = new SimulatedHeap(1, 30);
    SimulatedHeap second = new SimulatedHeap(2, 40);
    Graph begun = new Graph(8).object(1, 1);
    byte[] file =
        join(
            // An app is another process at first, and a command may have more words.
            processPacket(new ProtoWriter().number(1, 8).text(3, "zygote64")),
            processPacket(new ProtoWriter().number(1, 8).text(3, "app").text(3, "--fast")),
            processPacket(new ProtoWriter().number(1, 8)),
            new Graph(8).object(1, 1).packet(5, 0, false),
            second.heapGraph(8, 5),
            first.heapGraph(7, 3),
            begun.packet(5, 0, true));
    with(file, 7, dump -> assertThat(dump.objects()).isEqualTo(first.ids().size()));
    with(file, 8, dump -> assertThat(dump.objects()).isEqualTo(second.ids().size()));
    for (long pid : List.of(DumpOptions.ONLY, 9L)) {
      assertThatExceptionOfType(RefusedFileException.class)
          .isThrownBy(() -> with(file, pid, _ -> {}))
          .withMessageContaining("has heap graphs of 8 (app), 7")
          .withMessageContaining("--pid 8");
    }
  }

  @Test
  void sequencesMayBeInterleavedAndTheFileCompressed() throws IOException {
    byte[] file =
        join(
            new Graph(7).object(1, 1).packet(1, 0, true),
            new Graph(8).object(1, 1).object(2, 1).object(3, 1).packet(2, 0, true),
            new Graph(7).object(2, 1).packet(1, 1, false),
            new Graph(8).object(4, 1).packet(2, 1, false));
    var packed = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(packed)) {
      gzip.write(file);
    }
    for (byte[] each : List.of(file, packed.toByteArray())) {
      with(each, 7, dump -> assertThat(dump.objects()).isEqualTo(2));
      with(each, 8, dump -> assertThat(dump.objects()).isEqualTo(4));
    }
  }

  @Test
  void whatIsMissingIsReported() throws IOException {
    byte[] gap =
        join(
            new Graph(7).object(1, 1).packet(1, 0, true),
            new Graph(7).object(2, 1).packet(1, 2, false));
    for (byte[] each : List.of(gap, new Graph(7).object(1, 1).packet(1, 0, true))) {
      with(
          each,
          DumpOptions.ONLY,
          dump -> assertThat(dump.unknown()).extracting(HeapDump.Unknown::of).contains("objects"));
    }
    assertThatExceptionOfType(HprofFormatException.class)
        .isThrownBy(
            () -> with(Graph.packet(new ProtoWriter().number(8, 1)), DumpOptions.ONLY, _ -> {}))
        .withMessageContaining("without a heap graph");
  }

  @Test
  void aDamagedGraphIsReadOrRefused() throws IOException {
    byte[] whole = new SimulatedHeap(5, 12).heapGraph(7, 3);
    Random random = new Random(5);
    int read = 0;
    for (int i = 0; i < 2000; i++) {
      byte[] damaged = i < whole.length ? Arrays.copyOf(whole, i) : whole.clone();
      for (int j = random.nextInt(4); i >= whole.length && j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      read += HprofFuzzTest.isRead(damaged) ? 1 : 0;
    }
    assertThat(read).isGreaterThan(100);
  }
}
