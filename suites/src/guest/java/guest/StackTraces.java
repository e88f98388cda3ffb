package guest;

/** Line numbers and names of all our frames, through constructors, lambdas, initialisers and calls over lines. */
public class StackTraces {
  static class Base {
    Base(int x) {
      if (x == 1) {
        throw new IllegalStateException("base");
      }
    }
  }

  static class Derived extends Base {
    int value = compute();

    Derived(int x) {
      super(
          x);
    }

    int compute() {
      return Integer.parseInt(
          "no number");
    }
  }

  static class Initialised {
    static int value = fail();

    static int fail() {
      throw new IllegalArgumentException("init");
    }
  }

  public static void main(String[] args) {
    show(() -> new Derived(1));
    show(() -> new Derived(2));
    show(() -> System.out.println(Initialised.value));
    show(StackTraces::direct);
    show(() -> deep(3));
    show(new Runnable() {
      @Override
      public void run() {
        call(() -> {
          throw new UnsupportedOperationException("anonymous");
        });
      }
    });
    show(() -> {
      try {
        deep(1);
      } catch (RuntimeException e) {
        throw new RuntimeException("outer", e);
      }
    });
    show(() -> {
      int a = 1,
          b = 0;
      int c = a
          + a
          / b;
      System.out.println(c);
    });
    StackTraceElement here = new Throwable().getStackTrace()[0];
    System.out.println(here.getClassName() + "." + here.getMethodName() + ":" + here.getLineNumber());
    Throwable filled = new Throwable("late");
    fill(filled);
    print(filled);
    RuntimeException shared = new RuntimeException("own trace");
    shared.setStackTrace(new StackTraceElement[] {new StackTraceElement("guest.A", "b", "C.java", 7)});
    print(shared);
    System.out.println(Thread.currentThread().getStackTrace().length > 1);
  }

  static void fill(Throwable t) {
    t.fillInStackTrace();
  }

  static void direct() {
    Object o = null;
    o.hashCode();
  }

  static void deep(int n) {
    if (n == 0) {
      throw new IndexOutOfBoundsException("deep");
    }
    deep(n - 1);
  }

  static void call(Runnable action) {
    action.run();
  }

  static void show(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) {
      print(e);
      for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
        System.out.print("  caused by ");
        print(cause);
      }
    }
  }

  static void print(Throwable e) {
    System.out.println(e.getClass().getName());
    for (StackTraceElement frame : e.getStackTrace()) {
      // Lambdas and what is made for them have other names in dex code.
      String name = frame.getMethodName().contains("lambda$") ? "lambda" : frame.getMethodName();
      boolean ours = frame.getClassName().startsWith("guest.") && "StackTraces.java".equals(frame.getFileName());
      if (ours && frame.getLineNumber() > 0 && !frame.getClassName().contains("Lambda")) {
        System.out.println("  " + name + ":" + frame.getLineNumber());
      }
    }
  }
}
