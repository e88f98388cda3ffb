package dev.dexscope.vm;

import dev.dexscope.vm.runtime.Platform;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** The thread that calls a program's main method. */
final class MainThread extends Thread {
  private final ClassLoader loader;
  private final String mainClass;
  private final String[] arguments;

  MainThread(
      ThreadGroup group, ClassLoader loader, String mainClass, String[] arguments, long stack) {
    super(group, null, "main", stack);
    this.loader = loader;
    this.mainClass = mainClass;
    this.arguments = arguments;
    setContextClassLoader(loader);
  }

  @Override
  public void run() {
    try {
      MethodHandle main = main();
      main.invokeExact(arguments);
    } catch (Throwable e) {
      MainThread.<RuntimeException>rethrow(e);
    }
  }

  private MethodHandle main() throws ReflectiveOperationException {
    Method main = Platform.getMethod(loader.loadClass(mainClass), "main", String[].class);
    if (!Modifier.isStatic(main.getModifiers())) {
      throw new NoSuchMethodException(mainClass + ".main(String[]) is not static");
    }
    main.setAccessible(true);
    return MethodHandles.lookup().unreflect(main).asFixedArity();
  }

  /** What the program throws goes to the thread's handler as it is. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
