package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.StackTraces;
import java.io.PrintStream;
import java.io.PrintWriter;

/** Methods of {@link Throwable}. */
public final class ThrowableMethods {
  /** Whether a class prints its stack trace as Throwable does. */
  private static final ClassValue<Boolean> PRINTS_AS_THROWABLE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return StackTraces.isOfThrowable(type, "printStackTrace", PrintStream.class)
              && StackTraces.isOfThrowable(type, "printStackTrace", PrintWriter.class)
              && StackTraces.isOfThrowable(type, "printStackTrace");
        }
      };

  private ThrowableMethods() {}

  /** {@link Throwable#getStackTrace}. */
  public static StackTraceElement[] getStackTrace(Throwable thrown) {
    return StackTraces.getStackTrace(thrown);
  }

  /** {@link Throwable#printStackTrace()}. */
  public static void printStackTrace(Throwable thrown) {
    if (PRINTS_AS_THROWABLE.get(thrown.getClass())) {
      StackTraces.print(thrown, System.err);
    } else {
      thrown.printStackTrace();
    }
  }

  /** {@link Throwable#printStackTrace(PrintStream)}. */
  public static void printStackTrace(Throwable thrown, PrintStream out) {
    if (PRINTS_AS_THROWABLE.get(thrown.getClass())) {
      StackTraces.print(thrown, out);
    } else {
      thrown.printStackTrace(out);
    }
  }

  /** {@link Throwable#printStackTrace(PrintWriter)}. */
  public static void printStackTrace(Throwable thrown, PrintWriter out) {
    if (PRINTS_AS_THROWABLE.get(thrown.getClass())) {
      StackTraces.print(thrown, out);
    } else {
      thrown.printStackTrace(out);
    }
  }
}
