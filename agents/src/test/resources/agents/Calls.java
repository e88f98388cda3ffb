import java.util.ArrayList;
import java.util.List;

/** A program whose calls agents are told of: of all kinds, and all ways to end. */
public final class Calls {
  static int initialised = number(1);
  private final int depth;

  private Calls(int depth) {
    this.depth = depth;
    if (depth == 3) {
      throw new IllegalArgumentException();
    }
  }

  /** Left by an exception that this constructor neither throws nor catches. */
  private Calls() {
    this(3);
  }

  static int number(int value) {
    return value;
  }

  static boolean truth(int value) {
    return value > 0;
  }

  static byte small(int value) {
    return (byte) value;
  }

  static char letter(int value) {
    return (char) value;
  }

  static long wide(long value, int shift) {
    return value << shift;
  }

  static float single(float value) {
    return value / 2;
  }

  static double twice(double value) {
    return value * 2;
  }

  String text(String end) {
    return depth + end;
  }

  static Object nothing() {
    return null;
  }

  static synchronized int locked(int value) {
    return value + 1;
  }

  static int recursive(int levels) {
    return levels == 0 ? 0 : 1 + recursive(levels - 1);
  }

  static int throwing(int levels) {
    if (levels == 0) {
      throw new IllegalStateException();
    }
    try {
      return throwing(levels - 1);
    } catch (IllegalStateException e) {
      if (levels == 2) {
        return levels;
      }
      throw e;
    }
  }

  static int making() {
    try {
      return new Calls().depth;
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }

  static int looping(int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
      sum += number(i);
    }
    return sum;
  }

  /** The agent calls it. */
  static int calledBack(int value) {
    return number(value) + 1;
  }

  static void onOtherThread() throws InterruptedException {
    Thread other = new Thread(() -> number(7), "other");
    other.start();
    other.join();
  }

  /** The agent changes what it wants to know at the beginning of each. */
  static int phase(int number) {
    return number;
  }

  private interface Shape {
    int sides();

    default int twice() {
      return 2 * sides();
    }
  }

  public static void main(String[] args) throws Exception {
    phase(1);
    truth(1);
    small(-3);
    letter('x');
    wide(5, 33);
    single(3);
    twice(1.25);
    new Calls(1).text(" text");
    nothing();
    locked(1);
    recursive(2);
    throwing(3 - 1);
    making();
    Shape shape = () -> 3;
    shape.twice();
    List<Object> all = new ArrayList<>();
    all.add(Calls.class.getDeclaredMethod("number", int.class).invoke(null, 8));
    System.out.println("program " + all);
    phase(2);
    number(1);
    onOtherThread();
    phase(3);
    number(2);
    onOtherThread();
    phase(4);
    System.out.println("program " + looping(5_000));
    phase(5);
    number(3);
  }
}
