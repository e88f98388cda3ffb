package dev.dexscope.vm.runtime.substitute;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Constructor}. */
public final class ConstructorMethods {
  /** The JDK's internal call with an explicit caller, instead of the one on the stack. */
  private static final MethodHandle NEW_INSTANCE;

  static {
    try {
      NEW_INSTANCE =
          MethodHandles.privateLookupIn(Constructor.class, MethodHandles.lookup())
              .findVirtual(
                  Constructor.class,
                  "newInstanceWithCaller",
                  MethodType.methodType(Object.class, Object[].class, boolean.class, Class.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private ConstructorMethods() {}

  /**
   * {@link Constructor#newInstance}: errors of the arguments have Android's messages.
   *
   * @param caller the class whose access rights apply
   */
  public static Object newInstance(
      Constructor<?> constructor, Object @Nullable [] arguments, Class<?> caller) throws Throwable {
    try {
      return isOpenToAll(constructor)
          ? constructor.newInstance(arguments)
          : (Object) NEW_INSTANCE.invokeExact(constructor, arguments, true, caller);
    } catch (IllegalArgumentException | NullPointerException e) {
      throw WrongArguments.reworded(e, constructor, null, arguments);
    }
  }

  @SuppressWarnings("deprecation") // Checks the constructor alone, not the caller.
  private static boolean isOpenToAll(Constructor<?> constructor) {
    Class<?> type = constructor.getDeclaringClass();
    boolean isPublic = Modifier.isPublic(constructor.getModifiers() & type.getModifiers());
    return constructor.isAccessible()
        || (isPublic && type.getModule().isExported(type.getPackageName()));
  }
}
