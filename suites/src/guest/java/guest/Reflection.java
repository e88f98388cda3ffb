package guest;

import java.lang.reflect.*;
import java.util.*;

/** Reflective calls, fields and arrays, with conversions and failures. */
public class Reflection {
  public boolean z; public byte b; public char c; public short s; public int i; public long l; public float f; public double d; public String t;
  private final int secret = compute(); protected static volatile long shared = 4; public static final int CONSTANT = 8; transient int skipped;

  static int compute() { return 5; }
  public Reflection() {}
  private Reflection(int i, String... rest) { this.i = i + rest.length; }
  public static long sum(boolean z, byte b, char c, short s, int i, long l, float f, double d, Object o) { return (z ? 1 : 0) + b + c + s + i + l + (long) f + (long) d + o.hashCode(); }
  public void thrower() throws java.io.IOException { throw new java.io.IOException("thrown"); }
  private String hidden(int[] a) { return "hidden" + a.length; }
  protected final synchronized strictfp void modified() {}
  static native void nativeMethod();

  static abstract class Abstract { Abstract() {} abstract void m(); }

  public static void main(String[] args) throws Exception {
    Reflection object = new Reflection();
    Object[] values = {true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6d, "t"};
    String[] names = {"z", "b", "c", "s", "i", "l", "f", "d", "t"};
    for (int n = 0; n < names.length; n++) Reflection.class.getField(names[n]).set(object, values[n]);
    System.out.println(object.z + "" + object.b + object.c + object.s + object.i + object.l + object.f + object.d + object.t);
    Field l = Reflection.class.getField("l");
    l.set(object, (byte) 9);
    l.setInt(object, 70);
    System.out.println(l.get(object) + " " + l.getDouble(object) + Reflection.class.getField("b").getInt(object) + l.getType());
    fails(() -> l.set(object, 1.5));
    fails(() -> l.set(object, "text"));
    fails(() -> l.set(null, 1L));
    fails(() -> l.set("wrong", 1L));
    fails(() -> l.getInt(object));
    fails(() -> Reflection.class.getField("none"));
    fails(() -> Reflection.class.getField("CONSTANT").set(null, 5));
    Field secret = Reflection.class.getDeclaredField("secret");
    secret.setAccessible(true);
    System.out.println(secret.getInt(object) + Modifier.toString(secret.getModifiers()) + Reflection.class.getDeclaredField("shared").getLong(null));
    Method sum = Reflection.class.getMethod("sum", boolean.class, byte.class, char.class, short.class, int.class, long.class, float.class, double.class, Object.class);
    System.out.println(sum.invoke(null, true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6d, "o") + " " + sum.invoke(null, true, (byte) 1, 'c', (byte) 2, 'x', 3, 4L, 5f, "o"));
    fails(() -> sum.invoke(null, 1));
    fails(() -> sum.invoke(null, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    fails(() -> sum.invoke(null, true, (byte) 1, 'c', (short) 2, 3L, 4L, 5f, 6d, "o"));
    fails(() -> Reflection.class.getMethod("thrower").invoke(object));
    fails(() -> Reflection.class.getMethod("thrower").invoke(null));
    fails(() -> Reflection.class.getMethod("thrower").invoke("wrong"));
    fails(() -> Reflection.class.getMethod("hidden", int[].class));
    Method hidden = Reflection.class.getDeclaredMethod("hidden", int[].class);
    System.out.println(hidden.invoke(object, (Object) new int[3]) + " " + Modifier.toString(Reflection.class.getDeclaredMethod("modified").getModifiers() & ~Modifier.STRICT));
    Constructor<?> constructor = Reflection.class.getDeclaredConstructor(int.class, String[].class);
    System.out.println(((Reflection) constructor.newInstance(5, new String[] {"a", "b"})).i + " " + constructor.isVarArgs() + Modifier.toString(constructor.getModifiers()));
    fails(() -> Abstract.class.getDeclaredConstructor().newInstance());
    fails(() -> List.class.getDeclaredConstructor().newInstance());
    fails(() -> Integer.class.getDeclaredConstructor(int.class, int.class));
    System.out.println(Modifier.isNative(Reflection.class.getDeclaredMethod("nativeMethod").getModifiers()));
    fails(() -> nativeMethod());
    Object ints = Array.newInstance(int.class, 3);
    Array.set(ints, 1, (short) 7);
    Array.setInt(ints, 2, 8);
    System.out.println(Array.get(ints, 1) + " " + Array.getLong(ints, 2) + ((int[]) ints).length + Array.newInstance(String.class, 2, 3).getClass());
    fails(() -> Array.set(ints, 0, 5L));
    fails(() -> Array.get(ints, 3));
    fails(() -> Array.newInstance(void.class, 1));
    fails(() -> Array.newInstance(int.class, -1));
    fails(() -> Array.getLength("not an array"));
    List<String> all = new ArrayList<>();
    for (Method m : Reflection.class.getDeclaredMethods()) if (!m.isSynthetic()) all.add(Modifier.toString(m.getModifiers() & ~Modifier.STRICT) + " " + m.getName() + Arrays.toString(m.getParameterTypes()) + m.getReturnType() + Arrays.toString(m.getExceptionTypes()));
    Collections.sort(all);
    System.out.println(all);
    System.out.println(Reflection.class.getMethods().length - Object.class.getMethods().length + " " + Reflection.class.getFields().length + Reflection.class.getDeclaredFields().length + Reflection.class.getConstructors().length);
    System.out.println(Number.class.isAssignableFrom(Integer.class) + "" + Integer.class.isInstance(5) + int.class.isPrimitive() + Object.class.cast("x") + String.class.getSuperclass() + Runnable.class.getSuperclass() + Modifier.toString(Abstract.class.getModifiers()) + int[][].class.getName());
    System.out.println(sum.equals(Reflection.class.getMethod("sum", sum.getParameterTypes())) + " " + sum.getDeclaringClass().getSimpleName() + sum + sum.getParameterCount());
    long total = 0;
    for (int n = 0; n < 20000; n++) total += (Long) sum.invoke(null, true, (byte) n, 'c', (short) n, n, 4L, 5f, 6d, "o");
    System.out.println(total);
    fails(() -> Class.forName("guest.Reflection$Abstract").asSubclass(List.class));
  }

  interface Action { void run() throws Throwable; }

  static void fails(Action action) {
    try {
      action.run();
      System.out.println("nothing thrown");
    } catch (Throwable e) {
      System.out.println(e.getClass().getSimpleName() + (e.getCause() == null ? "" : " " + e.getCause().getClass().getSimpleName()));
    }
  }
}
