// expect: Table\.<clinit>|Table
import java.util.*;

/** A planted cause: see the first line. */
public final class SlowStatic {
  public static void main(String[] args) throws Exception {
    System.out.println(Table.VALUES[17]);
  }

  static final class Table {
    static final double[] VALUES = new double[2_000_000];

    static {
      for (int round = 1; round < 20; round++) {
        for (int i = 0; i < VALUES.length; i++) {
          VALUES[i] += Math.sin(i * round);
        }
      }
    }
  }
}
