import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Its agent replaces its code by what javac makes of other versions of this source. */
public final class Swapped {
  interface Greeter {
    String greet(String name);

    static Greeter plain() {
      return name -> "hello " + name;
    }

    default Greeter twice() {
      return name -> greet(greet(name));
    }
  }

  record Point(int x, int y) {
    int sum() {
      return x + y;
    }
  }

  enum Color {
    RED,
    GREEN,
    BLUE
  }

  static class Cart {
    private final List<String> items = new ArrayList<>();
    private int total = 3;
    private static int carts = 1;
    private static int empty = 0;
    private long weight = 5;

    private Cart(String first) {
      carts++;
      items.add(first);
    }

    private Cart(int count) {
      total = count;
    }

    private String list() {
      return String.join("+", items);
    }

    private String unused(Object... more) {
      return "unused " + total + more.length;
    }

    private static int count(int more) {
      return carts + more + empty;
    }

    static Cart of(int count) {
      return new Cart(count);
    }

    final class Line {
      private String text() {
        return "line of " + list() + " " + total++;
      }
    }
  }

  static final class Basket extends Cart {
    private double size = 1.5;

    private Basket() {
      super("basket");
    }
  }

  private final String name;
  private int calls;

  private Swapped(String name) {
    this.name = name;
  }

  private String secret() {
    return "secret " + name;
  }

  Supplier<String> capturingThis() {
    return () -> secret() + " " + ++calls;
  }

  Function<String, String> capturingLocals(int number, String text) {
    return more -> text + more + number;
  }

  static IntUnaryOperator plain() {
    return value -> value + 1;
  }

  static List<Supplier<String>> several() {
    return List.of(() -> "first", () -> "second", () -> "third");
  }

  static Function<Object, String> reference() {
    return String::valueOf;
  }

  Supplier<String> ownReference() {
    return this::secret;
  }

  static Function<String, Cart> constructor() {
    return Cart::new;
  }

  static String ofColor(Color color) {
    switch (color) {
      case RED:
        return "red";
      case GREEN:
        return "green";
      default:
        return "other";
    }
  }

  static String ofText(String text) {
    return switch (text) {
      case "one" -> "1";
      case "two" -> "2";
      default -> "many";
    };
  }

  static String privates() {
    Cart cart = new Cart("apple");
    cart.total += 10;
    cart.weight++;
    Cart.carts *= 2;
    cart.items.add("pear");
    Cart.Line line = cart.new Line();
    Cart basket = new Basket();
    return cart.list() + cart.total + Cart.count(1) + line.text() + cart.weight + basket.list();
  }

  static synchronized String locked(Object object) {
    assert object != null;
    return object.getClass().getSimpleName();
  }

  static String thread() throws InterruptedException {
    String[] result = new String[1];
    Thread thread = new Thread(() -> result[0] = "in a thread");
    thread.start();
    thread.join();
    return result[0];
  }

  static String thrown() {
    try {
      throw new IllegalStateException("thrown");
    } catch (IllegalStateException e) {
      return e.getMessage() + " in " + e.getStackTrace()[0];
    }
  }

  private final Supplier<String> kept = capturingThis();

  static void print(String what, Object value) {
    System.out.println("program " + what + ": " + value);
  }

  /** Lets the agent replace the code. */
  static boolean next() throws ReflectiveOperationException {
    return (Boolean) Class.forName("Swapper").getMethod("next").invoke(null);
  }

  static void all(Swapped swapped) throws InterruptedException {
    print("kept", swapped.kept.get());
    print("this", swapped.capturingThis().get());
    print("locals", swapped.capturingLocals(1, "a").apply("b"));
    print("plain", plain().applyAsInt(1));
    print("several", several().get(0).get() + several().get(1).get() + several().get(2).get());
    print("reference", reference().apply(2));
    print("own", swapped.ownReference().get());
    print("constructor", constructor().apply("plum").list());
    print("greeter", Greeter.plain().greet("you"));
    print("twice", Greeter.plain().twice().greet("you"));
    Point point = new Point(1, 2);
    print("point", point + " " + point.sum() + point.equals(new Point(1, 2)) + point.hashCode());
    print("color", ofColor(Color.GREEN) + ofColor(Color.BLUE));
    print("text", ofText("two") + ofText("three"));
    print("privates", privates());
    print("locked", locked(swapped));
    print("thread", thread());
    print("thrown", thrown());
    print("of", Cart.of(7).total);
  }

  public static void main(String[] args) throws Exception {
    Swapped swapped = new Swapped("it");
    do {
      all(swapped);
    } while (next());
  }
}
