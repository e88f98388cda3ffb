package dev.dexscope.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.dexscope.trace.analysis.Difference.Verdict;
import dev.dexscope.trace.export.flame.DifferenceGraph;
import dev.dexscope.trace.read.TraceReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparedPathsTest {
  @TempDir Path folder;
  private final List<View> before = new ArrayList<>();
  private final List<View> after = new ArrayList<>();

  @BeforeEach
  void runs() throws IOException {
    for (int noise : new int[] {-20, 0, 20}) {
      before.add(
          view("main;a;slow", 10_000 + noise, "main;a;same", 50_000 - noise, "main;a;old", 900));
      after.add(
          view("main;a;slow", 30_000 + noise, "main;a;same", 50_000 + noise, "main;a;new", 900));
    }
  }

  private View view(Object... stacks) throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < stacks.length; i += 2) {
      text.append(stacks[i]).append(' ').append(stacks[i + 1]).append('\n');
    }
    Path file = Files.createTempFile(folder, "run", ".collapsed");
    return View.of(TraceReader.open(Files.writeString(file, text)), Filter.ALL);
  }

  @Test
  void eachPathHasItsVerdict() {
    ComparedPaths compared = ComparedPaths.of(before, after, Timing.WALL, Criteria.USUAL);

    assertThat(compared.isProvable()).isTrue();
    Map<String, Difference> byPath = byPath(compared);
    assertThat(byPath.keySet())
        .containsExactlyInAnyOrder(
            "",
            "/thread main",
            "/thread main/a",
            "/thread main/a/slow",
            "/thread main/a/same",
            "/thread main/a/old",
            "/thread main/a/new");
    assertThat(of(byPath, "/thread main/a/slow").verdict()).isEqualTo(Verdict.REGRESSED);
    assertThat(of(byPath, "/thread main/a/slow").delta()).isCloseTo(20e6, within(1.0));
    assertThat(of(byPath, "/thread main/a/same").verdict()).isEqualTo(Verdict.UNCHANGED);
    assertThat(of(byPath, "/thread main/a/old").head().mean()).isZero();
    assertThat(of(byPath, "").delta()).isCloseTo(20e6, within(1.0));
  }

  @Test
  void oneAgainstOneProvesNothing() {
    ComparedPaths compared =
        ComparedPaths.of(before.subList(0, 1), after.subList(0, 1), Timing.WALL, Criteria.USUAL);

    assertThat(compared.isProvable()).isFalse();
    assertThat(compared.paths())
        .extracting(path -> path.difference().verdict())
        .containsOnly(Verdict.UNPROVEN);
  }

  @Test
  void thePageHasEachPathOnce() throws IOException {
    ComparedPaths compared = ComparedPaths.of(before, after, Timing.WALL, Criteria.USUAL);
    var out = new ByteArrayOutputStream();

    DifferenceGraph.write(compared, "</script>", Timing.WALL, out);

    String page = out.toString(StandardCharsets.UTF_8);
    assertThat(page)
        .contains("\"title\":\"\\u003c/script>\"")
        .contains("\"caller\":[-1,0,1,2,2,2,2]")
        .contains("\"runs\":[3,3]")
        .doesNotContain("/*INCLUDE");
  }

  private static Difference of(Map<String, Difference> byPath, String path) {
    return Objects.requireNonNull(byPath.get(path), path);
  }

  private static Map<String, Difference> byPath(ComparedPaths compared) {
    Map<String, Difference> byPath = new TreeMap<>();
    String[] names = new String[compared.paths().size()];
    for (int i = 0; i < names.length; i++) {
      ComparedPaths.Path path = compared.paths().get(i);
      names[i] =
          path.caller() < 0 ? "" : names[path.caller()] + "/" + compared.names().get(path.name());
      byPath.put(names[i], path.difference());
    }
    return byPath;
  }
}
