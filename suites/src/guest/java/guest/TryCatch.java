package guest;

/** Nested try, catch and finally: which code runs, in which order, with which values. */
public class TryCatch {
  static StringBuilder log = new StringBuilder();

  static class Checked extends Exception {
    Checked(String message, Throwable cause) {
      super(message, cause);
    }
  }

  static class Resource implements AutoCloseable {
    final String name;

    Resource(String name) {
      this.name = name;
      log.append(" open ").append(name);
    }

    @Override
    public void close() throws Checked {
      log.append(" close ").append(name);
      if (name.equals("bad")) {
        throw new Checked("close", null);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    for (int i = 0; i < 8; i++) {
      log.setLength(0);
      String result;
      try {
        result = "value " + nested(i);
      } catch (Throwable e) {
        result = "threw " + e.getClass().getSimpleName() + " " + e.getMessage()
            + (e.getCause() == null ? "" : " by " + e.getCause().getClass().getSimpleName());
      }
      System.out.println(i + ":" + log + " -> " + result);
    }
    System.out.println(finallyWins() + " " + finallyKeeps() + " " + loops());
    for (String name : new String[] {"good", "bad"}) {
      for (boolean thrown : new boolean[] {false, true}) {
        log.setLength(0);
        try (Resource first = new Resource("first"); Resource second = new Resource(name)) {
          log.append(" body");
          if (thrown) {
            throw new IllegalStateException("body");
          }
        } catch (Exception e) {
          log.append(" caught ").append(e.getMessage()).append(" suppressed ").append(e.getSuppressed().length);
        } finally {
          log.append(" finally");
        }
        System.out.println(log);
      }
    }
    try {
      rethrow(new Checked("again", new Error("cause")));
    } catch (Checked | RuntimeException e) {
      System.out.println(e.getMessage() + " " + e.getCause().getMessage());
    }
    long wide = 1;
    double real = 2;
    Object reference = "r";
    try {
      wide = 5_000_000_000L;
      real = 0.5;
      reference = null;
      Integer.parseInt("x");
      wide = 0;
    } catch (NumberFormatException e) {
      reference = wide + " " + real + " " + reference;
    }
    System.out.println(reference);
  }

  static int nested(int i) throws Checked {
    int x = 0;
    try {
      x = 1;
      try {
        log.append(" try");
        if (i == 1) throw new IllegalArgumentException("one");
        if (i == 2) throw new Checked("two", null);
        if (i == 3) throw new StackOverflowError("three");
        if (i == 4) return x + 100;
        x = i == 7 ? 1 / (i - 7) : 2;
      } catch (IllegalArgumentException e) {
        log.append(" catch ").append(x);
        throw new Checked("wrapped", e);
      } finally {
        log.append(" inner ").append(x);
        x += 10;
        if (i == 5) throw new IllegalStateException("five");
      }
      x += 1000;
    } catch (ArithmeticException e) {
      log.append(" arithmetic");
      x = -1;
    } finally {
      log.append(" outer ").append(x);
      if (i == 6) {
        x = 66;
      }
    }
    return x;
  }

  @SuppressWarnings("finally")
  static int finallyWins() {
    try {
      throw new RuntimeException();
    } finally {
      return 5;
    }
  }

  static int finallyKeeps() {
    int x = 1;
    try {
      return x;
    } finally {
      x = 2;
    }
  }

  static int loops() {
    int count = 0;
    for (int i = 0; i < 10; i++) {
      try {
        if (i % 3 == 0) continue;
        if (i == 8) break;
        count += i;
      } finally {
        count += 100;
      }
    }
    return count;
  }

  static <T extends Throwable> void rethrow(T e) throws T {
    try {
      throw e;
    } catch (Throwable t) {
      @SuppressWarnings("unchecked")
      T same = (T) t;
      throw same;
    }
  }
}
