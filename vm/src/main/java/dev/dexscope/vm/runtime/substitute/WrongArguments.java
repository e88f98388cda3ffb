package dev.dexscope.vm.runtime.substitute;

import java.lang.reflect.Array;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** ART's messages for a reflected call whose receiver or arguments do not match the method. */
final class WrongArguments {
  private WrongArguments() {}

  /** An exception of a reflected call in ART's words; itself when the arguments are right. */
  static RuntimeException reworded(
      RuntimeException thrown,
      Executable called,
      @Nullable Object receiver,
      @Nullable Object @Nullable [] arguments) {
    boolean hasReceiver = called instanceof Method && !Modifier.isStatic(called.getModifiers());
    RuntimeException reworded =
        hasReceiver && receiver == null
            ? new NullPointerException("null receiver")
            : of(called, hasReceiver ? receiver : null, arguments);
    if (reworded == null) {
      return thrown;
    }
    reworded.setStackTrace(thrown.getStackTrace());
    return reworded;
  }

  private static @Nullable RuntimeException of(
      Executable called, @Nullable Object receiver, @Nullable Object @Nullable [] arguments) {
    Class<?> owner = called.getDeclaringClass();
    if (receiver != null && !owner.isInstance(receiver)) {
      return new IllegalArgumentException(
          "Expected receiver of type " + owner.getTypeName() + ", but got " + typeOf(receiver));
    }
    Class<?>[] types = called.getParameterTypes();
    @Nullable Object[] given = arguments == null ? new Object[0] : arguments;
    int count = given.length;
    if (count != types.length) {
      return new IllegalArgumentException(
          "Wrong number of arguments; expected " + types.length + ", got " + count);
    }
    for (int i = 0; i < count; i++) {
      if (!takes(types[i], given[i])) {
        String name = called instanceof Method ? called.getName() : "<init>";
        return new IllegalArgumentException(
            "method "
                + owner.getTypeName()
                + "."
                + name
                + " argument "
                + (i + 1)
                + " has type "
                + types[i].getTypeName()
                + ", got "
                + typeOf(given[i]));
      }
    }
    return null;
  }

  private static boolean takes(Class<?> type, @Nullable Object value) {
    if (!type.isPrimitive()) {
      return value == null || type.isInstance(value);
    }
    try {
      // Widens as a call does.
      Array.set(Array.newInstance(type, 1), 0, value);
      return value != null;
    } catch (IllegalArgumentException | NullPointerException e) {
      return false;
    }
  }

  private static String typeOf(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    String type = value.getClass().getTypeName();
    return value instanceof Class<?> named ? type + "<" + named.getTypeName() + ">" : type;
  }
}
