package dev.dexscope.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.tools.jvmti.Function;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of all functions in docs/tools.md. */
class DocumentedFunctionsTest {
  private static final Map<String, Function.Source> ROWS =
      Map.of(
          "| HotSpot | ", Function.Source.HOTSPOT,
          "| dex | ", Function.Source.DEX,
          "| VM | ", Function.Source.VM);

  @Test
  void itSaysOfEachFunctionWhereItsAnswersComeFrom() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("../docs/tools.md"));

    ROWS.forEach((row, source) ->
        assertThat(
                lines.stream()
                    .filter(line -> line.startsWith(row))
                    .map(line -> line.substring(row.length(), line.length() - " |".length()))
                    .toList())
            .as(row)
            .containsExactly(
                String.join(
                    ", ",
                    Arrays.stream(Function.values())
                        .filter(each -> each.source() == source)
                        .map(Function::specifiedName)
                        .toList())));
  }
}
