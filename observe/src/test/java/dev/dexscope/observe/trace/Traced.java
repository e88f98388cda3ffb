package dev.dexscope.observe.trace;

import java.util.function.IntUnaryOperator;

/** A program to be traced: its calls are known. */
public final class Traced implements Runnable {
  static class Base {
    final int value;

    Base(int value) {
      if (value < 0) {
        throw new IllegalArgumentException("negative");
      }
      this.value = value;
    }

    Base(Base other) {
      this(other == null ? 7 : other.value);
    }
  }

  static final class Derived extends Base {
    private final String text;

    Derived(int value, boolean nested) {
      super(nested ? new Base(new Base(value)) : new Base(value + 1));
      text = "d" + value;
    }

    @Override
    public String toString() {
      return text + value;
    }
  }

  static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }

  static long overloaded(long a, double b) {
    return a + (long) b;
  }

  static String overloaded(String text) {
    synchronized (text) {
      return text.isEmpty() ? "empty" : text;
    }
  }

  static int caught(int n) {
    try {
      return thrower(n);
    } catch (IllegalStateException e) {
      return -1;
    } finally {
      overloaded("");
    }
  }

  static int thrower(int n) {
    if (n > 0) {
      throw new IllegalStateException();
    }
    return n;
  }

  static synchronized int lambda(IntUnaryOperator operator) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      switch (i) {
        case 0 -> sum += operator.applyAsInt(i);
        case 1 -> sum -= operator.applyAsInt(i);
        default -> sum ^= operator.applyAsInt(i);
      }
    }
    return sum;
  }

  @Override
  public void run() {
    fib(5);
    overloaded(1L, 2.0);
    caught(0);
    caught(1);
    String made = new Derived(3, true) + "" + new Derived(3, false);
    if (!made.equals("d33d34")) {
      throw new AssertionError(made);
    }
    try {
      new Derived(-5, false);
      throw new AssertionError();
    } catch (IllegalArgumentException e) {
      lambda(x -> x * 2);
    }
  }
}
