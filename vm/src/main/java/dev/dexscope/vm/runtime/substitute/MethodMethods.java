package dev.dexscope.vm.runtime.substitute;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Method}. */
public final class MethodMethods {
  /** The JDK's internal call with an explicit caller, instead of the one on the stack. */
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
   * {@link Method#invoke}: errors of the arguments have Android's messages.
   *
   * @param caller the class whose access rights apply
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
