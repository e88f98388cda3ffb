import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.IntUnaryOperator;

/** A program with what agents meet in code of today: nested classes, lambdas, enums, exceptions. */
public class Orders {
  enum Kind {
    BOOK,
    FOOD
  }

  interface Priced {
    int price();

    default String tag() {
      return "p" + price();
    }
  }

  static final class Item implements Priced {
    private final int price;

    Item(int price) {
      this.price = price;
    }

    @Override
    public int price() {
      return price;
    }
  }

  abstract static class Handler {
    abstract String handle(String order);
  }

  static class Reversing extends Handler {
    private int served;

    @Override
    String handle(String order) {
      served++;
      if (order.startsWith("bad")) {
        throw new IllegalArgumentException("refused " + order);
      }
      return reversed(order) + served;
    }

    private String reversed(String text) {
      return new StringBuilder(text).reverse().toString();
    }
  }

  static class Store {
    private final Map<String, Integer> stock = new TreeMap<>();

    int add(String name, int count) {
      return stock.merge(name, count, Integer::sum);
    }

    static long sum(List<? extends Priced> all) {
      long sum = 0;
      for (Priced each : all) {
        sum += each.price();
      }
      return sum;
    }

    String kind(String letter) {
      switch (letter) {
        case "b":
          return name(Kind.BOOK);
        case "f":
          return name(Kind.FOOD);
        default:
          return "?";
      }
    }

    private String name(Kind kind) {
      switch (kind) {
        case BOOK:
          return "book";
        default:
          return "food";
      }
    }

    synchronized <T> T call(Callable<T> callable) throws Exception {
      return callable.call();
    }
  }

  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  public static void main(String[] arguments) throws Exception {
    Store store = new Store();
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      items.add(new Item(i * i));
    }
    System.out.println("sum " + Store.sum(items) + " " + items.get(3).tag());
    Reversing handler = new Reversing();
    for (String each : List.of("abc", "bad1", "xyz")) {
      try {
        System.out.println("handled " + handler.handle(each));
      } catch (IllegalArgumentException e) {
        System.out.println("caught " + e.getMessage());
      }
    }
    System.out.println(
        "added " + store.add("a", 4) + store.kind("b") + store.kind("f") + store.kind("x"));
    IntUnaryOperator twice = x -> x * 2;
    System.out.println("called " + store.call(() -> twice.applyAsInt(21)) + " " + fib(5));
    Thread worker = new Thread(() -> System.out.println("on " + store.add("b", 2)), "worker");
    worker.start();
    worker.join();
    System.out.println("served " + handler.served);
    // On Android there are no class files.
    System.out.println("file " + Orders.class.getResource("Orders.class"));
    System.out.println("file " + ClassLoader.getSystemResource("Orders$Store.class"));
  }
}
