package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.Overrides;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** The text of threads: the JDK's text has a number that Android's has not. */
final class ThreadText {
  private static final MethodType TO_STRING = MethodType.methodType(String.class);

  /** Whether a class of threads has the text of {@link Thread} itself. */
  private static final ClassValue<Boolean> IS_OWN =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          return !Overrides.has(type, Thread.class, "toString", TO_STRING);
        }
      };

  private ThreadText() {}

  /** Returns the value to be printed: its text for a thread, else the value. */
  static @Nullable Object of(@Nullable Object value) {
    return value instanceof Thread thread && IS_OWN.get(thread.getClass()) ? text(thread) : value;
  }

  private static String text(Thread thread) {
    ThreadGroup group = thread.getThreadGroup();
    String name = group == null ? "" : group.getName();
    return "Thread[" + thread.getName() + "," + thread.getPriority() + "," + name + "]";
  }
}
