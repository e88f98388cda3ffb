import java.util.ArrayList;
import java.util.List;

/** Has no code. */
interface Named {}

/** What the agents of the tests look at. Its lines are counted from {@code // LINE} comments. */
public final class Subject implements Named {
  static int watched;
  private final String name;

  private Subject(String name) {
    this.name = name;
  }

  static int sum(int first, long second, double third) {
    int result = first;
    result += (int) second;
    result += (int) third; // LINE last
    return result;
  }

  static int depth(int levels, Subject self) {
    return levels == 0 ? self.describe("bottom").length() : depth(levels - 1, self);
  }

  String describe(String suffix) {
    String text = name + suffix;
    return text;
  }

  static int fail(int value) {
    try {
      if (value > 1) {
        throw new IllegalStateException("value " + value);
      }
      return value;
    } catch (IllegalStateException e) {
      return -1;
    }
  }

  static void watch() {
    watched = 41;
    watched++;
  }

  public static void main(String[] args) throws InterruptedException {
    Subject subject = new Subject("subject ");
    Thread worker = new Thread(() -> depth(2, subject), "worker");
    worker.start();
    worker.join();
    System.out.println("program sum " + sum(1, 2L, 3.5));
    System.out.println("program fail " + fail(1) + " " + fail(2));
    watch();
    List<int[]> garbage = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      garbage.add(new int[1000]);
    }
    System.out.println("program depth " + depth(3, subject) + " " + garbage.size());
    System.out.println("program property " + System.getProperty("agent.says"));
  }
}
