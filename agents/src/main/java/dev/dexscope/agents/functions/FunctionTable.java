package dev.dexscope.agents.functions;

import dev.dexscope.agents.jvmti.Function;
import java.util.List;

/** All functions, one row each. */
final class FunctionTable {
  private static final Row[] BY_NUMBER = new Row[Function.COUNT + 1];

  static {
    for (List<List<Row>> families :
        List.of(ThreadRows.FAMILIES, CodeRows.FAMILIES, SystemRows.FAMILIES)) {
      for (List<Row> family : families) {
        for (Row row : family) {
          BY_NUMBER[row.function().number()] = row;
        }
      }
    }
  }

  private FunctionTable() {}

  static Row of(Function function) {
    return BY_NUMBER[function.number()];
  }

  /** The row of a number that is one's. */
  static Row of(int number) {
    return BY_NUMBER[number];
  }
}
