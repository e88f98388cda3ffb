package dalvik.system;

import dev.dexscope.libcore.CodeLoading;
import dev.dexscope.libcore.CurrentVm;
import dev.dexscope.libcore.ThreadInspection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Who calls: the classes of the program's frames, innermost first. */
public final class VMStack {
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private VMStack() {}

  /** The frames of guest classes that are not class loaders' own. */
  private static List<? extends Class<?>> callers() {
    return WALKER.walk(
        frames -> guests(frames.map(StackWalker.StackFrame::getDeclaringClass)).toList());
  }

  private static Stream<? extends Class<?>> guests(Stream<? extends Class<?>> classes) {
    return classes.filter(each ->
        each.getClassLoader() != null
            && !each.getName().startsWith("dev.dexscope.")
            && !each.equals(VMStack.class));
  }

  /** The class loader of the method that called the caller's method. */
  public static @Nullable ClassLoader getCallingClassLoader() {
    Class<?> caller = getStackClass1();
    return caller == null ? null : caller.getClassLoader();
  }

  /** The class whose method called the caller's method. */
  public static @Nullable Class<?> getStackClass1() {
    return at(1);
  }

  /** The class whose method called that of {@link #getStackClass1}. */
  public static @Nullable Class<?> getStackClass2() {
    return at(2);
  }

  private static @Nullable Class<?> at(int depth) {
    List<? extends Class<?>> callers = callers();
    return depth < callers.size() ? callers.get(depth) : null;
  }

  /** The loader of the innermost frame whose class is the program's. */
  public static @Nullable ClassLoader getClosestUserClassLoader() {
    CodeLoading loading = CurrentVm.get().code();
    for (Class<?> each : callers()) {
      if (loading.isRegistered(each.getClassLoader())) {
        return each.getClassLoader();
      }
    }
    return null;
  }

  /** The frames of a thread; null when it does not run. */
  public static StackTraceElement @Nullable [] getThreadStackTrace(Thread thread) {
    StackTraceElement[] frames = CurrentVm.get().threads().stack(thread);
    return frames.length == 0 && !thread.isAlive() ? null : frames;
  }

  /** The frames of a thread with their monitors; null when it does not run. */
  public static AnnotatedStackTraceElement @Nullable [] getAnnotatedThreadStackTrace(
      Thread thread) {
    List<ThreadInspection.Frame> frames = CurrentVm.get().threads().frames(thread);
    return frames.isEmpty() && !thread.isAlive()
        ? null
        : frames.stream()
            .map(AnnotatedStackTraceElement::new)
            .toArray(AnnotatedStackTraceElement[]::new);
  }

  /**
   * Puts a thread's frames into an array.
   *
   * @return how many
   */
  public static int fillStackTraceElements(Thread thread, StackTraceElement[] frames) {
    StackTraceElement[] all = CurrentVm.get().threads().stack(thread);
    int count = Math.min(all.length, frames.length);
    System.arraycopy(all, 0, frames, 0, count);
    return count;
  }
}
