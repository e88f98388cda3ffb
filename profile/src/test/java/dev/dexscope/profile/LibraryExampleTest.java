package dev.dexscope.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/library.md shows is what compiles here, and it runs. */
class LibraryExampleTest {
  @TempDir private Path folder;

  @Test
  void theDocumentShowsTheVerySource() throws Exception {
    String source =
        Files.readString(Path.of("src/test/java/dev/dexscope/profile/HotMethods.java"))
            .replace("package dev.dexscope.profile;\n\n", "");

    assertThat(Files.readString(Path.of("../docs/library.md"))).contains(source);
  }

  @Test
  void itRuns() throws Exception {
    Path file = folder.resolve("a.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.method(new Method(4, "p.Main", "run", "()V", "Main.java", 1));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 4, TraceviewWriter.EXIT, 50, 70);
    }
    PrintStream before = System.out;
    var said = new ByteArrayOutputStream();
    try (var out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
      System.setOut(out);
      HotMethods.main(new String[] {file.toString()});
    } finally {
      System.setOut(before);
    }

    assertThat(said.toString(StandardCharsets.UTF_8)).contains(" ns, 1 calls: p.Main.run()V");
  }
}
