package dev.dexscope.vm;

import dev.dexscope.vm.runtime.substitute.ClassMethods;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import libcore.util.ProgramEvents;

/**
 * A program that begins with {@code public static void main(String[])} of a class.
 *
 * @param warmups how often it is called before
 */
record MainMethod(String className, int warmups) implements Launcher {
  @Override
  public void run(ClassLoader loader, String[] arguments) throws Throwable {
    MethodHandle main = find(loader);
    for (int i = 0; i < warmups; i++) {
      main.invokeExact(arguments.clone());
    }
    ProgramEvents.warm();
    main.invokeExact(arguments);
  }

  private MethodHandle find(ClassLoader loader) throws ReflectiveOperationException {
    Method main = ClassMethods.getMethod(loader.loadClass(className), "main", String[].class);
    if (!Modifier.isStatic(main.getModifiers())) {
      throw new NoSuchMethodException(className + ".main(String[]) is not static");
    }
    main.setAccessible(true);
    return MethodHandles.lookup().unreflect(main).asFixedArity();
  }
}
