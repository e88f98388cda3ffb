// Needs min-api 24: reflection shows where default methods went.
package guest;

import java.util.Comparator;
import java.util.function.Function;

/** Default, static and private interface methods, diamonds, super calls, bridges. */
public class Interfaces {
  interface Named {
    default String name() { return "named " + suffix(); }
    private String suffix() { return getClass().getSimpleName(); }
    static Named of(String text) { return new Named() { @Override public String name() { return text; } }; }
  }

  interface Loud extends Named {
    @Override default String name() { return Named.super.name() + "!"; }
  }

  interface Polite extends Named {
    @Override default String name() { return "dear " + Named.super.name(); }
  }

  static class Both implements Loud, Polite {
    @Override public String name() { return Loud.super.name() + " and " + Polite.super.name(); }
  }

  static class Plain implements Named {}

  static class Inherits extends Both implements Named {}

  static class Own {
    public String name() { return "own"; }
  }

  static class ClassWins extends Own implements Loud {}

  interface Shape<T extends Comparable<T>> extends Comparable<Shape<T>> {
    T size();
    @Override default int compareTo(Shape<T> other) { return size().compareTo(other.size()); }
  }

  static class Square implements Shape<Integer> {
    final int side;
    Square(int side) { this.side = side; }
    @Override public Integer size() { return side * side; }
  }

  abstract static class Animal {
    abstract Object sound();
    Animal self() { return this; }
  }

  static class Dog extends Animal {
    @Override String sound() { return "woof"; }
    @Override Dog self() { return this; }
    String fetch() { return "ball"; }
  }

  abstract static class Partial implements Function<String, Integer> {
    public Integer twice(String s) { return apply(s) * 2; }
  }

  interface Constants { int A = 3; String B = "b" + A; }
  interface Wide { long wide(int a, long b, double c, float d, byte e, char f, short g, boolean h, Object i); }

  public static void main(String[] args) throws Exception {
    Named[] all = {new Plain(), new Both(), new Inherits(), new ClassWins(), Named.of("static")};
    for (Named named : all) System.out.println(named.name());
    System.out.println(new ClassWins().name() + ((Own) new ClassWins()).name());
    Shape<Integer> small = new Square(2), large = new Square(3);
    System.out.println(small.compareTo(large) + " " + large.compareTo(small) + " " + small.compareTo(small));
    Animal dog = new Dog();
    System.out.println(dog.sound() + " " + dog.self().sound() + " " + new Dog().self().fetch());
    Partial partial = new Partial() { @Override public Integer apply(String s) { return s.length(); } };
    System.out.println(partial.twice("four") + " " + partial.andThen(x -> x + 1).apply("abc"));
    Function<String, Integer> raw = partial;
    try {
      ((Function) raw).apply(5);
    } catch (ClassCastException e) {
      System.out.println("bridge casts");
    }
    System.out.println(Constants.A + Constants.B);
    Wide wide = (a, b, c, d, e, f, g, h, i) -> a + b + (long) c + (long) d + e + f + g + (h ? 1 : 0) + i.hashCode();
    System.out.println(wide.wide(1, 2L << 33, 3.5, 4.5f, (byte) -5, 'f', (short) 7, true, "object"));
    Comparator<String> comparator = Comparator.comparing(String::length);
    System.out.println(comparator.thenComparing(Comparator.reverseOrder()).compare("ab", "cd"));
    int bridges = 0;
    for (java.lang.reflect.Method m : Dog.class.getDeclaredMethods()) if (m.isBridge()) bridges++;
    System.out.println("bridges " + bridges);
    System.out.println(Loud.class.getMethod("name").isDefault() + " " + Named.class.isInterface());
    for (int i = 0; i < 5; i++) System.out.print(many(i).name() + " ");
    System.out.println();
  }

  static Named many(int i) {
    switch (i) {
      case 0: return Named.of("zero");
      case 1: return new Plain();
      case 2: return new Inherits();
      case 3: return Named.of("of");
      default: return new ClassWins();
    }
  }
}
