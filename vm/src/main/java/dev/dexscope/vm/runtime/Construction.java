package dev.dexscope.vm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import sun.reflect.ReflectionFactory;

/**
 * Makes objects as dex code may and the JVM does not: of a class, by its superclass's constructor.
 */
public final class Construction {
  private static final MethodHandle RUN = handle("run", Constructor.class, Object[].class);

  private Construction() {}

  private static MethodHandle handle(String name, Class<?>... parameters) {
    try {
      return MethodHandles.lookup()
          .findStatic(Construction.class, name, MethodType.methodType(Object.class, parameters));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * The bootstrap method of a call site that makes objects of its result type.
   *
   * @param superclass the class whose constructor runs
   */
  public static CallSite newInstance(
      MethodHandles.Lookup caller, String name, MethodType type, Class<?> superclass) {
    Constructor<?> constructor;
    try {
      constructor = superclass.getDeclaredConstructor(type.parameterArray());
    } catch (NoSuchMethodException _) {
      throw new NoSuchMethodError(superclass.getName() + ".<init>" + type);
    }
    Constructor<?> maker =
        ReflectionFactory.getReflectionFactory()
            .newConstructorForSerialization(type.returnType(), constructor);
    return new ConstantCallSite(
        RUN.bindTo(maker).asCollector(Object[].class, type.parameterCount()).asType(type));
  }

  private static Object run(Constructor<?> maker, Object[] arguments) throws Throwable {
    try {
      return maker.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
