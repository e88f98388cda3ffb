package truth;

import java.util.Arrays;
import java.util.Comparator;
import java.util.TreeMap;

/**
 * Stacks that end. How deep depends on the size of frames, so paths through {@code deep} methods and
 * classes are not compared: all that is called afterwards is.
 */
final class Stack {
  private Stack() {}

  static final class Overflows {
    private static int deepDown(int i) {
      Deep.some(1);
      return deepDown(i + 1) + 1;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    private static void inner() {
      after();
      try {
        deepDown(0);
      } catch (StackOverflowError e) {
        after();
      }
      after();
    }

    static void go() {
      for (int i = 0; i < 3; i++) {
        inner();
        after();
      }
    }
  }

  static final class OverflowsInFinally {
    private static int deepDown(int i) {
      try {
        return deepDown(i + 1) + 1;
      } finally {
        deepWork(i);
      }
    }

    private static int deepCatch(int i) {
      try {
        return deepCatch(i + 1) + 1;
      } catch (StackOverflowError e) {
        deepWork(i);
        return deepWork(i + 1);
      }
    }

    private static synchronized int deepLocked(int i) {
      Deep.some(1);
      return deepLocked(i + 1) + 1;
    }

    private static int deepWork(int i) {
      Deep.some(i & 1);
      Deep.some(2);
      return 0;
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      for (int i = 0; i < 3; i++) {
        try {
          deepDown(0);
        } catch (StackOverflowError e) {
          after();
        }
        deepCatch(0);
        after();
        try {
          deepLocked(0);
        } catch (StackOverflowError e) {
          after();
        }
        after();
      }
    }
  }

  /** Through the platform's frames: what contains itself is hashed, what compares compares. */
  static final class OverflowsInPlatform {
    static final class DeepHash {
      private final Object[] all = {this};

      @Override
      public int hashCode() {
        Deep.some(1);
        return Arrays.hashCode(all) + 1;
      }
    }

    static final class DeepComparator implements Comparator<Integer> {
      @Override
      public int compare(Integer a, Integer b) {
        TreeMap<Integer, Integer> map = new TreeMap<>(this);
        map.put(a, b);
        map.put(b, a);
        return map.size();
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      for (int i = 0; i < 3; i++) {
        try {
          Work.some(new DeepHash().hashCode());
        } catch (StackOverflowError e) {
          after();
        }
        try {
          Work.some(new DeepComparator().compare(1, 2));
        } catch (StackOverflowError e) {
          after();
        }
        after();
      }
    }
  }

  static final class Deep {
    static void some(int times) {
      for (int i = 0; i < times; i++) {
        Work.total += i;
      }
    }
  }
}
