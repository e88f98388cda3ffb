package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.Overrides;
import dev.dexscope.vm.runtime.StackTraces;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.invoke.MethodType;

/** Methods of {@link Throwable}. */
public final class ThrowableMethods {
  /** Whether a class prints its stack trace as Throwable does. */
  private static final ClassValue<Boolean> PRINTS_AS_THROWABLE =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return !overrides(type, MethodType.methodType(void.class, PrintStream.class))
              && !overrides(type, MethodType.methodType(void.class, PrintWriter.class))
              && !overrides(type, MethodType.methodType(void.class));
        }

        private static boolean overrides(Class<?> type, MethodType signature) {
          return Overrides.has(type, Throwable.class, "printStackTrace", signature);
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
