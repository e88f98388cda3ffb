package dev.dexscope.vm;

import dev.dexscope.vm.runtime.substitute.ClassMethods;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import libcore.util.ProgramEvents;
import org.jspecify.annotations.Nullable;

/**
 * A program that begins with {@code public static void main(String[])} of a class, or else, as of
 * Java 25 (JLS 12.1.4), with one that has no argument, is not public, or is of an instance.
 *
 * @param warmups how often it is called before
 */
record MainMethod(String className, int warmups) implements Launcher {
  private static final String MAIN = "main";

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
    Class<?> type = loader.loadClass(className);
    Method main;
    try {
      main = ClassMethods.getMethod(type, MAIN, String[].class);
    } catch (NoSuchMethodException e) {
      Method other = inherited(type, String[].class);
      other = other == null ? inherited(type) : other;
      if (other == null) {
        throw e;
      }
      main = other;
    }
    main.setAccessible(true);
    MethodHandle handle = MethodHandles.lookup().unreflect(main).asFixedArity();
    if (!Modifier.isStatic(main.getModifiers())) {
      handle = MethodHandles.collectArguments(handle, 0, constructor(type, handle));
    }
    return main.getParameterCount() == 0
        ? MethodHandles.dropArguments(handle, 0, String[].class)
        : handle;
  }

  private static @Nullable Method inherited(Class<?> type, Class<?>... parameters) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      try {
        Method found = ClassMethods.getDeclaredMethod(each, MAIN, parameters);
        if (!Modifier.isPrivate(found.getModifiers()) && found.getReturnType() == void.class) {
          return found;
        }
      } catch (NoSuchMethodException _) {
        // A superclass may have it.
      }
    }
    return null;
  }

  private static MethodHandle constructor(Class<?> type, MethodHandle main)
      throws ReflectiveOperationException {
    Constructor<?> constructor = ClassMethods.getDeclaredConstructor(type);
    if (Modifier.isPrivate(constructor.getModifiers())) {
      throw new NoSuchMethodException(type.getName() + ".<init> [] is private");
    }
    constructor.setAccessible(true);
    MethodHandle handle = MethodHandles.lookup().unreflectConstructor(constructor);
    return handle.asType(handle.type().changeReturnType(main.type().parameterType(0)));
  }
}
