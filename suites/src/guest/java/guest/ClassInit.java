// Needs min-api 24: interfaces with default methods are initialised.
package guest;

/** When classes are initialised, in which order, and what happens when that fails. */
public class ClassInit {
  static void log(String text) {
    System.out.println(text);
  }

  static int say(String text, int value) {
    log(text);
    return value;
  }

  static class Parent {
    static { log("Parent"); }
    static int inherited = 5;
    static void method() {}
  }

  static class Child extends Parent {
    static { log("Child"); }
    static final int CONSTANT = 7;
    static final Integer BOXED = 8;
  }

  interface WithField {
    int FIELD = say("WithField", 3);
  }

  interface WithDefault {
    int FIELD = say("WithDefault", 4);
    default int value() { return FIELD; }
  }

  static class Implements implements WithField, WithDefault {
    static { log("Implements"); }
  }

  static class Fails {
    static int value = say("Fails", 1);
    static { if (value == 1) throw new IllegalStateException("no"); }
  }

  static class FailsWithError {
    static { if (true) throw new LinkageError("own error"); }
    static void touch() {}
  }

  static class CycleA {
    static int value = say("CycleA", CycleB.value + 1);
  }

  static class CycleB {
    static int value = say("CycleB", CycleA.value + 10);
  }

  static class Singleton {
    static final Singleton INSTANCE = new Singleton();
    static int count = 3;
    int seen = count;
  }

  static class Big {
    static final long LONG = 1L << 40;
    static final String TEXT = "constant";
    static final double REAL = 0.25;
    static { log("Big"); }
  }

  public static void main(String[] args) throws Exception {
    log("start");
    log("constant " + Child.CONSTANT + Big.LONG + Big.TEXT + Big.REAL);
    Child[] array = new Child[1];
    log("array " + array.length);
    Class<?> literal = Child.class;
    log("literal " + literal.getSimpleName());
    log("inherited " + Child.inherited);
    Child.method();
    log("boxed " + Child.BOXED);
    log("instanceof " + (array[0] instanceof Child));
    new Implements();
    log("created");
    log("field " + WithField.FIELD);
    for (int i = 0; i < 3; i++) {
      try {
        log("value " + Fails.value);
      } catch (Throwable e) {
        log(e.getClass().getName() + " " + (i > 0 || e.getCause() instanceof IllegalStateException));
      }
    }
    for (int i = 0; i < 2; i++) {
      try {
        FailsWithError.touch();
      } catch (Throwable e) {
        log(e.getClass().getName());
      }
    }
    try {
      new Fails();
    } catch (NoClassDefFoundError e) {
      log("still failed");
    }
    log("cycle " + CycleA.value + " " + CycleB.value);
    log("singleton " + Singleton.INSTANCE.seen + " " + Singleton.count);
    Class<?> byName = Class.forName("guest.ClassInit$Lazy", false, ClassInit.class.getClassLoader());
    log("found " + byName.getName());
    Class.forName("guest.ClassInit$Lazy");
    try {
      Class.forName("guest.ClassInit$Missing");
    } catch (ClassNotFoundException e) {
      log("missing " + e.getMessage());
    }
    concurrently();
  }

  static class Lazy {
    static { log("Lazy"); }
  }

  static class Slow {
    static int runs;
    static int value;
    static {
      runs++;
      try {
        Thread.sleep(30);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      value = 42;
    }
  }

  private static void concurrently() throws InterruptedException {
    int[] seen = new int[4];
    Thread[] threads = new Thread[seen.length];
    for (int i = 0; i < seen.length; i++) {
      int index = i;
      threads[i] = new Thread(() -> seen[index] = Slow.value);
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    log(java.util.Arrays.toString(seen) + " " + Slow.runs);
  }
}
