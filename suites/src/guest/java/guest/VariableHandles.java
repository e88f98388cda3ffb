// Needs min-api 28: polymorphic calls, and access modes of VarHandle.
package guest;

import java.lang.invoke.*;

/** VarHandles over fields and arrays (from min-api 28 on). */
public class VariableHandles {
  int number = 1;
  volatile long wide = 2;
  static String text = "a";

  public static void main(String[] args) throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    VarHandle number = lookup.findVarHandle(VariableHandles.class, "number", int.class);
    VarHandle wide = lookup.findVarHandle(VariableHandles.class, "wide", long.class);
    VarHandle text = lookup.findStaticVarHandle(VariableHandles.class, "text", String.class);
    VarHandle ints = MethodHandles.arrayElementVarHandle(int[].class);
    VarHandle strings = MethodHandles.arrayElementVarHandle(String[].class);
    VariableHandles object = new VariableHandles();
    System.out.println((int) number.get(object) + " " + (int) number.getAndAdd(object, 5) + " " + (int) number.getVolatile(object) + number.compareAndSet(object, 6, 60) + number.compareAndSet(object, 6, 61) + object.number);
    wide.set(object, 1L << 40);
    System.out.println((long) wide.getAcquire(object) + " " + (long) wide.getAndSet(object, 3L) + " " + (long) wide.getAndBitwiseOr(object, 12L) + object.wide);
    System.out.println((String) text.get() + text.compareAndSet("a", "b") + (String) text.getAndSet("c") + VariableHandles.text);
    int[] array = {1, 2, 3};
    System.out.println((int) ints.get(array, 1) + (int) ints.getAndAdd(array, 2, 10) + " " + array[2] + (int) ints.compareAndExchange(array, 0, 1, 9) + array[0]);
    String[] words = {"x", null};
    strings.setRelease(words, 1, "y");
    System.out.println(words[1] + strings.compareAndSet(words, 0, "x", "z") + words[0] + number.varType() + ints.coordinateTypes());
    try {
      ints.get(array, 5);
    } catch (IndexOutOfBoundsException e) {
      System.out.println("bounds");
    }
    try {
      Object o = strings.get((Object) new Object[0], 0);
    } catch (ClassCastException e) {
      System.out.println("cast");
    }
    try {
      number.set(object, "text");
    } catch (WrongMethodTypeException e) {
      System.out.println("type");
    }
    Thread[] threads = new Thread[3];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> { for (int j = 0; j < 10000; j++) number.getAndAdd(object, 1); });
      threads[i].start();
    }
    for (Thread thread : threads) thread.join();
    System.out.println(object.number);
    VarHandle.fullFence();
  }
}
