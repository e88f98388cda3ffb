// Needs min-api 26: polymorphic calls.
package guest;

import java.lang.invoke.*;

/** Method handles and their polymorphic calls. */
public class Handles {
  int field = 3;
  static long counter = 10;
  Handles(int field) { this.field = field; }
  Handles() {}
  int add(int a, long b) { return field + a + (int) b; }
  static String text(String a, Object b, char c, double d) { return a + b + c + d; }
  int value() { return field; }
  private int secret() { return 99; }
  static void nothing() { counter++; }

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle add = lookup.findVirtual(Handles.class, "add", MethodType.methodType(int.class, int.class, long.class));
    Handles object = new Handles(100);
    System.out.println((int) add.invokeExact(object, 1, 2L));
    System.out.println((long) add.invoke(object, (short) 1, 2));
    System.out.println((Object) add.invoke(object, (byte) 1, (Long) 5L));
    MethodHandle text = lookup.findStatic(Handles.class, "text", MethodType.methodType(String.class, String.class, Object.class, char.class, double.class));
    System.out.println((String) text.invokeExact("a", (Object) 1, 'c', 2.5));
    System.out.println(text.invokeWithArguments("x", null, 'y', 1.0) + " " + text.type());
    MethodHandle constructor = lookup.findConstructor(Handles.class, MethodType.methodType(void.class, int.class));
    System.out.println(((Handles) constructor.invokeExact(7)).field);
    MethodHandle getter = lookup.findGetter(Handles.class, "field", int.class);
    MethodHandle setter = lookup.findSetter(Handles.class, "field", int.class);
    setter.invokeExact(object, 55);
    System.out.println((int) getter.invokeExact(object) + (int) lookup.findVirtual(Handles.class, "secret", MethodType.methodType(int.class)).invokeExact(object));
    MethodHandle nothing = lookup.findStatic(Handles.class, "nothing", MethodType.methodType(void.class));
    nothing.invokeExact();
    System.out.println((long) lookup.findStaticGetter(Handles.class, "counter", long.class).invokeExact());
    MethodHandle bound = add.bindTo(object);
    System.out.println((int) bound.invoke(1, 1L) + " " + bound.type().parameterCount());
    MethodHandle inserted = MethodHandles.insertArguments(add, 1, 10);
    System.out.println((int) inserted.invoke(object, 5L));
    MethodHandle value = lookup.findVirtual(Handles.class, "value", MethodType.methodType(int.class));
    MethodHandle dropped = MethodHandles.dropArguments(value, 0, String.class, double.class);
    System.out.println((int) dropped.invoke("ignored", 1.0, object));
    MethodHandle filtered = MethodHandles.filterReturnValue(value, lookup.findStatic(String.class, "valueOf", MethodType.methodType(String.class, int.class)));
    System.out.println((String) filtered.invoke(object));
    MethodHandle length = lookup.findVirtual(String.class, "length", MethodType.methodType(int.class));
    MethodHandle guard = MethodHandles.guardWithTest(MethodHandles.dropArguments(MethodHandles.constant(boolean.class, true), 0, String.class), length, MethodHandles.dropArguments(MethodHandles.constant(int.class, -1), 0, String.class));
    System.out.println((int) guard.invoke("four"));
    MethodHandle caught = MethodHandles.catchException(lookup.findStatic(Integer.class, "parseInt", MethodType.methodType(int.class, String.class)), NumberFormatException.class, MethodHandles.dropArguments(MethodHandles.constant(int.class, -5), 0, NumberFormatException.class, String.class));
    System.out.println((int) caught.invoke("12") + (int) caught.invoke("x"));
    MethodHandle spread = text.asSpreader(Object[].class, 4);
    System.out.println((String) spread.invoke(new Object[] {"s", 1, 'c', 0.5}));
    MethodHandle collector = lookup.findStatic(java.util.Arrays.class, "asList", MethodType.methodType(java.util.List.class, Object[].class));
    System.out.println(collector.invoke(1, 2, 3) + " " + collector.isVarargsCollector());
    MethodHandle element = MethodHandles.arrayElementGetter(long[].class);
    System.out.println((long) element.invoke(new long[] {4, 5}, 1));
    try {
      int wrong = (int) add.invokeExact(object, 1, 2);
    } catch (WrongMethodTypeException e) {
      System.out.println("wrong type");
    }
    try {
      Object wrong = add.invoke("not a receiver", 1, 2L);
    } catch (ClassCastException | IllegalArgumentException e) { // the JDK says the one, Android the other
      System.out.println("wrong receiver");
    }
    try {
      lookup.findVirtual(Handles.class, "none", MethodType.methodType(int.class));
    } catch (NoSuchMethodException e) {
      System.out.println("none");
    }
    try {
      MethodHandles.publicLookup().findVirtual(Handles.class, "secret", MethodType.methodType(int.class));
    } catch (IllegalAccessException e) {
      System.out.println("private");
    }
    long sum = 0;
    for (int i = 0; i < 20000; i++) sum += (int) add.invokeExact(object, i, 1L);
    System.out.println(sum);
  }
}
