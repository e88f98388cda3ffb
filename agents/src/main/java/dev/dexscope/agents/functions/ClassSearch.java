package dev.dexscope.agents.functions;

import dev.dexscope.agents.machine.Bridge;
import dev.dexscope.agents.machine.Call;
import dev.dexscope.agents.machine.MachineLibrary;
import dev.dexscope.agents.machine.Memory;
import dev.dexscope.agents.program.Hidden;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** JNI's {@code FindClass} (name) as agents call it: classes of the program's loader. */
final class ClassSearch {
  /** On the stack between the agent's call and this search. */
  private static final Set<Class<?>> CALLERS =
      Set.of(ClassSearch.class, AgentView.class, MachineLibrary.class);

  private volatile @Nullable ClassLoader programLoader;

  /** The program's classes can be found from now on. */
  void in(ClassLoader loader) {
    programLoader = loader;
  }

  /** A global reference of the class, or 0. */
  long find(Call call) {
    ClassLoader loader = programLoader;
    if (loader == null || !isCalledByAgent()) {
      return 0;
    }
    // What the class does when it is loaded is the program's work.
    int nested = Bridge.nest(0);
    try {
      String name = Memory.string(call.argument(1)).replace('/', '.');
      return Bridge.globalReference(Class.forName(name, true, loader));
    } catch (ClassNotFoundException | LinkageError e) {
      return 0; // HotSpot looks for it, and reports it.
    } finally {
      Bridge.nest(nested);
    }
  }

  /**
   * A native method of a class finds what its class does. Agents have no class, or are called by
   * ours.
   */
  private static boolean isCalledByAgent() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames ->
            frames
                .map(StackWalker.StackFrame::getDeclaringClass)
                .dropWhile(CALLERS::contains)
                .findFirst()
                .map(Hidden::isHidden)
                .orElse(true));
  }
}
