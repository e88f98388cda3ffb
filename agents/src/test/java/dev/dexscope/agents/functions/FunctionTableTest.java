package dev.dexscope.agents.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.jvmti.Function;
import dev.dexscope.agents.jvmti.HotSpot;
import dev.dexscope.agents.jvmti.JvmtiError;
import dev.dexscope.agents.machine.MachineLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of all functions, and what docs/agents.md has of it. */
class FunctionTableTest {
  private static List<Row> rows() {
    return Stream.of(ThreadRows.FAMILIES, CodeRows.FAMILIES, SystemRows.FAMILIES)
        .flatMap(List::stream)
        .flatMap(List::stream)
        .toList();
  }

  @Test
  void eachFunctionHasOneRow() {
    assertThat(rows()).extracting(Row::function).containsExactlyInAnyOrder(Function.values());
  }

  @Test
  void functionsAreFoundByTheirNumbers() {
    for (Function each : Function.values()) {
      assertThat(FunctionTable.of(each.number()).function()).isEqualTo(each);
      assertThat(FunctionTable.of(each)).isSameAs(FunctionTable.of(each.number()));
    }
  }

  @Test
  void whatGoesToHotSpotHasNoHandler() {
    assertThat(rows())
        .allSatisfy(row -> {
          boolean isDirect = row.route() == Route.HOTSPOT || row.route() == Route.HOTSPOT_ONLY;
          assertThat(row.handler().equals(Row.UNTOUCHED))
              .as(row.function().name())
              .isEqualTo(isDirect);
          if (isDirect) {
            assertThat(row.source()).as(row.function().name()).isEqualTo(Source.HOTSPOT);
          }
        });
  }

  /** HotSpot reports a missing capability before any other error. */
  @Test
  void theCapabilitiesAreThoseThatHotSpotRequires(@TempDir Path folder) throws IOException {
    var hotSpot = new HotSpot(Files.write(folder.resolve("agents.so"), MachineLibrary.bytes()));
    long environment = hotSpot.newEnvironment(HotSpot.VERSION);
    List<Function> refused = new ArrayList<>();
    for (Function each : Function.values()) {
      if (each != Function.DISPOSE_ENVIRONMENT
          && hotSpot.call(each, environment, 0, 0, 0, 0, 0) == JvmtiError.MUST_POSSESS_CAPABILITY) {
        refused.add(each);
      }
    }
    hotSpot.call(Function.DISPOSE_ENVIRONMENT, environment);

    assertThat(rows().stream().filter(row -> row.needed() != 0).map(Row::function))
        .containsExactlyInAnyOrderElementsOf(refused);
  }

  @Test
  void theDocumentListsThemByTheSourceOfTheirAnswers() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("../docs/agents.md"));

    for (Source source : Source.values()) {
      String row = "| " + source.heading() + " | ";
      assertThat(lines.stream().filter(line -> line.startsWith(row)))
          .as(row)
          .containsExactly(
              row
                  + String.join(
                      ", ",
                      Arrays.stream(Function.values())
                          .filter(each -> FunctionTable.of(each).source() == source)
                          .map(Function::specifiedName)
                          .toList())
                  + " |");
    }
  }
}
