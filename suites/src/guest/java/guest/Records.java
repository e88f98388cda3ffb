package guest;

import java.util.*;

/** Records, sealed types, patterns and text blocks, as D8 leaves them. */
public class Records {
  record Point(int x, int y) {
    static final Point ORIGIN = new Point(0, 0);
    Point { if (x < -1000) throw new IllegalArgumentException("too far"); }
    Point(int both) { this(both, both); }
    double length() { return Math.sqrt(x * x + y * y); }
  }

  record Pair<A, B>(A first, B second) {}
  record All(boolean z, byte b, char c, short s, int i, long l, float f, double d, String t, int[] a) {}
  record Empty() {}

  sealed interface Shape permits Circle, Rectangle {}
  record Circle(Point centre, double radius) implements Shape {}
  record Rectangle(Point a, Point b) implements Shape { @Override public String toString() { return "box"; } }

  static String describe(Object o) {
    if (o instanceof Circle c && c.radius() > 1) return "big circle " + c.radius();
    if (o instanceof Circle c) return "circle at " + c.centre();
    if (!(o instanceof Rectangle r)) return "other";
    return "rectangle " + r.a() + r;
  }

  static int size(String day) {
    return switch (day) {
      case "a", "b" -> 1;
      case "c" -> {
        int x = day.length();
        yield x + 10;
      }
      default -> -1;
    };
  }

  public static void main(String[] args) {
    Point p = new Point(3, 4);
    System.out.println(p + " " + p.length() + p.equals(new Point(3, 4)) + p.equals(new Point(4)) + (p.hashCode() == new Point(3, 4).hashCode()));
    System.out.println(new Pair<>("a", null) + " " + new Pair<>(1, p).second().x() + new Empty() + new Empty().equals(new Empty()));
    All all = new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6d, "t", null);
    System.out.println(all + " " + all.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6d, "t", null)) + all.equals(new All(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6.5, "t", null)));
    System.out.println(new Pair<>(Double.NaN, -0d).equals(new Pair<>(Double.NaN, -0d)) + " " + new Pair<>(0d, 0).equals(new Pair<>(-0d, 0)));
    try {
      new Point(-2000);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
    for (Object o : new Object[] {new Circle(p, 0.5), new Circle(p, 2), new Rectangle(p, Point.ORIGIN), "s"}) System.out.println(describe(o));
    System.out.println(size("a") + size("c") + size("z"));
    System.out.println("""
        text "block"
          indented \
        joined
        end""");
    Map<Point, String> map = new HashMap<>();
    for (int i = 0; i < 10; i++) map.put(new Point(i % 3, i % 2), "v" + i);
    System.out.println(map.size() + map.get(new Point(0, 1)));
    var list = new ArrayList<Pair<Integer, String>>();
    for (var i = 0; i < 3; i++) list.add(new Pair<>(i, "n" + i));
    System.out.println(list);
  }
}
