package dev.dexscope.agents.program;

import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.vm.Vm;
import org.jspecify.annotations.Nullable;

/** The parts that are ours, and that no agent sees. */
public final class Hidden {
  private static final String OURS = "dev.dexscope.";
  private static final String TELLING = OURS + "agents.";

  private Hidden() {}

  /** Whether a class is hidden. */
  public static boolean isHidden(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.getComponentType();
    }
    ClassLoader loader = element.getClassLoader();
    return !Vm.isGuest(loader) && (element.isHidden() || isHidden(loader, element.getName()));
  }

  /** Whether a class of that name is hidden. */
  public static boolean isHidden(@Nullable ClassLoader loader, String name) {
    if (Vm.isGuest(loader)) {
      return false;
    }
    return name.startsWith(OURS) || !Vm.code().isShown(loader, name);
  }

  /** Whether a reference is to a hidden class; one to nothing is not. */
  public static boolean isHiddenClass(long reference) {
    return reference != 0 && Bridge.resolve(reference) instanceof Class<?> type && isHidden(type);
  }

  /**
   * Whether a reference is to a thread that only the host has. The JVM's own, which are the same
   * under any program, are seen.
   */
  public static boolean isHiddenThread(long reference) {
    return reference != 0 && Bridge.resolve(reference) instanceof Thread thread && isHidden(thread);
  }

  public static boolean isHidden(Thread thread) {
    return !Vm.isShown(thread);
  }

  /**
   * Whether an event that is being told happens in code of the JDK that the host has called on the
   * program's thread, for itself.
   */
  public static boolean isOfHost() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames ->
            frames
                .map(StackWalker.StackFrame::getDeclaringClass)
                .dropWhile(type -> type.getName().startsWith(TELLING))
                .filter(type -> Vm.isGuest(type.getClassLoader()) || isOfHost(type))
                .findFirst()
                .map(type -> !Vm.isGuest(type.getClassLoader()))
                .orElse(false));
  }

  /** Ours; the JDK's own hidden classes are calls on the way. */
  private static boolean isOfHost(Class<?> type) {
    return isHidden(type) && !type.isHidden();
  }

  /** Whether a reference is to a thread group of the host's. */
  public static boolean isHiddenGroup(long reference) {
    return reference != 0
        && Bridge.resolve(reference) instanceof ThreadGroup group
        && group.getParent() != null
        && !Vm.isGuest(group);
  }
}
