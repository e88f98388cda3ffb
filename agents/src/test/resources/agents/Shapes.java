/** A program in which two of its classes meet in a variable. */
public class Shapes {
  abstract static class Shape {
    abstract String name();
  }

  static class Circle extends Shape {
    @Override
    String name() {
      return "circle";
    }
  }

  static class Square extends Shape {
    @Override
    String name() {
      return "square";
    }
  }

  static String pick(boolean isRound) {
    Shape shape = isRound ? new Circle() : new Square();
    return shape.name();
  }

  public static void main(String[] arguments) {
    System.out.println("picked " + pick(true) + " " + pick(false));
  }
}
