package dev.dexscope.vm;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;

/**
 * The thread that calls a program's main method. It is defined a second time as a hidden class:
 * HotSpot shows no frames of these, so that stack traces end with the program's main method.
 */
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

  /** A thread of the hidden class. */
  static Thread create(
      ThreadGroup group, ClassLoader loader, String mainClass, String[] arguments, long stack) {
    try (InputStream in =
        Objects.requireNonNull(MainThread.class.getResourceAsStream("MainThread.class"))) {
      MethodHandles.Lookup hidden =
          MethodHandles.lookup().defineHiddenClass(in.readAllBytes(), false);
      MethodType type =
          MethodType.methodType(
              void.class,
              ThreadGroup.class,
              ClassLoader.class,
              String.class,
              String[].class,
              long.class);
      return (Thread)
          hidden
              .findConstructor(hidden.lookupClass(), type)
              .invoke(group, loader, mainClass, arguments, stack);
    } catch (IOException | ReflectiveOperationException e) {
      throw new IllegalStateException("the VM's own class cannot be read", e);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
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
    Method main = loader.loadClass(mainClass).getMethod("main", String[].class);
    if (!Modifier.isStatic(main.getModifiers())) {
      throw new NoSuchMethodException(mainClass + ".main(String[]) is not static");
    }
    main.setAccessible(true);
    return MethodHandles.lookup()
        .unreflect(main)
        .asFixedArity()
        .asType(MethodType.methodType(void.class, String[].class));
  }

  /** What the program throws goes to the thread's handler as it is. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
