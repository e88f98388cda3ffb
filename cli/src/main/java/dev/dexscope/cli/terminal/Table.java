package dev.dexscope.cli.terminal;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.dexscope.base.text.Printable;
import dev.dexscope.trace.ReadableName;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Rows for a person or for a program: printed with aligned columns, or as a JSON array of objects.
 *
 * <pre>{@code
 * var table = new Table(Column.text("method"), Column.number("calls"));
 * table.add("Main.run", 12);
 * table.print(out);
 * }</pre>
 */
public final class Table {
  private static final int GAP = 2;
  private static final int LEAST_NAME = 15;

  private final List<Column> columns;
  private final List<List<@Nullable Object>> rows = new ArrayList<>();

  /**
   * A column.
   *
   * @param name the heading, and the key in JSON
   * @param rightAligned numbers stand at the right
   * @param giving what gives way where the terminal is too narrow
   */
  public record Column(String name, boolean rightAligned, Giving giving) {
    public static Column text(String name) {
      return new Column(name, false, Giving.NOTHING);
    }

    public static Column number(String name) {
      return new Column(name, true, Giving.NOTHING);
    }

    /** Names of methods, classes or packages, which can be shortened. */
    public static Column name(String name) {
      return new Column(name, false, Giving.PACKAGES);
    }

    /** Texts whose ends can be left out. */
    public static Column words(String name) {
      return new Column(name, false, Giving.END);
    }

    boolean shrinks() {
      return giving != Giving.NOTHING;
    }
  }

  /** What of a text gives way. */
  public enum Giving {
    NOTHING,
    PACKAGES,
    END
  }

  public Table(Column... columns) {
    this.columns = List.of(columns);
  }

  /** A row: strings, numbers, booleans, or null for "unknown". */
  public void add(@Nullable Object... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(cells.length + " cells for " + columns.size());
    }
    var row = new ArrayList<@Nullable Object>();
    for (Object cell : cells) {
      row.add(cell);
    }
    rows.add(row);
  }

  public void print(PrintStream out) {
    print(out, 0);
  }

  /** Prints for a terminal of so many columns; 0 where that does not matter. */
  public void print(PrintStream out, int columnsOfTerminal) {
    print(out, columnsOfTerminal, rows.size());
  }

  /**
   * Prints a screen of so many lines: its heading, as many rows as fit, how many others there are.
   */
  public void printScreen(PrintStream out, int columnsOfTerminal, int lines) {
    // Behind the last row the cursor stands on a line of its own.
    boolean fits = rows.size() < lines - 1;
    int shown = fits ? rows.size() : Math.max(0, lines - 2);
    print(out, columnsOfTerminal, shown);
    if (!fits) {
      out.print("... " + (rows.size() - shown) + " more");
    }
  }

  private void print(PrintStream out, int columnsOfTerminal, int shown) {
    int[] widths = widths();
    if (columnsOfTerminal > 0) {
      shrink(widths, columnsOfTerminal);
    }
    var line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      append(line, columns.get(i).name(), i, widths);
    }
    out.println(line);
    for (List<@Nullable Object> row : rows.subList(0, shown)) {
      line.setLength(0);
      for (int i = 0; i < widths.length; i++) {
        String text = text(row.get(i));
        append(line, shortened(text, widths[i], columns.get(i).giving()), i, widths);
      }
      out.println(line);
    }
  }

  private static String shortened(String text, int width, Giving giving) {
    if (text.length() <= width || giving == Giving.NOTHING) {
      return text;
    }
    return giving == Giving.END
        ? text.substring(0, width - 1) + "…"
        : ReadableName.shortened(text, width);
  }

  /** Columns that give way share what the others leave; those that need less leave that too. */
  private void shrink(int[] widths, int most) {
    int room = most - GAP * (widths.length - 1);
    int sharing = 0;
    for (int i = 0; i < widths.length; i++) {
      if (columns.get(i).shrinks()) {
        sharing++;
      } else {
        room -= widths[i];
      }
    }
    int share = share(widths, room, sharing);
    for (int i = 0; i < widths.length; i++) {
      if (columns.get(i).shrinks()) {
        widths[i] = Math.min(widths[i], Math.max(share, columns.get(i).name().length()));
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
        if (columns.get(i).shrinks() && widths[i] <= share) {
          left -= widths[i];
        } else if (columns.get(i).shrinks()) {
          wider++;
        }
      }
      int next = wider == 0 ? share : left / wider;
      isSettled = next <= share;
      share = Math.max(share, next);
    }
    return Math.max(LEAST_NAME, share);
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = columns.get(i).name().length();
      for (List<@Nullable Object> row : rows) {
        widths[i] = Math.max(widths[i], text(row.get(i)).length());
      }
    }
    return widths;
  }

  private void append(StringBuilder line, String text, int column, int[] widths) {
    int pad = widths[column] - text.length();
    boolean last = column == widths.length - 1;
    if (columns.get(column).rightAligned()) {
      line.repeat(' ', pad).append(text);
    } else {
      line.append(text).repeat(' ', last ? 0 : pad);
    }
    line.repeat(' ', last ? 0 : GAP);
  }

  private static String text(@Nullable Object cell) {
    // A switch over types would be made at run time, which takes longer than a short command.
    if (cell == null) {
      return "-";
    }
    return cell instanceof Double number
        ? String.format(Locale.ROOT, "%.3f", number)
        : Printable.of(cell.toString());
  }

  /** How many rows it has. */
  public int size() {
    return rows.size();
  }

  public void writeTo(JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (List<@Nullable Object> row : rows) {
      json.writeStartObject();
      for (int i = 0; i < columns.size(); i++) {
        json.writeFieldName(columns.get(i).name());
        writeCell(json, row.get(i));
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
      default -> json.writeString(cell.toString());
    }
  }
}
