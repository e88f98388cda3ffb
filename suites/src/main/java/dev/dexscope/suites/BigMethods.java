package dev.dexscope.suites;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The source of a program whose methods are near or beyond a JVM's limits when they are translated.
 */
final class BigMethods {
  private BigMethods() {}

  static String source() {
    return """
    package guest;

    public class BigMethods {
      static int straight(int x) {
    %s    return x;
      }

      static int branches(int x) {
        int y = 1;
    %s    return x ^ y;
      }

      static long manyLocals(int n) {
    %s    long sum = 0;
        for (int round = 0; round < n; round++) {
    %s    }
    %s    return sum;
      }

      static double wideLocals(double x) {
    %s    double sum = 0;
    %s    return sum;
      }

      static int denseSwitch(int key) {
        switch (key) {
    %s      default: return -1;
        }
      }

      static int sparseSwitch(int key) {
        switch (key) {
    %s      default: return -1;
        }
      }

      static int tries(int[] array) {
        int caught = 0;
    %s    return caught;
      }

      static String strings(int x) {
        StringBuilder text = new StringBuilder();
    %s    return text.toString();
      }

      static final int[] TABLE = {%s};

      public static void main(String[] args) {
        int a = 1, b = 1;
        for (int i = 0; i < 2000; i++) {
          a = straight(a + i);
          b = branches(b + i);
        }
        System.out.println(a + " " + b);
        System.out.println(manyLocals(200) + " " + wideLocals(1.5));
        int dense = 0, sparse = 0;
        for (int i = -10; i < 4000; i++) {
          dense = dense * 31 + denseSwitch(i);
          sparse = sparse * 31 + sparseSwitch(i * 7919);
        }
        System.out.println(dense + " " + sparse);
        System.out.println(tries(new int[100]) + " " + strings(3).hashCode());
        long sum = 0;
        for (int value : TABLE) sum = sum * 31 + value;
        System.out.println(sum);
      }
    }
    """
        .formatted(
            lines(4300, i -> "    x = x * 31 + (x >>> 7) ^ " + (1000 + i) + ";"),
            lines(
                2200,
                i ->
                    "    if ((x & "
                        + (i % 64 + 1)
                        + ") == 0) { y += x; x ^= "
                        + i
                        + "; } else x += 3;"),
            lines(
                400, i -> "    " + (i % 3 == 0 ? "long" : "int") + " v" + i + " = " + i + " + n;"),
            lines(400, i -> "      v" + i + " += v" + (i * 7 % 400) + " ^ round;"),
            lines(400, i -> "    sum = sum * 31 + v" + i + ";"),
            lines(300, i -> "    double d" + i + " = x * " + i + ".5;"),
            lines(300, i -> "    sum += d" + i + " / (1 + d" + (i * 11 % 300) + ");"),
            lines(3000, i -> "      case " + i + ": return " + (i * 17 % 1000) + ";"),
            lines(2500, i -> "      case " + i * 7919 + ": return " + (i * 13 % 1000) + ";"),
            lines(
                900,
                i ->
                    "    try { array["
                        + (i % 130)
                        + "] += "
                        + i
                        + "; } catch (ArrayIndexOutOfBoundsException e) { caught += "
                        + i
                        + "; }"),
            lines(1500, i -> "    text.append(\"text " + i + "\").append(x);"),
            IntStream.range(0, 8000)
                .mapToObj(i -> Integer.toString(i * i * 31))
                .collect(Collectors.joining(", ")));
  }

  private static String lines(int count, IntFunction<String> line) {
    return IntStream.range(0, count).mapToObj(line).collect(Collectors.joining("\n", "", "\n"));
  }
}
