package dev.dexscope.sql;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The messages of an {@link EngineMain}: a byte that names what follows. */
enum Message {
  /** The tables are there; questions may come. */
  READY('k'),
  /** The columns of an answer follow. */
  COLUMNS('c'),
  /** The cells of a row follow, as many as there are columns. */
  ROW('r'),
  /** There are no more rows. */
  END('e'),
  /** There are more rows, which were not asked for. */
  MORE('m'),
  /** There is no answer; the reason follows. */
  FAILURE('f');

  private static final int MOST_COLUMNS = 100_000;

  private final int code;

  Message(char code) {
    this.code = code;
  }

  void write(DataOutputStream out) throws IOException {
    out.writeByte(code);
  }

  static Message read(DataInputStream in) throws IOException {
    int code = in.readUnsignedByte();
    for (Message each : values()) {
      if (each.code == code) {
        return each;
      }
    }
    throw new IOException("DuckDB's process answers what is no answer");
  }

  static void writeFailure(DataOutputStream out, String reason) throws IOException {
    FAILURE.write(out);
    Cell.write(reason, out);
  }

  static void writeColumns(DataOutputStream out, List<Rows.Column> columns) throws IOException {
    COLUMNS.write(out);
    out.writeInt(columns.size());
    for (Rows.Column each : columns) {
      Cell.write(each.name(), out);
      Cell.write(each.type(), out);
      out.writeBoolean(each.isNumber());
    }
  }

  /** The columns that follow {@link #COLUMNS}. */
  static List<Rows.Column> readColumns(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > MOST_COLUMNS) {
      throw new IOException("an answer of " + count + " columns");
    }
    List<Rows.Column> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(
          new Rows.Column(
              String.valueOf(Cell.read(in)), String.valueOf(Cell.read(in)), in.readBoolean()));
    }
    return columns;
  }
}
