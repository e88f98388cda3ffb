package dev.dexscope.trace.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The rows of docs/schemas/report.schema.json are those of the tables; {@code -Dgolden=write}
 * writes them anew.
 */
class ReportSchemaTest {
  private static final Path SCHEMA = Path.of("../docs/schemas/report.schema.json");

  @Test
  void theSchemaHasEachColumn() throws Exception {
    String text = Files.readString(SCHEMA);
    int row = text.indexOf("\"row\": {");
    int begin = text.indexOf("\"properties\": {\n", row) + "\"properties\": {\n".length();
    int end = text.indexOf("        \"callers\":", begin);
    String properties = properties();

    if ("write".equals(System.getProperty("golden"))) {
      Files.writeString(SCHEMA, text.substring(0, begin) + properties + text.substring(end));
      return;
    }
    assertThat(text.substring(begin, end)).isEqualTo(properties);
  }

  @Test
  void keysAreKeysAndHeadingsAreWords() throws Exception {
    assertThat(columns().values())
        .hasSizeGreaterThan(20)
        .allSatisfy(column -> {
          assertThat(column.key()).matches("[a-z]+(_[a-z]+)*");
          assertThat(column.heading()).doesNotContain("_").isNotEmpty();
        });
  }

  private static String properties() throws IllegalAccessException {
    var text = new StringBuilder();
    for (Column column : columns().values()) {
      String type = "\"" + type(column.form()) + "\"";
      text.append("        \"").append(column.key()).append("\": {\"type\": ");
      text.append(column.isOptional() ? "[" + type + ", \"null\"]" : type);
      if (!column.meaning().isEmpty()) {
        text.append(", \"description\": \"").append(column.meaning()).append('"');
      }
      text.append("},\n");
    }
    return text.toString();
  }

  private static String type(Form form) {
    return switch (form) {
      case NUMBER, TIME -> "integer";
      case DECIMAL, SHARE -> "number";
      default -> "string";
    };
  }

  /** Those of all tables by their keys, as the classes have them. */
  private static Map<String, Column> columns() throws IllegalAccessException {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (Class<?> tables : List.of(FlatTable.class, CallTables.class)) {
      for (Field field : tables.getDeclaredFields()) {
        if (field.getType() == Column.class) {
          Column column = (Column) field.get(null);
          columns.putIfAbsent(column.key(), column);
        }
      }
    }
    return columns;
  }
}
