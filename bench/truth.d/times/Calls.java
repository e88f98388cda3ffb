/** Virtual calls of three classes, and a recursion. */
public class Calls {
  abstract static class Shape {
    abstract double area(double scale);
  }

  static final class Circle extends Shape {
    @Override
    double area(double scale) {
      double r = scale + 0.5;
      return r * r * 3.14159;
    }
  }

  static final class Square extends Shape {
    @Override
    double area(double scale) {
      double a = scale + 0.25;
      return a * a;
    }
  }

  static final class Polygon extends Shape {
    @Override
    double area(double scale) {
      double sum = 0;
      for (int i = 1; i < 12; i++) {
        sum += Math.sqrt(scale * i);
      }
      return sum;
    }
  }

  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  static double areas(Shape[] shapes) {
    double sum = 0;
    for (int i = 0; i < 60_000; i++) {
      sum += shapes[i % shapes.length].area(i);
    }
    return sum;
  }

  public static void main(String[] args) {
    Shape[] shapes = {new Circle(), new Square(), new Polygon(), new Square()};
    double sum = 0;
    for (int round = 0; round < 150; round++) {
      sum += areas(shapes);
      sum += fib(22);
    }
    System.out.println(sum);
  }
}
