package dev.dexscope.sql;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Types;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values of an answer, as few types as people and programs want of it. */
final class Cell {
  /** A longer text does not fit the heap of the process that reads it from DuckDB. */
  private static final int LONGEST = 256 << 20;

  private static final Set<Integer> NUMBERS =
      Set.of(
          Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.FLOAT,
          Types.REAL,
          Types.DOUBLE,
          Types.DECIMAL,
          Types.NUMERIC);

  private Cell() {}

  static boolean isNumber(int type, String name) {
    // JDBC has no word for these: HUGEINT is what sums of BIGINT are.
    return NUMBERS.contains(type) || name.endsWith("INT") || name.endsWith("INTEGER");
  }

  static @Nullable Object of(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Boolean truth -> truth;
      case Float number -> number.doubleValue();
      case Double number -> number;
      case BigDecimal number when number.scale() == 0 -> of(number.toBigIntegerExact());
      case BigDecimal number -> number.doubleValue();
      case BigInteger number ->
          number.bitLength() < Long.SIZE ? number.longValue() : number.toString();
      case Number number -> number.longValue();
      case Blob _ -> "bytes";
      default -> value.toString();
    };
  }

  /** Writes what {@link #of} returns. */
  static void write(@Nullable Object cell, DataOutputStream out) throws IOException {
    switch (cell) {
      case null -> out.writeByte('-');
      case Boolean truth -> out.writeByte(truth ? 't' : 'f');
      case Long number -> {
        out.writeByte('l');
        out.writeLong(number);
      }
      case Double number -> {
        out.writeByte('d');
        out.writeDouble(number);
      }
      default -> {
        byte[] text = cell.toString().getBytes(StandardCharsets.UTF_8);
        out.writeByte('s');
        out.writeInt(text.length);
        out.write(text);
      }
    }
  }

  /** Reads what {@link #write} has written. */
  static @Nullable Object read(DataInputStream in) throws IOException {
    int type = in.readUnsignedByte();
    return switch (type) {
      case '-' -> null;
      case 't' -> true;
      case 'f' -> false;
      case 'l' -> in.readLong();
      case 'd' -> in.readDouble();
      case 's' -> text(in);
      default -> throw new IOException("a cell of type " + type);
    };
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > LONGEST) {
      throw new IOException("a text of " + length + " bytes");
    }
    byte[] text = in.readNBytes(length);
    if (text.length < length) {
      throw new EOFException("a text that breaks off");
    }
    return new String(text, StandardCharsets.UTF_8);
  }
}
