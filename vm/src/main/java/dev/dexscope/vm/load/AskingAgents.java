package dev.dexscope.vm.load;

import java.lang.StackWalker.StackFrame;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether code of an agent has called the platform, by the current thread's stack: agents
 * of a JVM read class files that a program on Android has not.
 */
final class AskingAgents {
  private static final String OURS = "dev.dexscope.";
  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private AskingAgents() {}

  /** Whether an agent's code has called, directly or through class loaders of the program. */
  static boolean isCalling(DexPaths paths) {
    return WALKER.walk(frames ->
        frames
            .map(StackFrame::getDeclaringClass)
            .filter(each -> !isOnTheWay(paths, each))
            .findFirst()
            .map(each -> !isProgram(paths, each.getClassLoader()))
            .orElse(false));
  }

  private static boolean isProgram(DexPaths paths, @Nullable ClassLoader loader) {
    return loader != null && paths.isRegistered(loader);
  }

  /** The JDK, class loaders, and what is ours or the program's platform. */
  private static boolean isOnTheWay(DexPaths paths, Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return type.getModule().isNamed()
        || ClassLoader.class.isAssignableFrom(type)
        || paths.isPlatform(loader, type.getName())
        || (type.getName().startsWith(OURS) && !isProgram(paths, loader));
  }
}
