import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.util.List;
import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;

/** What only Mockito's inline mock maker can do: final classes, static methods, constructors. */
public class Mocks {
  static final class Price {
    int of(String name) {
      return name.length();
    }
  }

  static class Cart {
    private final Price price = new Price();

    final int total(List<String> names) {
      int total = 0;
      for (String each : names) {
        total += price.of(each);
      }
      return total;
    }

    static String title() {
      return "cart";
    }
  }

  public static void main(String[] arguments) {
    Price price = mock(Price.class);
    when(price.of("x")).thenReturn(42);
    System.out.println("mock " + price.of("x") + " " + price.of("yy"));
    verify(price).of("x");
    Cart cart = spy(new Cart());
    doReturn(7).when(cart).total(List.of("a"));
    System.out.println("mock " + cart.total(List.of("a")) + " " + cart.total(List.of("a", "bcd")));
    try (MockedStatic<Cart> mocked = mockStatic(Cart.class)) {
      mocked.when(Cart::title).thenReturn("mocked");
      System.out.println("mock " + Cart.title());
    }
    System.out.println("mock " + Cart.title());
    try (MockedConstruction<Price> mocked =
        mockConstruction(
            Price.class, (made, context) -> when(made.of(anyString())).thenReturn(5))) {
      System.out.println("mock " + new Cart().total(List.of("a", "b")));
      System.out.println("mock " + mocked.constructed().size());
    }
    try {
      verify(price, times(3)).of("x");
    } catch (AssertionError e) {
      System.out.println("mock " + e.getClass().getName());
    }
    List<String> list = mock();
    when(list.get(anyInt())).thenAnswer(call -> "element " + call.getArgument(0));
    System.out.println("mock " + list.get(3));
  }
}
