package dev.dexscope.vm.opcodes;

import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import org.jspecify.annotations.Nullable;

/**
 * Calls the methods of the suite and reports their results; runs as guest code, on every engine.
 */
public final class Judge {
  /** Up to so many parameters all combinations of values are tried. */
  private static final int COMBINED = 2;

  private static final Object[] INTS = {
    1,
    0,
    -1,
    2,
    7,
    31,
    32,
    33,
    63,
    64,
    127,
    128,
    -128,
    255,
    32_767,
    32_768,
    -32_768,
    65_536,
    0x5555_5555,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE
  };
  private static final Object[] LONGS = {
    1L,
    0L,
    -1L,
    2L,
    63L,
    64L,
    1L << 31,
    -(1L << 31),
    1L << 32,
    0x5555_5555_5555_5555L,
    (1L << 53) + 1,
    Long.MAX_VALUE,
    Long.MIN_VALUE
  };
  private static final Object[] FLOATS = {
    1f,
    0f,
    -0f,
    -1.5f,
    0.5f,
    Float.MIN_VALUE,
    Float.MAX_VALUE,
    1e10f,
    -3e9f,
    1e20f,
    16_777_218f,
    Float.POSITIVE_INFINITY,
    Float.NEGATIVE_INFINITY,
    Float.NaN
  };
  private static final Object[] DOUBLES = {
    1d,
    0d,
    -0d,
    -1.5d,
    0.5d,
    Double.MIN_VALUE,
    Double.MAX_VALUE,
    1e10,
    -3e9,
    1e20,
    0x1p63,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    Double.NaN
  };

  private Judge() {}

  /** Prints a line for each class that a file names. */
  public static void main(String[] args) throws Exception {
    byte[] names = Files.readAllBytes(Paths.get(args[0]));
    System.out.print(report(new String(names, StandardCharsets.UTF_8)));
  }

  /** A line for each class: its name, and what its method did with each of its arguments. */
  public static String report(String classNames) {
    StringBuilder text = new StringBuilder();
    for (String each : classNames.split("\n")) {
      text.append(each).append('\t');
      try {
        call(method(Class.forName("op." + each)), text);
      } catch (Throwable thrown) {
        text.append(shown(thrown));
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static Method method(Class<?> type) throws NoSuchMethodException {
    for (Method each : type.getDeclaredMethods()) {
      if (each.getName().equals("m")) {
        return each;
      }
    }
    throw new NoSuchMethodException("m");
  }

  private static void call(Method method, StringBuilder text) throws IllegalAccessException {
    Class<?>[] types = method.getParameterTypes();
    Object[][] values = new Object[types.length][];
    int combinations = 1;
    for (int i = 0; i < types.length; i++) {
      values[i] = values(types[i]);
      if (types.length > COMBINED) {
        values[i] = new Object[] {values[i][0]};
      }
      combinations *= values[i].length;
    }
    for (int i = 0; i < combinations; i++) {
      Object[] arguments = new Object[types.length];
      int rest = i;
      for (int j = types.length - 1; j >= 0; j--) {
        arguments[j] = fresh(values[j][rest % values[j].length]);
        rest /= values[j].length;
      }
      text.append(i == 0 ? "" : " ").append(result(method, arguments));
    }
  }

  private static Object[] values(Class<?> type) {
    if (type == int.class) {
      return INTS;
    } else if (type == long.class) {
      return LONGS;
    } else if (type == float.class) {
      return FLOATS;
    } else if (type == double.class) {
      return DOUBLES;
    } else if (type == boolean.class) {
      return new Object[] {true, false};
    } else if (type == byte.class) {
      return new Object[] {(byte) 1, (byte) -128};
    } else if (type == short.class) {
      return new Object[] {(short) 1, (short) -32_768};
    } else if (type == char.class) {
      return new Object[] {'a', '\uffff'};
    } else if (type == String.class) {
      return new Object[] {"text", null};
    } else if (type.isArray()) {
      Object array = Array.newInstance(type.getComponentType(), 3);
      for (int i = 0; i < 3; i++) {
        if (type.getComponentType().isPrimitive() || type == String[].class) {
          Array.set(array, i, values(type.getComponentType())[i == 0 ? 0 : 1]);
        }
      }
      return new Object[] {array, Array.newInstance(type.getComponentType(), 0), null};
    }
    return new Object[] {
      "text",
      null,
      5,
      new int[] {1, 2},
      new String[] {"a"},
      new Object[1],
      new int[1][1],
      'c',
      new java.util.ArrayList<>()
    };
  }

  /** Arrays are written to. */
  private static @Nullable Object fresh(@Nullable Object value) {
    if (value == null || !value.getClass().isArray()) {
      return value;
    }
    int length = Array.getLength(value);
    Object copy = Array.newInstance(value.getClass().getComponentType(), length);
    System.arraycopy(value, 0, copy, 0, length);
    return copy;
  }

  private static String result(Method method, Object[] arguments) throws IllegalAccessException {
    StringBuilder text = new StringBuilder();
    try {
      text.append(shown(method.invoke(null, arguments)));
    } catch (InvocationTargetException e) {
      text.append(shown(e.getCause()));
    }
    for (Object each : arguments) {
      if (each != null && each.getClass().isArray()) {
        text.append('|').append(shown(each));
      }
    }
    return text.toString();
  }

  /**
   * A value as text; errors of linking, of types of handles too, by their class, because their
   * words are each VM's own.
   */
  private static String shown(@Nullable Object value) {
    if (value == null) {
      return "null";
    } else if (value instanceof LinkageError || value instanceof WrongMethodTypeException) {
      return "!" + value.getClass().getName();
    } else if (value instanceof Throwable thrown) {
      return "!" + value.getClass().getName() + ":" + thrown.getMessage();
    } else if (value.getClass().isArray()) {
      StringBuilder text = new StringBuilder("[");
      for (int i = 0; i < Array.getLength(value); i++) {
        text.append(i == 0 ? "" : ",").append(shown(Array.get(value, i)));
      }
      return text.append(']').toString();
    } else if (value instanceof Character c) {
      return "c" + (int) c;
    } else if (value instanceof Float f) {
      return "f" + Integer.toHexString(Float.floatToIntBits(f));
    } else if (value instanceof Double d) {
      return "d" + Long.toHexString(Double.doubleToLongBits(d));
    } else if (value instanceof String text) {
      return escaped(text);
    } else if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    return value instanceof Class ? value.toString() : "a " + value.getClass().getName();
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c <= '~') {
        escaped.append(c);
      } else {
        escaped.append("\\").append((int) c);
      }
    }
    return escaped.toString();
  }
}
