package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The place where an exception was thrown: stack traces contain the line, HotSpot records the exact
 * instruction (javaClasses.cpp, BacktraceBuilder). It costs nothing until it is queried.
 *
 * <pre>{@code
 * ThrowSite site = ThrowSite.of(exception);
 * if (site != null) {
 *   out.println(site.type() + " at bci " + site.bci());
 * }
 * }</pre>
 *
 * @param type the class of the code
 * @param frame its frame in the stack trace
 * @param bci the address of the instruction in JVM code
 */
public record ThrowSite(Class<?> type, StackTraceElement frame, int bci) {
  /** The parts of a backtrace, each an array with an element for each frame. */
  private static final int BCIS = 1;

  private static final int CLASSES = 2;

  private static final @Nullable VarHandle BACKTRACE = backtrace();

  private static @Nullable VarHandle backtrace() {
    try {
      return MethodHandles.privateLookupIn(Throwable.class, MethodHandles.lookup())
          .findVarHandle(Throwable.class, "backtrace", Object.class);
    } catch (ReflectiveOperationException e) {
      // Another JVM, or java.lang is closed to us: then nothing is known.
      return null;
    }
  }

  /** The place where an exception was made; null when it is not known. */
  static @Nullable ThrowSite of(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    if (BACKTRACE != null
        && trace.length > 0
        && BACKTRACE.get(thrown) instanceof Object[] parts
        && parts.length > CLASSES
        && parts[BCIS] instanceof int[] bcis
        && parts[CLASSES] instanceof Object[] classes
        && classes[0] instanceof Class<?> type
        && type.getName().equals(trace[0].getClassName())) {
      // The lower half is the version of the class.
      return new ThrowSite(type, trace[0], bcis[0] >>> 16);
    }
    return null;
  }

  /** Returns the dex code of the class; null if it is not dex. */
  @Nullable GuestCode code() {
    ClassLoader loader = type.getClassLoader();
    return loader == null ? null : Linkage.code(loader);
  }
}
