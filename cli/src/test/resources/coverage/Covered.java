import java.util.List;

/** Of each kind of code some that runs, and some that does not. */
final class Covered {
  enum Color {
    RED,
    GREEN
  }

  interface Shape {
    default double area() {
      return 0;
    }

    double height();
  }

  static final class Square implements Shape {
    private final int side;

    Square(int side) {
      this.side = side;
    }

    @Override
    public double height() {
      return side;
    }
  }

  private static int conditions(int x) {
    if (x > 3 && x < 10) {
      return 1;
    } else if (x == 0 || x == 100) {
      return 2;
    }
    for (int i = 0; i < x; i++) {
      if (i == 100) {
        break;
      }
      if (i % 2 == 0) {
        continue;
      }
      x--;
    }
    do {
      x--;
    } while (x > 5);
    return x > 0 ? 3 : 4;
  }

  private static int cases(int x) {
    switch (x) {
      case 1:
        return 10;
      case 2:
      case 3:
        x = 7;
        break;
      case 1000:
        return 11;
      default:
        x = 8;
    }
    return x;
  }

  private static int exceptions(String text) {
    int sum = 0;
    try {
      sum += Integer.parseInt(text);
      sum += 1;
    } catch (NumberFormatException e) {
      sum = -1;
    } catch (IllegalStateException e) {
      sum = -2;
    } finally {
      sum += 100;
    }
    return sum;
  }

  private static int left(int x) {
    int before = x + 1;
    never(before);
    return before;
  }

  private static void never(int x) {
    if (x > 0) {
      throw new IllegalStateException("positive");
    }
    System.out.println("not positive");
  }

  private static int monitors(Object lock, int x) {
    synchronized (lock) {
      if (x > 1) {
        x += lock.hashCode() == 1 ? 1 : 2;
      }
      for (int i = 0; i < x; i++) {
        if (i == 3) {
          return i;
        }
      }
    }
    return x;
  }

  private static void unused() {
    System.out.println("never");
  }

  public static void main(String[] arguments) {
    long sum = conditions(5) + conditions(20) + conditions(0);
    sum += cases(1) + cases(3) + cases(5);
    sum += exceptions("x") + exceptions("7");
    sum += monitors("lock", 0) + monitors("lock", 5);
    List<Shape> shapes = List.of(new Square(2), new Square(3));
    for (Shape each : shapes) {
      sum += (long) each.height();
    }
    shapes.forEach(each -> System.out.println(each.height()));
    Runnable later = () -> System.out.println("never");
    try {
      left(1);
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
    if (arguments.length > 3) {
      later.run();
      unused();
    }
    System.out.println(Color.valueOf("RED") + " " + sum);
  }
}
