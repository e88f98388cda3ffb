package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.dexscope.cli.terminal.TablePrinter;
import dev.dexscope.cli.terminal.Terminal;
import dev.dexscope.sql.Rows;
import dev.dexscope.trace.answer.Table;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Prints the answer to a question in SQL: for people when it is whole, for programs row by row. */
sealed interface AnswerPrinter extends Rows, Closeable {
  static AnswerPrinter of(SqlCommand.Form form, Terminal terminal) throws IOException {
    return switch (form) {
      case TABLE -> new AsTable(terminal.out());
      case JSON -> new AsJson(terminal.out());
      case CSV -> new AsCsv(terminal.out());
    };
  }

  /** With aligned columns. */
  final class AsTable implements AnswerPrinter {
    /** Names of a trace may hold anything, also what moves a terminal's cursor. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final PrintStream out;
    private @Nullable Table table;

    AsTable(PrintStream out) {
      this.out = out;
    }

    @Override
    public void columns(List<Column> columns) {
      table =
          columns.isEmpty()
              ? null
              : new Table(
                  columns.stream()
                      .map(column ->
                          column.isNumber()
                              ? dev.dexscope.trace.answer.Column.number(shown(column.name()))
                              : dev.dexscope.trace.answer.Column.text(shown(column.name())))
                      .toArray(dev.dexscope.trace.answer.Column[]::new));
    }

    @Override
    public void row(List<@Nullable Object> cells) {
      if (table != null) {
        table.add(
            cells.stream().map(cell -> cell instanceof String text ? shown(text) : cell).toArray());
      }
    }

    private static String shown(String text) {
      return CONTROL.matcher(text).replaceAll("?");
    }

    @Override
    public void close() {
      if (table != null) {
        TablePrinter.of(table).print(out, 0);
      }
    }
  }

  /** An object a line, in an array. */
  final class AsJson implements AnswerPrinter {
    private final PrintStream out;
    private final JsonGenerator json;
    private List<String> names = List.of();

    AsJson(PrintStream out) throws IOException {
      this.out = out;
      this.json =
          new JsonFactory()
              .createGenerator(out)
              .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
              .setPrettyPrinter(new Lines());
      json.writeStartArray();
    }

    @Override
    public void columns(List<Column> columns) {
      names = columns.stream().map(Column::name).toList();
    }

    @Override
    public void row(List<@Nullable Object> cells) throws IOException {
      json.writeStartObject();
      for (int i = 0; i < cells.size(); i++) {
        json.writeFieldName(names.get(i));
        TablePrinter.writeCell(json, cells.get(i));
      }
      json.writeEndObject();
    }

    @Override
    public void close() throws IOException {
      json.writeEndArray();
      json.close();
      out.println();
    }

    /** A line end before each row, but not within it. */
    private static final class Lines extends MinimalPrettyPrinter {
      private static final long serialVersionUID = 1L;

      @Override
      public void beforeArrayValues(JsonGenerator json) throws IOException {
        json.writeRaw('\n');
      }

      @Override
      public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
        json.writeRaw(",\n");
      }

      @Override
      public void writeEndArray(JsonGenerator json, int values) throws IOException {
        json.writeRaw("\n]");
      }
    }
  }

  /** RFC 4180, with a line of headings. */
  final class AsCsv implements AnswerPrinter {
    private final PrintStream out;

    AsCsv(PrintStream out) {
      this.out = out;
    }

    @Override
    public void columns(List<Column> columns) {
      TablePrinter.printCsv(columns.stream().map(Column::name).toList(), out);
    }

    @Override
    public void row(List<@Nullable Object> cells) {
      List<String> texts = new ArrayList<>();
      for (Object cell : cells) {
        texts.add(cell == null ? "" : cell.toString());
      }
      TablePrinter.printCsv(texts, out);
    }

    @Override
    public void close() {
      out.flush();
    }
  }
}
