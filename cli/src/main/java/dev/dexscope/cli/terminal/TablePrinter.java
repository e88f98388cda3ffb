package dev.dexscope.cli.terminal;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.text.Printable;
import dev.dexscope.trace.ReadableName;
import dev.dexscope.trace.answer.Column;
import dev.dexscope.trace.answer.Form;
import dev.dexscope.trace.answer.Nested;
import dev.dexscope.trace.answer.Table;
import dev.dexscope.trace.export.profile.Csv;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints tables: for people with aligned columns, for programs as a JSON array of objects or as
 * comma separated values.
 *
 * <pre>{@code
 * var table = new Table(Column.name("class"), Column.number("objects"));
 * table.add("java.lang.String", 12);
 * TablePrinter.of(table).print(out, terminal.columns());
 * }</pre>
 */
public final class TablePrinter {
  private static final int GAP = 2;

  /** With it, the table of {@code report} has 80 columns. */
  private static final int LEAST_NAME = 14;

  private final Table table;
  private final boolean raw;

  /** The columns that are printed, by their numbers in the table. */
  private final List<Integer> shown;

  private TablePrinter(Table table, boolean raw, List<Integer> shown) {
    this.table = table;
    this.raw = raw;
    this.shown = shown;
  }

  /** For people, who read methods' names without descriptors. */
  public static TablePrinter of(Table table) {
    return of(table, false);
  }

  /** For people who want the names that the trace has. */
  public static TablePrinter raw(Table table) {
    return of(table, true);
  }

