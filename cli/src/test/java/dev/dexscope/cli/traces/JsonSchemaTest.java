package dev.dexscope.cli.traces;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.cli.Run;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The output of {@code --json} conforms to docs/schemas. */
public class JsonSchemaTest {
  private static final Path SCHEMAS = Path.of("../docs/schemas");

  @TempDir Path folder;
  private String trace = "";

  @BeforeEach
  void aTrace() throws IOException {
    Path file = folder.resolve("a.trace");
    try (var out = TraceviewWriter.file(file, 3, Clock.DUAL)) {
      out.thread(1, "main");
      out.method(new Method(4, "app.Main", "main", "()V", "Main.java", 1));
      out.method(new Method(8, "app.Main", "work", "(I)V", "Main.java", 2));
      out.record(1, 4, TraceviewWriter.ENTER, 0, 0);
      out.record(1, 8, TraceviewWriter.ENTER, 100, 100);
      out.record(1, 8, TraceviewWriter.UNROLL, 300, 400);
      out.record(1, 4, TraceviewWriter.EXIT, 600, 900);
    }
    trace = file.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--top=25",
        "--by=class",
        "--by=package",
        "--by=thread",
        "--clock=off-cpu",
        "--tree",
        "--bottom-up",
        "--hot",
        "--method=app.Main.work",
        "--longest",
        "--slower-than=0",
        "--timeline",
        "--exceptions",
        "--from=0.1"
      })
  void reports(String option) throws IOException {
    check("report", Run.of("report", trace, option, "--json"));
  }

  @Test
  void reportsOfRuns() throws IOException {
    check("report", Run.of("report", trace, trace, "--json"));
  }

  @Test
  void differences() throws IOException {
    check("diff", Run.of("diff", trace, "--vs", trace, "--json"));
    check("diff", Run.of("diff", trace, trace, "--vs", trace, trace, "--json"));
  }

  @Test
  void informationOnATrace() throws IOException {
    check("info", Run.of("info", trace, "--json"));
    Path stacks = Files.writeString(folder.resolve("a.collapsed"), "main;app.Main.main 5\n");
    check("info", Run.of("info", stacks.toString(), "--json"));
  }

  /** The check can fail: what a schema does not know is no such document. */
  @Test
  void anotherDocumentIsRefused() throws IOException {
    Object schema = ParsedJson.of(Files.readString(SCHEMAS.resolve("diff.schema.json")));
    Object other = ParsedJson.of(Run.of("report", trace, "--json").out());

    assertThat(new Schema(schema).faults(other)).isNotEmpty();
  }

  /** Fails unless a command was done, and what it printed conforms to a schema. */
  public static void check(String name, Run run) throws IOException {
    assertThat(run.exit()).as(run.err()).isZero();
    Object schema = ParsedJson.of(Files.readString(SCHEMAS.resolve(name + ".schema.json")));
    assertThat(new Schema(schema).faults(ParsedJson.of(run.out()))).isEmpty();
  }

  /** The words of JSON Schema that ours use. */
  private record Schema(Object root) {
    List<String> faults(Object document) {
      List<String> faults = new ArrayList<>();
      check(object(root), document, "", faults);
      return faults;
    }

    private void check(Map<String, Object> schema, Object value, String at, List<String> faults) {
      Object reference = schema.get("$ref");
      if (reference != null) {
        Object found = root;
        for (String step : reference.toString().substring(2).split("/")) {
          found = object(found).getOrDefault(step, ParsedJson.NULL);
        }
        check(object(found), value, at, faults);
        return;
      }
      if (schema.containsKey("const") && !schema.get("const").equals(value)) {
        faults.add(at + ": " + value + " is not " + schema.get("const"));
      }
      if (schema.get("enum") instanceof List<?> words && !words.contains(value)) {
        faults.add(at + ": " + value + " is none of " + words);
      }
      Object type = schema.get("type");
      if (type != null && !isOf(type, value)) {
        faults.add(at + ": " + value + " is no " + type);
      }
      if (value instanceof List<?> array && schema.get("items") != null) {
        for (int i = 0; i < array.size(); i++) {
          check(object(schema.get("items")), array.get(i), at + "[" + i + "]", faults);
        }
      }
      if (value instanceof Map<?, ?> map) {
        Map<String, Object> properties = object(schema.getOrDefault("properties", Map.of()));
        if (schema.get("required") instanceof List<?> required) {
          required.stream()
              .filter(name -> !map.containsKey(name))
              .forEach(name -> faults.add(at + " lacks " + name));
        }
        map.forEach((name, child) -> {
          Object known = properties.get(name.toString());
          if (known != null) {
            check(object(known), child, at + "." + name, faults);
          } else if (Boolean.FALSE.equals(schema.get("additionalProperties"))) {
            faults.add(at + " has " + name);
          }
        });
      }
    }

    private static boolean isOf(Object type, Object value) {
      if (type instanceof List<?> types) {
        return types.stream().anyMatch(each -> isOf(each, value));
      }
      return switch (type.toString()) {
        case "object" -> value instanceof Map;
        case "array" -> value instanceof List;
        case "integer" -> value instanceof Long;
        case "number" -> value instanceof Number;
        case "boolean" -> value instanceof Boolean;
        case "null" -> value.equals(ParsedJson.NULL);
        default -> value instanceof String && !value.equals(ParsedJson.NULL);
      };
    }

    @SuppressWarnings("unchecked") // Keys of JSON objects are strings.
    private static Map<String, Object> object(@Nullable Object value) {
      return (Map<String, Object>) Objects.requireNonNull(value);
    }
  }
}
