package guest;

import java.util.*;

/** instanceof and casts over classes, interfaces and arrays; boxing; class literals. */
public class Casts {
  interface I {}
  interface J extends I {}
  static class A implements I {}
  static class B extends A implements J {}
  static final class C {}

  public static void main(String[] args) {
    Object[] objects = {null, new A(), new B(), new C(), new A[1], new B[1], new I[1], new A[1][1], new int[1], new long[1], new int[1][1], new Object[1], "s", 1, 1L, 'c', Object.class};
    for (Object o : objects) {
      String line = o == null ? "null" : o.getClass().getName();
      line += " " + bit(o instanceof A) + bit(o instanceof B) + bit(o instanceof I) + bit(o instanceof J) + bit(o instanceof C) + bit(o instanceof A[]) + bit(o instanceof I[]) + bit(o instanceof Object[]) + bit(o instanceof int[]) + bit(o instanceof Object[][]) + bit(o instanceof Cloneable) + bit(o instanceof Comparable) + bit(o instanceof Number) + bit(o instanceof java.io.Serializable);
      String casts = "";
      for (int i = 0; i < 8; i++) {
        try {
          Object cast = cast(i, o);
          casts += cast == o ? "1" : "?";
        } catch (ClassCastException e) {
          casts += "0";
        }
      }
      System.out.println(line + " " + casts);
    }
    Integer small = 127, same = 127, large = 1000, other = 1000;
    System.out.println((small == same) + " " + large.equals(other) + (large == 1000) + (small < large));
    long widened = large;
    double real = 'x' + small;
    char narrowed = (char) (byte) -1;
    Object boxed = args.length == 0 ? 1 : 2.0;
    System.out.println(widened + " " + real + (int) narrowed + boxed + (Object) (char) 65 + (byte) 300 + (short) 70000 + (int) 3.99e10 + (long) -2.5f + (char) 97.9);
    List<Integer> list = new ArrayList<>(Arrays.asList(5, 6, 7));
    list.remove((Integer) 7);
    list.remove(0);
    Integer i = list.get(0);
    i++;
    i += list.get(0);
    System.out.println(list + " " + i + int.class + Integer.TYPE + void.class + A[].class + double[][].class);
    Map<Character, Long> counts = new TreeMap<>();
    for (char c : "banana".toCharArray()) counts.put(c, counts.containsKey(c) ? counts.get(c) + 1 : 1L);
    System.out.println(counts);
  }

  static Object cast(int i, Object o) {
    switch (i) {
      case 0: return (A) o;
      case 1: return (J) o;
      case 2: return (I[]) o;
      case 3: return (Object[]) o;
      case 4: return (int[]) o;
      case 5: return (Comparable<?>) o;
      case 6: return (Cloneable) o;
      default: return (A[][]) o;
    }
  }

  static char bit(boolean b) { return b ? '1' : '0'; }
}
