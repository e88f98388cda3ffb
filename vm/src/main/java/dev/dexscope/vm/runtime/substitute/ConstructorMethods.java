package dev.dexscope.vm.runtime.substitute;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Constructor}. */
public final class ConstructorMethods {
  /** What the JDK itself calls where somebody else than the caller on the stack is meant. */
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
   * {@link Constructor#newInstance}: what is wrong with the arguments is said in Android's words.
   *
   * @param caller whose rights count
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

  @SuppressWarnings("deprecation") // Asks the constructor alone, not who may call it.
  private static boolean isOpenToAll(Constructor<?> constructor) {
    Class<?> type = constructor.getDeclaringClass();
    boolean isPublic = Modifier.isPublic(constructor.getModifiers() & type.getModifiers());
    return constructor.isAccessible()
        || (isPublic && type.getModule().isExported(type.getPackageName()));
  }
}
