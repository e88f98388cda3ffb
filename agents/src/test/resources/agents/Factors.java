import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Calls the same methods again and again until a line comes. */
public final class Factors {
  private int refused;

  private List<Integer> of(int number, String name) {
    if (number < 2) {
      refused++;
      throw new IllegalArgumentException(name + " is " + number);
    }
    List<Integer> found = new ArrayList<>();
    int rest = number;
    for (int i = 2; i <= rest; ) {
      if (rest % i == 0) {
        found.add(i);
        rest /= i;
      } else {
        i++;
      }
    }
    return found;
  }

  private int count(int number) {
    try {
      return size(of(number, "n" + number));
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }

  private static int size(List<Integer> list) {
    return list.size();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    System.out.println("ready");
    Factors factors = new Factors();
    int[] numbers = {30, 97, -5, 64};
    for (int i = 0; System.in.available() == 0; i++) {
      factors.count(numbers[i % numbers.length]);
      // Arthas fails if the calls that it waits for come before its answer has begun.
      Thread.sleep(40);
    }
    System.out.println("refused some " + (factors.refused > 0));
  }
}
