package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Track.Slice;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.export.Export;
import dev.dexscope.trace.export.ExportFormat;
import dev.dexscope.trace.export.graph.GraphOptions;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Our own exports are read back as the same trace, as far as the format can represent it. */
class ReadBackTest {
  /** The compared properties of a call path. */
  private enum Part {
    CALLS,
    EXCEPTIONS,
    WALL,
    CPU
  }

  @Property(tries = 40)
  void everyCallIsReadBack(@ForAll long seed, @ForAll @IntRange(min = 2, max = 300) int count)
      throws IOException {
    readBack(seed, count, ExportFormat.PERFETTO, Part.values());
    readBack(seed, count, ExportFormat.CHROME, Part.values());
    readBack(seed, count, ExportFormat.SPEEDSCOPE, Part.CALLS, Part.WALL);
  }

  @Property(tries = 40)
  void everyPathIsReadBack(@ForAll long seed, @ForAll @IntRange(min = 2, max = 300) int count)
      throws IOException {
    readBack(seed, count, ExportFormat.FLAME, Part.values());
    readBack(seed, count, ExportFormat.HTML, Part.values());
    readBack(seed, count, ExportFormat.PPROF, Part.CALLS, Part.WALL, Part.CPU);
  }

  /** These know paths only by the time that was spent in them. */
  @Property(tries = 40)
  void timesAreReadBack(@ForAll long seed, @ForAll @IntRange(min = 2, max = 300) int count)
      throws IOException {
    readBack(seed, count, ExportFormat.FIREFOX, Part.WALL);
    readBack(seed, count, ExportFormat.COLLAPSED, Part.WALL);
  }

  @ParameterizedTest
  @EnumSource(names = {"SPEEDSCOPE", "CHROME", "FIREFOX", "PPROF", "FLAME", "HTML"})
  void whatATraceSaysOfItselfIsReadBack(ExportFormat format) throws IOException {
    Path file = RandomTracesTest.write(1, 100);
    Path exported = Files.createTempFile("exported", format.suffix());
    try {
      Trace written = TraceReader.open(file);
      format.write(Export.of(written), exported);
      Trace read = TraceReader.open(exported);

      assertThat(written.info().keys()).isNotEmpty();
      assertThat(read.info().keys()).isEqualTo(written.info().keys());
      assertThat(read.threads())
          .extracting(TraceThread::id)
          .containsExactlyInAnyOrderElementsOf(
              written.threads().stream().map(TraceThread::id).toList());
    } finally {
      Files.delete(file);
      Files.delete(exported);
    }
  }

  @Test
  void aTrackBesideTheThreadsIsInPerfettosFormat() throws Exception {
    Path file = RandomTracesTest.write(1, 100);
    Path exported = Files.createTempFile("tracks", ".pftrace");
    var frames =
        new Track(
            "frames",
            List.of(
                new Slice("frame", 0, 5_000_000),
                new Slice("layout", 0, 2_000_000),
                new Slice("draw", 2_000_000, 1_000_000),
                new Slice("frame", 16_000_000, 1_000_000)));
    try {
      Trace written = TraceReader.open(file);
      ExportFormat.PERFETTO.write(
          new Export(written, Filter.ALL, Timing.WALL, GraphOptions.USUAL, List.of(frames)),
          exported);
      Trace read = TraceReader.open(exported);

      CallTree tree =
          read.threads().stream()
              .filter(each -> each.name().equals("frames"))
              .findFirst()
              .orElseThrow()
              .tree();
      Map<String, Long> times = new TreeMap<>();
      for (int node = 1; node < tree.size(); node++) {
        times.put(
            read.methods().get(tree.method(node)).name() + " " + tree.calls(node),
            tree.exclusiveWall(node));
      }
      assertThat(times)
          .isEqualTo(Map.of("frame 2", 3_000_000L, "layout 1", 2_000_000L, "draw 1", 1_000_000L));
      assertThat(read.threads()).hasSize(written.threads().size() + 1);
    } finally {
      Files.delete(file);
      Files.delete(exported);
    }
  }

  private static void readBack(long seed, int count, ExportFormat format, Part... parts)
      throws IOException {
    Path file = RandomTracesTest.write(seed, count);
    Path exported = Files.createTempFile("exported", format.suffix());
    try {
      Trace written = TraceReader.open(file);
      boolean needsTime = parts.length == 1;
      Map<String, String> expected = paths(written, needsTime, parts);
      if (expected.isEmpty()) {
        return; // Of calls in which no time was spent these have nothing.
      }
      format.write(new Export(written, Filter.ALL, Timing.WALL, GraphOptions.USUAL), exported);
      Trace read = TraceReader.open(exported);

      assertThat(paths(read, needsTime, parts)).as(format.key()).isEqualTo(expected);
      var replayed = new Depths();
      read.replay(replayed);
      assertThat(replayed.open).isZero();
      assertThat(replayed.calls).isPositive();
    } finally {
      Files.delete(file);
      Files.delete(exported);
    }
  }

  private static Map<String, String> paths(Trace trace, boolean needsTime, Part... parts) {
    Map<String, String> paths = new TreeMap<>();
    for (TraceThread thread : trace.threads()) {
      CallTree tree = thread.tree();
      String[] names = new String[tree.size()];
      names[0] = thread.name();
      for (int node = 1; node < tree.size(); node++) {
        String method = trace.methods().get(tree.method(node)).qualifiedName();
        int open = method.indexOf('(');
        names[node] =
            names[tree.parent(node)] + "/" + (open < 0 ? method : method.substring(0, open));
        if (!needsTime || tree.inclusiveWall(node) > 0) {
          paths.put(names[node], figures(tree, node, parts));
        }
      }
    }
    return paths;
  }

  private static String figures(CallTree tree, int node, Part... parts) {
    var figures = new StringBuilder();
    for (Part part : parts) {
      figures
          .append(' ')
          .append(
              switch (part) {
                case CALLS -> tree.calls(node);
                case EXCEPTIONS -> tree.exceptions(node);
                case WALL -> tree.inclusiveWall(node);
                case CPU -> tree.inclusiveCpu(node);
              });
    }
    return figures.toString();
  }

  /** Checks that a replay is balanced, and its times go forwards. */
  private static final class Depths implements CallVisitor {
    int open;
    int calls;

    @Override
    public void enter(int thread, int method, long wall, long cpu) {
      open++;
      calls++;
    }

    @Override
    public void exit(int thread, int method, long wall, long cpu, boolean exception) {
      open--;
      assertThat(open).isNotNegative();
    }
  }
}
