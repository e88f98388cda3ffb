package dev.dexscope.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.read.TraceReader;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mappings that R8's ids find, as R8 8.13 and 9.5 write them. */
class MappingFilesTest {
  private static final String APP =
      "2e81b61eec27431011e9fb5d7c7651018c65d1407fde0dec2689c9eb7d97a55c";
  private static final String LIBRARY = "7ae5";

  @TempDir private Path folder;

  private Path mapping(String name, String id, String original) throws IOException {
    Path file = folder.resolve("maps").resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(
        file,
        """
        # compiler: R8
        # compiler_version: 8.13.19
        # pg_map_id: %s
        # pg_map_hash: SHA-256 %s
        %s -> a.a:
            1:1:void run():5:5 -> a
        """
            .formatted(id, id, original));
  }

  /** The file of each method. */
  private Path trace(String... files) throws IOException {
    Path trace = folder.resolve("app.trace");
    try (var out = TraceviewWriter.file(trace, 3, Clock.DUAL)) {
      out.thread(1, "main");
      for (int i = 0; i < files.length; i++) {
        out.method(new Method(4 + 4L * i, "a.a", i == 0 ? "a" : "b" + i, "()V", files[i], 1));
        out.record(1, 4 + 4 * i, TraceviewWriter.ENTER, 10L * i, 10L * i);
        out.record(1, 4 + 4 * i, TraceviewWriter.EXIT, 10L * i + 5, 10L * i + 5);
      }
    }
    return trace;
  }

  private String name(Path trace) throws IOException {
    TraceOptions options = TraceOptions.PLAIN.withMapping(folder.resolve("maps"));
    return TraceReader.open(trace, options).methods().get(0).fullName();
  }

  @Test
  void theIdOfMostMethodsFindsItsFile() throws IOException {
    mapping("1.0/mapping.txt", "0".repeat(64), "org.example.Old");
    mapping("lib.txt", LIBRARY, "org.library.Shop");
    mapping("2.0/mapping.txt", APP, "org.example.Shop");
    Files.writeString(folder.resolve("maps/other"), "# pg_map_id: none");
    Path trace = trace("r8-map-id-" + APP, "r8-map-id-" + APP, "r8-map-id-" + LIBRARY, "T.java");

    assertThat(name(trace)).isEqualTo("org.example.Shop.run()V");
    assertThat(name(trace("r8-map-id-" + LIBRARY))).isEqualTo("org.library.Shop.run()V");
  }

  @Test
  void aTraceThatWasNotRenamedNeedsNone() throws IOException {
    mapping("mapping.txt", APP, "org.example.Shop");

    assertThat(name(trace("T.java"))).isEqualTo("a.a.a()V");
  }

  @Test
  void aMappingThatIsNotThereIsReported() throws IOException {
    mapping("mapping.txt", LIBRARY, "org.library.Shop");
    Path trace = trace("r8-map-id-" + APP);

    assertThatThrownBy(() -> name(trace))
        .isInstanceOf(TraceFormatException.class)
        .hasMessageContainingAll(trace.toString(), APP, "which is not in " + folder);
  }
}
