package dev.dexscope.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Form;
import dev.dexscope.trace.answer.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

  /** As of a comparison of two runs, which proves nothing. */
  @Test
  void namesWinOverEmptyColumns() throws IOException {
    var table = new Table(Column.number("at least"), Column.name("class"));
    table.add(null, "com.example.Basket");

    assertThat(text(out -> TablePrinter.of(table).print(out, 28))).contains("at least");
    assertThat(text(out -> TablePrinter.of(table).print(out, 27)))
        .isEqualTo("class\ncom.example.Basket\n");
  }

  @Test
  void namesWinOverColumnsOfZeros() throws IOException {
    var table =
        new Table(
            Column.time("waiting", "waiting"), Column.number("exceptions"), Column.name("class"));
    table.add(0L, 0, "com.example.Basket");
    table.add(0L, 0, "com.example.Till");

    assertThat(text(out -> TablePrinter.of(table).print(out, 42)))
        .isEqualTo(
            """
            waiting ms  exceptions  class
                 0.000           0  com.example.Basket
                 0.000           0  com.example.Till
            """);
    assertThat(text(out -> TablePrinter.of(table).print(out, 41)))
        .isEqualTo("class\ncom.example.Basket\ncom.example.Till\n");
    assertThat(text(out -> TablePrinter.of(table).printWide(out))).contains("exceptions");
    assertThat(text(out -> TablePrinter.printCsv(table, out))).contains("exceptions");

    table.add(0L, 1, "com.example.Shop");

    assertThat(text(out -> TablePrinter.of(table).print(out, 41)))
        .startsWith("exceptions  class\n         0  com.example.Basket\n");
  }

  @Test
  void onlyTheWideFormHasColumnsThatFollowFromOthers() throws IOException {
    var derived = new Column("per_call", "per call", "", Form.NUMBER, true, "");
    var table = new Table(derived, Column.name("class"));
    table.add(3, "A");

    assertThat(text(out -> TablePrinter.of(table).print(out, 0))).isEqualTo("class\nA\n");
    assertThat(text(out -> TablePrinter.of(table).printWide(out)))
        .isEqualTo("per call  class\n       3  A\n");
  }

  @Test
  void pathsFoldAtTheTerminalsWidth() throws IOException {
    var path = new Column("path", "path", "", Form.PATH, false, "");
    var table = new Table(Column.number("calls"), path);
    table.add(12, List.of("a.Main.main()", "a.Shop.sell()", "a.Till.count()"));

    assertThat(text(out -> TablePrinter.of(table).print(out, 40)))
        .isEqualTo(
            """
            calls  path
               12  a.Main.main() > a.Shop.sell()
                   > a.Till.count()
            """);
    assertThat(text(out -> TablePrinter.of(table).print(out, 0)))
        .contains("   12  a.Main.main() > a.Shop.sell() > a.Till.count()\n");
    assertThat(text(out -> TablePrinter.of(table).print(out, 23)))
        .isEqualTo(
            """
            calls  path
               12  a.Main.main()
                   > a.Shop.sell()
                   > a.Till.count()
            """);
  }

  @Test
  void pathsBehindWideColumnsStartInTheMiddle() throws IOException {
    var path = new Column("path", "path", "", Form.PATH, false, "");
    var table = new Table(Column.text("threads"), path);
    table.add("1,2,3,4,5,6,7,8,9,10,11,12", List.of("com.example.Main.main()", "b.C.d()"));

    assertThat(text(out -> TablePrinter.of(table).print(out, 30)))
        .isEqualTo(
            """
            threads                     path
            1,2,3,4,5,6,7,8,9,10,11,12
                           c.e.Main.main()
                           > b.C.d()
            """);
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
