package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.StackTraces;
import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/** Methods of {@link StackWalker}: without the frames that stack traces do not have. */
public final class StackWalkerMethods {
  private static final String REFLECTION = "java.lang.reflect.";

  private StackWalkerMethods() {}

  /** {@link StackWalker#walk}. */
  public static Object walk(StackWalker walker, Function<Stream<StackFrame>, Object> function) {
    if (function == null) {
      return walker.walk(function);
    }
    return walker.walk(frames -> function.apply(frames.filter(StackWalkerMethods::isShown)));
  }

  /** {@link StackWalker#forEach}. */
  public static void forEach(StackWalker walker, Consumer<StackFrame> action) {
    walker.forEach(frame -> {
      if (isShown(frame)) {
        action.accept(frame);
      }
    });
  }

  /** {@link StackWalker#getCallerClass}. */
  public static Class<?> getCallerClass(StackWalker walker) {
    return walker.walk(frames -> {
      Iterator<StackFrame> methods =
          frames
              .filter(StackWalkerMethods::isShown)
              .filter(each -> !each.getClassName().startsWith(REFLECTION))
              .iterator();
      StackFrame asking = methods.next();
      if (!methods.hasNext()) {
        throw new IllegalCallerException("no caller frame: " + asking);
      }
      return methods.next().getDeclaringClass();
    });
  }

  private static boolean isShown(StackFrame frame) {
    return !StackTraces.isHidden(frame.getClassName(), frame.getLineNumber());
  }
}
