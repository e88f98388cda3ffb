/** Kernels of one kind of instruction each: the best of seven rounds, in milliseconds, and what it computed. */
public final class Kernels {
  interface Step {
    int next(int a);
  }

  static final class Adds implements Step {
    int k;

    @Override
    public int next(int a) {
      return a + k;
    }
  }

  static final class Mixes implements Step {
    int k = 1;

    @Override
    public int next(int a) {
      return a ^ k;
    }
  }

  static int shared;
  int number;
  long wide;

  int plus(int a) {
    return a + number;
  }

  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  static int arithmetic(int n) {
    int a = 1;
    int b = 7;
    for (int i = 0; i < n; i++) {
      a = a * 31 + i;
      b ^= a >>> 3;
      b += i & 15;
    }
    return a + b;
  }

  static int fields(int n) {
    var kernels = new Kernels();
    for (int i = 0; i < n; i++) {
      kernels.number += i;
      kernels.wide ^= kernels.number;
    }
    return kernels.number + (int) kernels.wide;
  }

  static int statics(int n) {
    for (int i = 0; i < n; i++) {
      shared += i;
    }
    return shared;
  }

  static int arrays(int n) {
    int[] array = new int[1024];
    int sum = 0;
    for (int i = 0; i < n; i++) {
      array[i & 1023] += i;
      sum += array[(i * 7) & 1023];
    }
    return sum;
  }

  static int virtualCalls(int n) {
    var kernels = new Kernels();
    kernels.number = 3;
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum = kernels.plus(sum);
    }
    return sum;
  }

  static int interfaceCalls(int n) {
    Step[] steps = {new Adds(), new Mixes()};
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum = steps[i & 1].next(sum);
    }
    return sum;
  }

  static int objects(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      var made = new Adds();
      made.k = i;
      sum += made.k;
    }
    return sum;
  }

  static double doubles(int n) {
    double sum = 1;
    for (int i = 1; i < n; i++) {
      sum = sum * 1.0000001 + i / 3.0;
      sum -= Math.sqrt(i);
    }
    return sum;
  }

  static int switches(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      switch (i & 7) {
        case 0 -> sum += 1;
        case 1 -> sum ^= 5;
        case 2 -> sum -= 3;
        case 3 -> sum += 7;
        case 4 -> sum <<= 1;
        case 5 -> sum |= 3;
        case 6 -> sum += 2;
        default -> sum++;
      }
    }
    return sum;
  }

  static int charAt(int n) {
    String text = "the quick brown fox jumps";
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += text.charAt(i % 25);
    }
    return sum;
  }

  static int append(int n) {
    var text = new StringBuilder();
    for (int i = 0; i < n; i++) {
      text.append((char) ('a' + (i & 15)));
      if (text.length() > 500) {
        text.setLength(0);
      }
    }
    return text.length();
  }

  private static Object run(int kernel) {
    return switch (kernel) {
      case 0 -> fib(27);
      case 1 -> arithmetic(3_000_000);
      case 2 -> fields(2_000_000);
      case 3 -> statics(3_000_000);
      case 4 -> arrays(2_000_000);
      case 5 -> virtualCalls(1_500_000);
      case 6 -> interfaceCalls(1_500_000);
      case 7 -> objects(1_500_000);
      case 8 -> doubles(2_000_000);
      case 9 -> switches(3_000_000);
      case 10 -> charAt(1_500_000);
      default -> append(1_500_000);
    };
  }

  /** Runs all. */
  public static void main(String[] args) {
    String[] names = {
      "static calls", "arithmetic", "fields", "static fields", "arrays", "virtual calls",
      "interface calls", "new objects", "doubles", "switches", "charAt", "append"
    };
    for (int kernel = 0; kernel < names.length; kernel++) {
      long best = Long.MAX_VALUE;
      Object result = null;
      for (int round = 0; round < 7; round++) {
        long begin = System.nanoTime();
        result = run(kernel);
        best = Math.min(best, System.nanoTime() - begin);
      }
      System.out.println(names[kernel].replace(' ', '_') + " " + best / 1_000_000.0 + " " + result);
    }
  }
}