  private static TablePrinter of(Table table, boolean raw) {
    List<Integer> shown = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      if (!table.columns().get(i).isDerived()) {
        shown.add(i);
      }
    }
    return new TablePrinter(table, raw, shown);
  }

  /**
   * Prints for a terminal of so many columns; 0 where that does not matter. If the names do not fit
   * beside all figures, columns that contain only zeros, or nothing, are omitted first.
   */
  public void print(PrintStream out, int columnsOfTerminal) {
    boolean isShort = columnsOfTerminal > 0 && width() > columnsOfTerminal;
    (isShort ? withoutZeros() : this).print(out, columnsOfTerminal, table.size());
  }

  /** Prints all columns, also those that follow from others, on lines as long as needed. */
  public void printWide(PrintStream out) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      all.add(i);
    }
    new TablePrinter(table, raw, all).print(out, 0);
  }

  /** Returns the width of the longest line. */
  private int width() {
    int width = -GAP;
    for (int each : widths(texts())) {
      width += each + GAP;
    }
    return width;
  }

  private TablePrinter withoutZeros() {
    List<Integer> rest = new ArrayList<>();
    for (int each : shown) {
      if (!isZero(each)) {
        rest.add(each);
      }
    }
    return new TablePrinter(table, raw, rest);
  }

  private boolean isZero(int column) {
    for (int row = 0; row < table.size(); row++) {
      Object cell = table.row(row).get(column);
      boolean isNone = cell == null || (cell instanceof Number number && number.doubleValue() == 0);
      if (!isNone) {
        return false;
      }
    }
    return table.size() > 0;
  }

  /**
   * Prints a screen of so many lines: its heading, as many rows as fit, how many others there are.
   */
  public void printScreen(PrintStream out, int columnsOfTerminal, int lines) {
    // Behind the last row the cursor stands on a line of its own.
    boolean fits = table.size() < lines - 1;
    int rows = fits ? table.size() : Math.max(0, lines - 2);
    print(out, columnsOfTerminal, rows);
    if (!fits) {
      out.print("... " + (table.size() - rows) + " more");
    }
  }

  private void print(PrintStream out, int columnsOfTerminal, int rows) {
    List<String[]> lines = texts();
    int[] widths = widths(lines);
    if (columnsOfTerminal > 0) {
      shrink(widths, columnsOfTerminal);
    }
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      append(line, heading(column(i)), i, widths);
    }
    out.println(line);
    for (String[] texts : lines.subList(0, rows)) {
      line.setLength(0);
      for (int i = 0; i < widths.length; i++) {
        append(line, shortened(texts[i], widths[i], column(i).form()), i, widths);
      }
      int last = widths.length - 1;
      if (column(last).form() == Form.PATH && columnsOfTerminal > 0) {
        fold(line, line.length() - texts[last].length(), columnsOfTerminal);
      }
      out.println(line);
    }
  }

  /**
   * Continues a path that is too long on more lines. They start below the path's begin, or in the
   * middle if that is farther to the right.
   */
  private static void fold(StringBuilder line, int start, int most) {
    String[] steps = line.substring(start).split(STEP, -1);
    line.setLength(start);
    int indentation = Math.min(start, most / 2);
    int room = most - indentation;
    int used = start;
    for (int i = 0; i < steps.length; i++) {
      String mark = i == 0 ? "" : STEP.substring(1);
      String step = mark + ReadableName.shortened(steps[i], room - mark.length());
      int gap = i == 0 || used == indentation ? 0 : 1;
      if (used > indentation && used + gap + step.length() > most) {
        line.setLength(line.toString().stripTrailing().length());
        line.append(System.lineSeparator()).repeat(' ', indentation);
        used = indentation;
        gap = 0;
      }
      line.repeat(' ', gap).append(step);
      used += gap + step.length();
    }
  }

  private Column column(int at) {
    return table.columns().get(shown.get(at));
  }

  private List<String[]> texts() {
    List<String[]> lines = new ArrayList<>();
    for (int row = 0; row < table.size(); row++) {
      lines.add(texts(row));
    }
    return lines;
  }

  private String[] texts(int row) {
    String[] texts = new String[shown.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = text(table.row(row).get(shown.get(i)), column(i));
    }
    return texts;
  }

  /** A heading with the unit of what people see below it. */
  private static String heading(Column column) {
    String unit = column.form() == Form.TIME ? "ms" : column.unit();
    return Printable.of(unit.isEmpty() ? column.heading() : column.heading() + " " + unit);
  }

  private static boolean shrinks(Form form) {
    return form == Form.NAME || form == Form.METHOD || form == Form.NESTED || form == Form.WORDS;
  }

  private static String shortened(String text, int width, Form form) {
    if (text.length() <= width || !shrinks(form)) {
      return text;
    }
    return switch (form) {
      case WORDS -> text.substring(0, width - 1) + "…";
      case NESTED -> shortened(text, width);
      default -> ReadableName.shortened(text, width);
    };
  }

  /** An indented name: one far to the right is wider than its column. */
  private static String shortened(String text, int width) {
    String name = text.stripLeading();
    int indentation = text.length() - name.length();
    return text.substring(0, indentation)
        + ReadableName.shortened(name, Math.max(LEAST_NAME, width - indentation));
  }

  /** Shrinking columns share the room of the others; those that need less release the rest. */
  private void shrink(int[] widths, int most) {
    int room = most - GAP * (widths.length - 1);
    int sharing = 0;
    for (int i = 0; i < widths.length; i++) {
      if (shrinks(column(i).form())) {
        sharing++;
      } else {
        room -= widths[i];
      }
    }
    int share = share(widths, room, sharing);
    for (int i = 0; i < widths.length; i++) {
      if (shrinks(column(i).form())) {
        widths[i] = Math.min(widths[i], Math.max(share, heading(column(i)).length()));
      }
    }
  }

  /** The most that a column may take so that all have room. */
  private int share(int[] widths, int room, int sharing) {
    int share = room / Math.max(1, sharing);
    boolean isSettled = false;
    while (!isSettled) {
      int left = room;
      int wider = 0;
      for (int i = 0; i < widths.length; i++) {
        if (shrinks(column(i).form()) && widths[i] <= share) {
          left -= widths[i];
        } else if (shrinks(column(i).form())) {
          wider++;
        }
      }
      int next = wider == 0 ? share : left / wider;
      isSettled = next <= share;
      share = Math.max(share, next);
    }
    return Math.max(LEAST_NAME, share);
  }

  private int[] widths(List<String[]> lines) {
    int[] widths = new int[shown.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = heading(column(i)).length();
      for (String[] texts : lines) {
        widths[i] = Math.max(widths[i], texts[i].length());
      }
    }
    return widths;
  }

  private void append(StringBuilder line, String text, int at, int[] widths) {
    int pad = widths[at] - text.length();
    boolean last = at == widths.length - 1;
    if (column(at).form().isNumber()) {
      line.repeat(' ', pad).append(text);
    } else {
      line.append(text).repeat(' ', last ? 0 : pad);
    }
    line.repeat(' ', last ? 0 : GAP);
  }

  /** A cell for people. */
  private String text(@Nullable Object cell, Column column) {
    Form form = column.form();
    // A switch over types would be made at run time, which takes longer than a short command.
    if (cell == null) {
      return column.isOptional() && form == Form.TIME ? "unknown" : "-";
    }
    if (cell instanceof Number number && form == Form.TIME) {
      return String.format(Locale.ROOT, "%.3f", number.doubleValue() / 1e6);
    }
    if (cell instanceof Double number) {
      return form == Form.SHARE
          ? String.format(Locale.ROOT, "%.1f%%", 100 * number)
          : String.format(Locale.ROOT, "%.3f", number);
    }
    if (cell instanceof List<?> path) {
      List<String> names = new ArrayList<>();
      for (Object each : path) {
        names.add(name(each));
      }
      return Printable.of(String.join(STEP, names));
    }
    String text = form.isOfMethods() ? name(cell) : cell.toString();
    return Printable.of(cell instanceof Nested nested ? "  ".repeat(nested.depth()) + text : text);
  }

  private String name(Object method) {
    return raw ? method.toString() : ReadableName.of(method.toString());
  }

  /** Between the methods of a path. */
  private static final String STEP = " > ";

  /** Writes an array with an object for each row. */
  public static void write(Table table, JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (int row = 0; row < table.size(); row++) {
      json.writeStartObject();
      for (int i = 0; i < table.columns().size(); i++) {
        json.writeFieldName(table.columns().get(i).key());
        writeCell(json, table.row(row).get(i));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes a number, a string, a truth or null. */
  public static void writeCell(JsonGenerator json, @Nullable Object cell) throws IOException {
    switch (cell) {
      case null -> json.writeNull();
      case Boolean b -> json.writeBoolean(b);
      case Integer i -> json.writeNumber(i);
      case Long l -> json.writeNumber(l);
      case Double d -> json.writeNumber(d);
      default -> json.writeString(plain(cell));
    }
  }

  /** Prints a line of keys, then one for each row (RFC 4180); figures are those of JSON. */
  public static void printCsv(Table table, PrintStream out) {
    List<String> cells = new ArrayList<>();
    for (Column column : table.columns()) {
      cells.add(column.key());
    }
    printCsv(cells, out);
    for (int row = 0; row < table.size(); row++) {
      cells.clear();
      for (Object cell : table.row(row)) {
        cells.add(cell == null ? "" : plain(cell));
      }
      printCsv(cells, out);
    }
  }

  /** Prints a line of comma separated values. */
  public static void printCsv(List<String> cells, PrintStream out) {
    for (int i = 0; i < cells.size(); i++) {
      out.append(i == 0 ? "" : ",").append(Csv.quoted(cells.get(i)));
    }
    out.append("\r\n");
  }

  /** A cell for programs. */
  private static String plain(Object cell) {
    if (cell instanceof List<?> path) {
      List<String> names = new ArrayList<>();
      for (Object each : path) {
        names.add(each.toString());
      }
      return String.join(STEP, names);
    }
    return cell.toString();
  }
}
