package dev.dexscope.trace.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.TraceFormatException;
import dev.dexscope.trace.retrace.Mapping;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Old objects of a recording that is made here, beside what {@code jfr print} prints of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OldObjectsTest {
  private static final int LARGE = 1 << 20;

  private Path folder;
  private Path file;

  /** Keeps what it has seen. */
  static final class Shop {
    static final Shop OPEN = new Shop();
    final Map<String, List<byte[]>> carts = new HashMap<>();

    static void add(int count) {
      for (int i = 0; i < count; i++) {
        OPEN.carts.computeIfAbsent("cart", _ -> new ArrayList<>()).add(new byte[LARGE]);
      }
    }
  }

  @BeforeAll
  void record(@TempDir Path made) throws Exception {
    folder = made;
    file = folder.resolve("old.jfr");
    try (var recording = new Recording()) {
      recording.enable("jdk.OldObjectSample").withStackTrace().with("cutoff", "infinity");
      recording.start();
      Shop.add(50);
      garbage(20);
      // JFR reports what is older than the first sample that it saw collected.
      System.gc();
      garbage(50);
      recording.stop();
      recording.dump(file);
    }
    Shop.OPEN.carts.clear();
  }

  private static void garbage(int count) {
    for (int i = 0; i < count; i++) {
      assertThat(new byte[LARGE]).isNotNull();
    }
  }

  /** The lines of a chain as {@code jfr print} prints them, from the object to the root. */
  private static List<String> printed(RecordedEvent event) {
    List<String> lines = event.toString().lines().map(String::strip).toList();
    int from = lines.indexOf("object =  [") + 1;
    return lines.subList(from, from + lines.subList(from, lines.size()).indexOf("]"));
  }

  /** {@code static OPEN} of {@code class Shop} is printed as {@code OPEN : java.lang.Class ...}. */
  private static String asPrinted(OldObjects.Step of, OldObjects.Step from) {
    String type = from.className();
    String name = of.how().replaceFirst("^static ", "").replaceFirst("^\\[]$", "[0]");
    return name
        + " : "
        + (type.startsWith("class ") ? "java.lang.Class Class Name: " + type.substring(6) : type);
  }

  @Test
  void thePathsAreThoseThatJfrPrints() throws Exception {
    Map<List<String>, Long> expected =
        new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals("jdk.OldObjectSample")) {
        List<String> chain =
            printed(event).stream()
                .skip(1)
                .map(line ->
                    line.replaceFirst("^\\[\\d+]", "[0]")
                        .replaceFirst(" Size: \\d+$", "")
                        .replaceFirst("\\[\\d+]$", "[]"))
                .toList();
        expected.merge(chain, 1L, Long::sum);
      }
    }

    List<OldObjects.Group> all = OldObjects.read(file, null);

    Map<List<String>, Long> found = new TreeMap<>((a, b) -> a.toString().compareTo(b.toString()));
    for (OldObjects.Group each : all) {
      List<String> chain = new ArrayList<>();
      for (int i = each.way().size() - 1; i > 0; i--) {
        chain.add(asPrinted(each.way().get(i), each.way().get(i - 1)));
      }
      found.merge(chain, each.objects(), Long::sum);
    }
    assertThat(found).isEqualTo(expected);
    OldObjects.Group leak = all.getFirst();
    assertThat(leak.className()).isEqualTo("byte[]");
    assertThat(leak.madeAt()).startsWith(Shop.class.getName() + ".add:");
    assertThat(leak.bytes()).isGreaterThan(leak.objects() * LARGE);
    assertThat(leak.way()).contains(new OldObjects.Step("carts", "java.util.HashMap"));
    assertThat(leak.way()).contains(new OldObjects.Step("static OPEN", Shop.class.getName()));
  }

  @Test
  void classesAndFieldsHaveTheNamesOfTheSource() throws Exception {
    Path mapping =
        Files.writeString(
            folder.resolve("mapping.txt"),
            """
            org.shop.Shop -> %s:
                org.shop.Shop instance -> OPEN
                java.util.Map sold -> carts
                void sell(int) -> add
            """
                .formatted(Shop.class.getName()));

    OldObjects.Group leak = OldObjects.read(file, Mapping.read(mapping)).getFirst();

    assertThat(leak.madeAt()).startsWith("org.shop.Shop.sell");
    assertThat(leak.way()).contains(new OldObjects.Step("static instance", "org.shop.Shop"));
    assertThat(leak.way()).contains(new OldObjects.Step("sold", "java.util.HashMap"));
  }

  @Test
  void aDamagedRecordingIsReadOrRefused() throws Exception {
    byte[] whole = Files.readAllBytes(file);
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      byte[] damaged = whole.clone();
      for (int j = random.nextInt(20); j >= 0; j--) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      Path at = Files.write(folder.resolve("damaged.jfr"), damaged);
      try {
        OldObjects.read(at, null);
      } catch (TraceFormatException e) {
        assertThat(e.getMessage()).contains("damaged.jfr");
      }
    }
    Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> OldObjects.read(folder.resolve("cut.jfr"), null))
        .isInstanceOf(TraceFormatException.class);
  }
}
