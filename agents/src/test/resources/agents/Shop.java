import java.io.IOException;
import java.util.List;

/** Prints a line for each line that it reads. Its classes are replaced meanwhile. */
public final class Shop {
  record Item(String name, int price) {}

  static final class Cart {
    private final List<Item> items = List.of(new Item("tea", 3), new Item("cake", 4));
    private int discount = 1;

    private int total() {
      return items.stream().mapToInt(item -> item.price()).sum() - discount;
    }
  }

  static String bill(Cart cart) {
    return List.of("bill ").stream().map(text -> text.toString()).toList().get(0) + cart.total();
  }

  public static void main(String[] args) throws IOException {
    List.of(1, 2).forEach(each -> {});
    Runnable nothing = () -> List.of().size();
    nothing.run();
    Cart cart = new Cart();
    while (System.in.read() >= 0) {
      System.out.println(bill(cart));
    }
  }
}
