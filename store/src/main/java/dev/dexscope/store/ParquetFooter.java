package dev.dexscope.store;

import dev.dexscope.base.bytes.ByteView;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns and the number of rows of a Parquet file, read from its footer (parquet-format 2.10,
 * Thrift's compact protocol) before another program opens it.
 *
 * @param columns of the types that a store has; of others this fails
 * @param rows the number of rows, which is that of all row groups
 */
record ParquetFooter(List<StoreTable.Column> columns, long rows) {
  private static final int TAIL = 8;
  private static final long LARGEST = 64 << 20;

  /** A row group is read into memory as a whole. */
  private static final long LARGEST_GROUP = 4L << 30;

  private static final int MOST_COLUMNS = 1000;
  private static final int DEEPEST = 16;

  // The types of Thrift's compact protocol.
  private static final int TRUE = 1;
  private static final int FALSE = 2;
  private static final int BYTE = 3;
  private static final int I64 = 6;
  private static final int DOUBLE = 7;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int SET = 10;
  private static final int STRUCT = 12;

  // The enumerations of parquet.thrift.
  private static final int BOOLEAN = 0;
  private static final int INT64 = 2;
  private static final int BYTE_ARRAY = 6;
  private static final int UTF8 = 0;
  private static final int LIST_OF = 3;
  private static final int INT_64 = 18;

  /** An element of the schema, which is a tree in preorder. */
  private record Element(String name, int type, int children, int converted) {}

  /**
   * Reads the footer of a file.
   *
   * @throws StoreFormatException if it is damaged
   * @throws IOException if it cannot be read
   */
  static ParquetFooter read(Path path) throws IOException {
    String name = path.toString();
    try (var file = new RandomAccessFile(path.toFile(), "r")) {
      long length = file.length();
      byte[] tail = new byte[TAIL];
      if (length < TAIL + 4) {
        throw new StoreFormatException(name, 0, "is too short for a Parquet file");
      }
      file.seek(length - TAIL);
      file.readFully(tail);
      ByteView end =
          ByteView.of(name, length - TAIL, MemorySegment.ofArray(tail), StoreFormatException::new);
      long size = end.u4(0);
      if (!end.startsWith("PAR1", 4) || size > LARGEST || size > length - TAIL - 4) {
        throw end.fault(0, "is not the end of a Parquet file");
      }
      byte[] footer = new byte[(int) size];
      long at = length - TAIL - size;
      file.seek(at);
      file.readFully(footer);
      return read(ByteView.of(name, at, MemorySegment.ofArray(footer), StoreFormatException::new));
    }
  }

  static ParquetFooter read(ByteView footer) {
    return new Reader(footer).file();
  }

  private static final class Reader {
    private final ByteView in;
    private long at;
    private int field;
    private int type;

    Reader(ByteView in) {
      this.in = in;
    }

    ParquetFooter file() {
      List<Element> schema = new ArrayList<>();
      long rows = -1;
      long grouped = 0;
      int outer = begin();
      while (next()) {
        if (field == 2 && type == LIST) {
          int count = listOf(STRUCT);
          for (int i = 0; i < count; i++) {
            schema.add(element());
          }
        } else if (field == 3 && type == I64) {
          rows = signed();
        } else if (field == 4 && type == LIST) {
          int count = listOf(STRUCT);
          for (int i = 0; i < count; i++) {
            grouped = Math.addExact(grouped, rowGroup());
          }
        } else {
          skip(type, 0);
        }
      }
      field = outer;
      if (rows < 0 || grouped != rows) {
        throw in.fault(at, "has " + rows + " rows, its row groups " + grouped);
      }
      return new ParquetFooter(columns(schema), rows);
    }

    private Element element() {
      String name = "";
      int primitive = -1;
      int children = 0;
      int converted = -1;
      int outer = begin();
      while (next()) {
        switch (field) {
          case 1 -> primitive = number();
          case 4 -> name = text();
          case 5 -> children = number();
          case 6 -> converted = number();
          default -> skip(type, 0);
        }
      }
      field = outer;
      return new Element(name, primitive, children, converted);
    }

    /** The rows of a group. */
    private long rowGroup() {
      long rows = -1;
      int outer = begin();
      while (next()) {
        if (field == 2 && type == I64) {
          long bytes = signed();
          if (bytes < 0 || bytes > LARGEST_GROUP) {
            throw in.fault(at, "has a row group of " + bytes + " bytes");
          }
        } else if (field == 3 && type == I64) {
          rows = signed();
        } else {
          skip(type, 0);
        }
      }
      field = outer;
      if (rows < 0 || rows > Integer.MAX_VALUE) {
        throw in.fault(at, "has a row group of " + rows + " rows");
      }
      return rows;
    }

    private List<StoreTable.Column> columns(List<Element> schema) {
      List<StoreTable.Column> columns = new ArrayList<>();
      for (int i = 1; i < schema.size(); i++) {
        Element each = schema.get(i);
        boolean isList =
            each.children() == 1
                && each.converted() == LIST_OF
                && i + 2 < schema.size()
                && schema.get(i + 1).children() == 1
                && isNumber(schema.get(i + 2));
        if (isList) {
          columns.add(new StoreTable.Column(each.name(), StoreTable.Type.LIST));
          i += 2;
        } else if (isNumber(each)) {
          columns.add(new StoreTable.Column(each.name(), StoreTable.Type.NUMBER));
        } else if (each.children() == 0 && each.type() == BOOLEAN) {
          columns.add(new StoreTable.Column(each.name(), StoreTable.Type.FLAG));
        } else if (each.children() == 0 && each.type() == BYTE_ARRAY && each.converted() == UTF8) {
          columns.add(new StoreTable.Column(each.name(), StoreTable.Type.TEXT));
        } else {
          throw in.fault(0, "has a column of another type: " + each.name());
        }
      }
      return columns;
    }

    private static boolean isNumber(Element element) {
      boolean isPlain = element.converted() < 0 || element.converted() == INT_64;
      return element.children() == 0 && element.type() == INT64 && isPlain;
    }

    /** Begins a struct; returns the field of the outer one. */
    private int begin() {
      int outer = field;
      field = 0;
      return outer;
    }

    /** Reads the header of the next field, if there is one. */
    private boolean next() {
      int header = in.u1(at++);
      type = header & 0xf;
      if (header == 0) {
        return false;
      }
      int delta = header >>> 4;
      field = delta == 0 ? (int) signed() : field + delta;
      return true;
    }

    private int listOf(int expected) {
      int header = in.u1(at++);
      long size = (long) header >>> 4;
      if (size == 15) {
        size = unsigned();
      }
      if ((header & 0xf) != expected || size > in.size() - at) {
        throw in.fault(at, "has a list that does not fit");
      }
      if (expected == STRUCT && size > MOST_COLUMNS * 1000L) {
        throw in.fault(at, "has too long a list");
      }
      return (int) size;
    }

    private int number() {
      if (type < BYTE || type > I64) {
        throw in.fault(at, "has no number in field " + field);
      }
      long value = signed();
      return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, value));
    }

    private String text() {
      if (type != BINARY) {
        throw in.fault(at, "has no text in field " + field);
      }
      long length = unsigned();
      if (!in.has(at, length)) {
        throw in.fault(at, "has a text of " + length + " bytes");
      }
      String text = in.text(at, length);
      at += length;
      return text;
    }

    private void skip(int kind, int depth) {
      if (depth > DEEPEST) {
        throw in.fault(at, "is nested too deep");
      }
      switch (kind) {
        case TRUE, FALSE -> {}
        case BYTE -> at++;
        case 4, 5, I64 -> signed();
        case DOUBLE -> at += 8;
        case BINARY -> {
          long length = unsigned();
          if (!in.has(at, length)) {
            throw in.fault(at, "has a text of " + length + " bytes");
          }
          at += length;
        }
        case LIST, SET -> {
          int header = in.u1(at);
          int element = header & 0xf;
          int count = listOf(element);
          for (int i = 0; i < count; i++) {
            // Truths take a byte in a list.
            skip(element == TRUE || element == FALSE ? BYTE : element, depth + 1);
          }
        }
        case STRUCT -> {
          int outer = begin();
          while (next()) {
            skip(type, depth + 1);
          }
          field = outer;
        }
        default -> throw in.fault(at, "has a field of type " + kind);
      }
    }

    private long signed() {
      long value = unsigned();
      return value >>> 1 ^ -(value & 1);
    }

    private long unsigned() {
      long value = 0;
      for (int shift = 0; shift < Long.SIZE; shift += 7) {
        int b = in.u1(at++);
        value |= (b & 0x7fL) << shift;
        if (b < 0x80) {
          return value;
        }
      }
      throw in.fault(at, "has too long a number");
    }
  }
}
