package dev.dexscope.inject.random;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls the random methods, prints what they return or throw, and how often each was called. */
public final class RandomMain {
  private RandomMain() {}

  /** The number of methods. */
  public static void main(String[] args) throws Exception {
    Class<?> code = Class.forName("p.Gen");
    Field fuel = code.getField("fuel");
    StringBuilder text = new StringBuilder();
    for (Method method : code.getDeclaredMethods()) {
      for (int i = -1; i < 4; i++) {
        fuel.setInt(null, 60);
        text.append(method.getName()).append(' ').append(call(method, i)).append('\n');
      }
    }
    for (Field each : code.getDeclaredFields()) {
      if (each.getName().startsWith("c")) {
        text.append("calls ").append(each.getInt(null)).append(" m");
        text.append(each.getName().substring(1)).append('\n');
      }
    }
    System.out.print(text);
    // Android's runtime does not end when main has returned.
    System.exit(0);
  }

  private static String call(Method method, int seed) throws IllegalAccessException {
    Class<?>[] types = method.getParameterTypes();
    Object[] arguments = new Object[types.length];
    Object lock = new Object();
    Object other = new Object();
    for (int i = 0; i < types.length; i++) {
      if (types[i] == int.class) {
        arguments[i] = seed + i % 3;
      } else if (types[i] == long.class) {
        arguments[i] = 77L * seed;
      } else {
        arguments[i] = i % 2 == 0 ? lock : other;
      }
    }
    String result;
    try {
      result = "returns " + method.invoke(null, arguments);
    } catch (InvocationTargetException e) {
      result = "throws " + String.valueOf(e.getCause()).replaceFirst(":.*", "");
    }
    return result + (Thread.holdsLock(lock) || Thread.holdsLock(other) ? " with a lock" : "");
  }
}
