package truth;

import java.io.ByteArrayOutputStream;
import java.util.function.Supplier;
import java.util.logging.ErrorManager;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;

/** Exceptions from everywhere in the language. */
final class Language {
  private Language() {}

  static int fail(int i) {
    Work.some(i);
    if (i >= 0) {
      throw new IllegalStateException();
    }
    return i;
  }

  static final class Initializers {
    static final class Bad {
      static final int VALUE;

      static {
        Work.some(1);
        VALUE = fail(1);
      }

      static void use() {
        Work.some(VALUE);
        Work.some(2);
      }
    }

    static final class AlsoBad {
      static int value = Bad.VALUE + fail(2);
    }

    enum Kind {
      ONE(1),
      TWO(-2);

      Kind(int i) {
        Work.some(i);
        fail(-i);
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      for (int i = 0; i < 3; i++) {
        try {
          Bad.use();
        } catch (LinkageError e) {
          after();
        }
        try {
          Work.some(AlsoBad.value);
        } catch (LinkageError e) {
          after();
        }
        try {
          Kind.valueOf("ONE");
        } catch (LinkageError e) {
          after();
        }
        try {
          Class.forName("truth.Language$Initializers$Bad");
        } catch (LinkageError | ClassNotFoundException e) {
          after();
        }
        after();
      }
    }
  }

  static class Constructors {
    Constructors(int i) {
      Work.some(i);
      fail(i);
    }

    static final class Sub extends Constructors {
      private final int own;

      Sub(int i) {
        super(argument(i));
        own = argument(i + 1);
      }

      private static int argument(int i) {
        Work.some(1);
        if (i == -3) {
          fail(0);
        }
        return i;
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      for (int i = -6; i < 2; i++) {
        try {
          new Sub(i);
        } catch (IllegalStateException e) {
          after();
        }
        after();
      }
    }
  }

  static final class Lambdas {
    static void after() {
      Work.some(1);
      Work.some(2);
    }

    private static int get(Supplier<Integer> supplier) {
      Work.some(1);
      try {
        return supplier.get();
      } finally {
        after();
      }
    }

    static void go() {
      for (int i = -2; i < 2; i++) {
        int number = i;
        Supplier<Integer> inner = () -> fail(number);
        Supplier<Integer> outer = () -> get(inner) + get(() -> fail(-1));
        try {
          get(outer);
        } catch (IllegalStateException e) {
          after();
        }
        after();
      }
    }
  }

  static final class Texts {
    private final int number;

    Texts(int number) {
      this.number = number;
      Work.some(1);
    }

    @Override
    public String toString() {
      Work.some(1);
      fail(number);
      return "text";
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      for (int i = -1; i < 2; i++) {
        Texts text = new Texts(i);
        try {
          Work.some(String.valueOf(text).length());
        } catch (IllegalStateException e) {
          after();
        }
        try {
          Work.some(new StringBuilder().append(text).length());
        } catch (IllegalStateException e) {
          after();
        }
        try {
          Work.some(String.format("%s and %s", 1, text).length());
        } catch (IllegalStateException e) {
          after();
        }
        after();
      }
    }
  }

  /** The platform's log keeps the exceptions of formatters and texts. */
  static final class Logs extends Formatter {
    @Override
    public String format(LogRecord entry) {
      Work.some(1);
      fail(entry.getMessage().length());
      return "";
    }

    static final class Errors extends ErrorManager {
      @Override
      public synchronized void error(String message, Exception e, int code) {
        Work.some(1);
        after();
      }
    }

    static final class Filters implements java.util.logging.Filter {
      @Override
      public boolean isLoggable(LogRecord entry) {
        Work.some(1);
        fail(entry.getMessage().equals("filtered") ? 1 : -1);
        return true;
      }
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      StreamHandler handler = new StreamHandler(new ByteArrayOutputStream(), new Logs());
      handler.setErrorManager(new Errors());
      handler.setFilter(new Filters());
      for (String each : new String[] {"a", "filtered", "c"}) {
        try {
          handler.publish(new LogRecord(Level.SEVERE, each));
        } catch (IllegalStateException e) {
          after();
        }
        after();
      }
      LogRecord entry = new LogRecord(Level.SEVERE, "a {0} b");
      entry.setParameters(new Object[] {new Texts(1)});
      new SimpleFormatter().formatMessage(entry);
      after();
    }
  }

  static final class Monitors implements Runnable {
    private int count;

    @Override
    public synchronized void run() {
      Work.some(1);
      count++;
      inner();
    }

    private void inner() {
      synchronized (Monitors.class) {
        Work.some(1);
        synchronized (this) {
          fail(count % 2 - 1);
        }
      }
    }

    static synchronized void once(Runnable task) {
      Work.some(1);
      task.run();
    }

    static void after() {
      Work.some(1);
      Work.some(2);
    }

    static void go() {
      Runnable task = new Monitors();
      for (int i = 0; i < 6; i++) {
        try {
          once(task);
        } catch (IllegalStateException e) {
          after();
        }
        after();
      }
    }
  }

  static final class Finally {
    static void after() {
      Work.some(1);
      Work.some(2);
    }

    @SuppressWarnings("finally")
    private static int swallow(int i) {
      try {
        return fail(i);
      } finally {
        after();
        if (i > 1) {
          return i;
        }
      }
    }

    private static void loop(int i) {
      while (true) {
        try {
          Work.some(swallow(i));
        } catch (IllegalStateException e) {
          after();
          break;
        } finally {
          after();
          if (i > 2) {
            break;
          }
        }
        i++;
      }
      after();
    }

    static void go() {
      for (int i = -2; i < 5; i++) {
        loop(i);
        after();
      }
    }
  }
}
