package dev.dexscope.vm.runtime.substitute;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Method}. */
public final class MethodMethods {
  /** What the JDK itself calls where somebody else than the caller on the stack is meant. */
  private static final MethodHandle INVOKE;

  static {
    try {
      INVOKE =
          MethodHandles.privateLookupIn(Method.class, MethodHandles.lookup())
              .findVirtual(
                  Method.class,
                  "invoke",
                  MethodType.methodType(Object.class, Object.class, Object[].class, Class.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private MethodMethods() {}

  /**
   * {@link Method#invoke}: what is wrong with the arguments is said in Android's words.
   *
   * @param caller whose rights count
   */
  public static @Nullable Object invoke(
      Method method, @Nullable Object receiver, Object @Nullable [] arguments, Class<?> caller)
      throws Throwable {
    try {
      return (Object) INVOKE.invokeExact(method, receiver, arguments, caller);
    } catch (IllegalArgumentException | NullPointerException e) {
      throw WrongArguments.reworded(e, method, receiver, arguments);
    }
  }
}
