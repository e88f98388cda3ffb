package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.analysis.View;
import dev.dexscope.trace.export.flame.CollapsedStacks;
import dev.dexscope.trace.read.TraceReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollapsedFileTest {
  @TempDir Path folder;

  @Test
  void stacksAreReadBackWithThreadsAndMethods() throws IOException {
    Trace trace =
        read("main;app.Main.main;app.Main.work 30\nmain;app.Main.main 12\nother;run 5\n\n");

    assertThat(trace.info().format()).isEqualTo("collapsed stacks");
    assertThat(trace.info().sampled()).isTrue();
    assertThat(trace.quality().isClean()).isTrue();
    assertThat(trace.threads()).extracting(TraceThread::name).containsExactly("main", "other");
    assertThat(trace.threads().getFirst().tree().inclusiveWall(0)).isEqualTo(42_000);
    assertThat(trace.methods().named("app.Main.work")).hasSize(1);
    assertThat(trace.methods().get(0).className()).isEqualTo("app.Main");
  }

  /** For any order of the lines, the sums are the same after reading and writing. */
  @Property(tries = 100)
  void whatIsWrittenIsReadBack(@ForAll long seed) throws IOException {
    var random = new Random(seed);
    var sums = new TreeMap<String, Long>();
    var text = new StringBuilder();
    for (int i = 1 + random.nextInt(40); i > 0; i--) {
      var stack = new StringBuilder("t" + random.nextInt(3));
      for (int depth = 1 + random.nextInt(6); depth > 0; depth--) {
        stack.append(";p.C.m").append(random.nextInt(3));
      }
      long micros = 1L + random.nextInt(100);
      sums.merge(stack.toString(), micros, Long::sum);
      text.append(stack).append(' ').append(micros).append('\n');
    }
    Path file = Files.writeString(Files.createTempFile("stacks", ".collapsed"), text);
    var out = new ByteArrayOutputStream();
    CollapsedStacks.write(View.of(TraceReader.open(file), Filter.ALL), Timing.WALL, out);
    Files.delete(file);

    var read = new TreeMap<String, Long>();
    for (String line : out.toString(StandardCharsets.UTF_8).split("\n")) {
      int space = line.lastIndexOf(' ');
      read.merge(line.substring(0, space), Long.valueOf(line.substring(space + 1)), Long::sum);
    }
    assertThat(read).isEqualTo(sums);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "main;a.b 1\nno number\n",
        "main;a.b 1\nmain;a.b -4\n",
        "main;a.b 9999999999999999\nmain;a.b 9999999999999999\n"
      })
  void whatIsNoStackIsRefusedWithItsPlace(String text) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("at 0x");
  }

  @Test
  void aTextIsNoStack() {
    assertThatThrownBy(() -> read("hello; this is a text\n"))
        .hasMessageContaining("not a trace of methods");
  }

  @Test
  void aLineWithoutAnEndIsBounded() {
    char[] frames = new char[5 << 20];
    Arrays.fill(frames, 'a');

    assertThatThrownBy(() -> read("t;a 1\n" + new String(frames) + " 1"))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContaining("a line of more than");
  }

  private Trace read(String text) throws IOException {
    return TraceReader.open(Files.writeString(folder.resolve("a.collapsed"), text));
  }
}
