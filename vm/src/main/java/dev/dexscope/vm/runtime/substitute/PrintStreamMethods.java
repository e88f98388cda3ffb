package dev.dexscope.vm.runtime.substitute;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** Methods of {@link PrintStream}. */
public final class PrintStreamMethods {
  private PrintStreamMethods() {}

  /** {@link PrintStream#print(Object)}. */
  public static void print(PrintStream out, @Nullable Object value) {
    out.print(ThreadText.of(value));
  }

  /** {@link PrintStream#println(Object)}. */
  public static void println(PrintStream out, @Nullable Object value) {
    out.println(ThreadText.of(value));
  }
}
