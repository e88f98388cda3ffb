// expect: price.*making formats
import java.text.*;
import java.util.*;

/** A planted cause: see the first line. */
public final class MakesNumberFormats {
  public static void main(String[] args) throws Exception {
    int length = 0;
    for (int i = 0; i < 100_000; i++) {
      length += price(i * 0.37).length();
    }
    System.out.println(length);
  }

  static String price(double amount) {
    return NumberFormat.getCurrencyInstance(Locale.US).format(amount);
  }
}
