package dev.dexscope.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Types;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values of an answer, as few types as people and programs want of it. */
final class Cell {
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
      case BigDecimal number -> number.doubleValue();
      case BigInteger number ->
          number.bitLength() < Long.SIZE ? number.longValue() : number.toString();
      case Number number -> number.longValue();
      case Blob _ -> "bytes";
      default -> value.toString();
    };
  }
}
