package dev.dexscope.trace.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Trace;
import dev.dexscope.trace.TraceThread;
import dev.dexscope.trace.analysis.Filter;
import dev.dexscope.trace.analysis.Timing;
import dev.dexscope.trace.export.graph.GraphOptions;
import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.tree.CallTree;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A method is found by the same words in whatever it is exported to. */
class SearchedNamesTest {
  private static final Path TRACE = Path.of("../samples/traces/art11-threads-buffered.trace");

  /** Pictures and stacks leave out what takes less. */
  private static final double LEAST = 0.02;

  @TempDir Path folder;

  /** Those with columns for class and method, or as pixels, are none. */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CSV", "PARQUET", "PNG", "TIMELINE", "TAUTRACE"})
  void packageClassAndMethodAreTogether(ExportFormat format) throws IOException {
    Trace trace = TraceReader.open(TRACE);
    Path exported = folder.resolve("exported" + format.suffix());
    Set<String> names = names(trace);
    var graph = new GraphOptions(0, List.copyOf(names), true);
    format.write(new Export(trace, Filter.ALL, Timing.WALL, graph, List.of()), exported);

    String text = text(exported);

    assertThat(names).hasSizeGreaterThan(10).allMatch(text::contains);
  }

  private static Set<String> names(Trace trace) {
    Set<String> names = new TreeSet<>();
    for (TraceThread thread : trace.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (tree.exclusiveCpu(node) > LEAST * tree.inclusiveCpu(0)) {
          names.add(trace.methods().get(tree.method(node)).qualifiedName());
        }
      }
    }
    return names;
  }

  /** The files' text, without the escapes of JSON and XML. */
  private static String text(Path exported) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(exported)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    var text = new StringBuilder();
    for (Path each : files) {
      text.append(new String(unpacked(Files.readAllBytes(each)), StandardCharsets.UTF_8));
    }
    return text.toString()
        .replace("\\u003c", "<")
        .replace("\\u003e", ">")
        .replace("&lt;", "<")
        .replace("&gt;", ">");
  }

  private static byte[] unpacked(byte[] bytes) throws IOException {
    if (bytes.length < 2 || bytes[0] != 0x1f) {
      return bytes;
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readAllBytes();
    }
  }
}
