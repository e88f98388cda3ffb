package dev.dexscope.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.agents.api.ToolEnvironment;
import dev.dexscope.agents.jvmti.Event;
import dev.dexscope.agents.jvmti.Function;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of what agents in Java have, of all functions and events, in docs/agents.md. */
class DocumentedFunctionsTest {
  /** The rows of the table that begins with a line, as their cells. */
  private static List<List<String>> rows(String head) throws IOException {
    List<String> lines = Files.readAllLines(Path.of("../docs/agents.md"));
    return lines.subList(lines.indexOf(head) + 2, lines.size()).stream()
        .takeWhile(line -> line.startsWith("|"))
        .map(line -> List.of(line.substring(2, line.length() - 2).split(" ?\\| ")))
        .toList();
  }

  private static List<String> names(List<List<String>> rows, int cell) {
    return rows.stream().flatMap(row -> Stream.of(row.get(cell).split(", "))).toList();
  }

  @Test
  void itSaysOfEachEventAndFunctionWhatAnAgentInJavaUses() throws IOException {
    List<List<String>> events = rows("| event of JVM TI | an agent in Java |");
    List<List<String>> functions = rows("| | functions of JVM TI | an agent in Java |");

    assertThat(names(events, 0))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Event.values()).map(Event::specifiedName).toList());
    assertThat(names(functions, 1))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Function.values()).map(Function::specifiedName).toList());
  }

  @Test
  void itNamesWhatThereIs() throws IOException {
    List<String> methods =
        Stream.of(ToolEnvironment.class.getMethods()).map(Method::getName).toList();
    List<String> answers = new ArrayList<>();
    rows("| event of JVM TI | an agent in Java |").forEach(row -> answers.add(row.getLast()));
    rows("| | functions of JVM TI | an agent in Java |").forEach(row -> answers.add(row.getLast()));
    List<String> named =
        answers.stream()
            .flatMap(each -> Pattern.compile("`(\\w+)`").matcher(each).results())
            .map(found -> found.group(1))
            .distinct()
            .toList();

    assertThat(named).containsExactlyInAnyOrderElementsOf(methods);
    // What there is not has a reason.
    assertThat(answers)
        .filteredOn(each -> each.contains("native agents only"))
        .isNotEmpty()
        .allMatch(each -> each.matches("native agents only: .+"));
  }
}
