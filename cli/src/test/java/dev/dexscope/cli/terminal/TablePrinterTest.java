package dev.dexscope.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TablePrinterTest {
  private final Table table = new Table(Column.text("method"), Column.number("calls"));

  @Test
  void columnsAreAlignedAndNumbersStandRight() throws IOException {
    table.add("a.b.C.run", 5);
    table.add("x", 12345678L);

    assertThat(text(out -> TablePrinter.of(table).print(out, 0)))
        .isEqualTo("method        calls\na.b.C.run         5\nx          12345678\n");
  }

  @Test
  void jsonHasOneObjectForEachRow() throws IOException {
    table.add("say \"hi\"", 5);
    table.add(null, 1.5);

    assertThat(text(out -> Json.print(out, json -> TablePrinter.write(table, json))))
        .isEqualToIgnoringWhitespace(
            "[{\"method\":\"say \\\"hi\\\"\",\"calls\":5},{\"method\":null,\"calls\":1.5}]");
  }

  @Test
  void columnsThatNeedLessLeaveTheirRoom() throws IOException {
    var table = new Table(Column.text("device"), Column.name("name"), Column.words("tells"));
    table.add("phone", "app", "x".repeat(50));

    assertThat(text(out -> TablePrinter.of(table).print(out, 70)))
        .contains("phone   app   " + "x".repeat(50));
    assertThat(text(out -> TablePrinter.of(table).print(out, 44)))
        .contains("phone   app   " + "x".repeat(29) + "…\n")
        .doesNotContain("x".repeat(30));
  }

  @Test
  void aScreenHasAsManyRowsAsFit() throws IOException {
    var table = new Table(Column.number("id"));
    table.add(1);
    table.add(2);
    table.add(3);

    assertThat(text(out -> TablePrinter.of(table).printScreen(out, 80, 5)))
        .isEqualTo("id\n 1\n 2\n 3\n");
    assertThat(text(out -> TablePrinter.of(table).printScreen(out, 80, 4)))
        .isEqualTo("id\n 1\n 2\n... 1 more");
    assertThat(text(out -> TablePrinter.of(table).printScreen(out, 80, 1)))
        .isEqualTo("id\n... 3 more");
  }

  @Test
  void whatWouldSteerATerminalIsShown() throws IOException {
    var table = new Table(Column.name("thread"));
    table.add("main\33[31m");

    assertThat(text(out -> TablePrinter.of(table).print(out, 0)))
        .isEqualTo("thread\nmain\\u001b[31m\n");
  }

  @Test
  void aRowHasACellForEachColumn() {
    assertThatThrownBy(() -> table.add("a")).isInstanceOf(IllegalArgumentException.class);
  }

  interface Printing {
    void to(PrintStream out) throws IOException;
  }

  private static String text(Printing printing) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    printing.to(out);
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
