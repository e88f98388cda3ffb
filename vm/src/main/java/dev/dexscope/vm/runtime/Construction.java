package dev.dexscope.vm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;

/**
 * Makes objects as dex code may and the JVM does not: of a class, by its superclass's constructor.
 */
public final class Construction {
  private static final MethodHandle RUN = run();

  /** {@code ReflectionFactory.newConstructorForSerialization(Class, Constructor)}. */
  private static final MethodHandle MAKER = maker();

  private Construction() {}

  private static MethodHandle run() {
    MethodType type = MethodType.methodType(Object.class, Constructor.class, Object[].class);
    try {
      return MethodHandles.lookup().findStatic(Construction.class, "run", type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** By name: a public class of the module jdk.unsupported, but javac warns of its package. */
  private static MethodHandle maker() {
    try {
      Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      MethodHandle get =
          lookup.findStatic(factory, "getReflectionFactory", MethodType.methodType(factory));
      MethodHandle make =
          lookup.findVirtual(
              factory,
              "newConstructorForSerialization",
              MethodType.methodType(Constructor.class, Class.class, Constructor.class));
      return make.bindTo(get.invoke());
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * The bootstrap method of a call site that makes objects of its result type.
   *
   * @param declaring the descriptor of the superclass whose constructor runs
   */
  public static CallSite newInstance(
      MethodHandles.Lookup caller, String name, MethodType type, String declaring)
      throws Throwable {
    Class<?> superclass = Superclasses.find(type.returnType(), declaring);
    Constructor<?> constructor;
    try {
      constructor = superclass.getDeclaredConstructor(type.parameterArray());
    } catch (NoSuchMethodException _) {
      throw new NoSuchMethodError(superclass.getName() + ".<init>" + type);
    } catch (LinkageError e) {
      // Another constructor has a type that is missing.
      constructor = DeclaredMethods.findConstructor(superclass, type.parameterArray());
      if (constructor == null) {
        throw e;
      }
    }
    var maker = (Constructor<?>) MAKER.invoke(type.returnType(), constructor);
    return new ConstantCallSite(
        RUN.bindTo(maker).asCollector(Object[].class, type.parameterCount()).asType(type));
  }

  @SuppressWarnings("UnusedMethod") // Called through RUN.
  private static Object run(Constructor<?> maker, Object[] arguments) throws Throwable {
    try {
      return maker.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
