package guest;

/** Fields of every type, static and not: narrow values wrap, hidden fields stay apart, defaults are zero. */
public class Fields {
  boolean z; byte b; char c; short s; int i; long l; float f; double d; Object o;
  static boolean sz; static byte sb; static char sc; static short ss; static int si; static long sl; static float sf; static double sd; static Object so;
  static final int CONSTANT = 5; static final long WIDE = -1L << 40; static final float REAL = 1.5f; static final double DOUBLE = -2.25; static final String TEXT = "text"; static final char CHAR = '\uffff'; static final byte BYTE = -7; static final boolean FLAG = true; static final short SHORT = -300;
  volatile long vl = 3; volatile boolean vz; volatile double vd = 0.5; final int[] array = {1};

  static class Parent { int x = 1; static int y = 2; int get() { return x; } protected int p = 9; }
  static class Child extends Parent { int x = 10; static int y = 20; @Override int get() { return x + super.x + super.get() + p++ + ++super.p; } }
  interface HasField { int[] SHARED = {7}; }
  static class Implementer implements HasField { int get() { return SHARED[0]++; } }

  public static void main(String[] args) throws Exception {
    Fields x = new Fields();
    System.out.println(x.z + "" + x.b + (int) x.c + x.s + x.i + x.l + x.f + x.d + x.o + sz + sb + (int) sc + ss + si + sl + sf + sd + so);
    for (int n = 0; n < 1000; n++) {
      x.b += 7; x.c += 70; x.s += 333; x.i += 1 << 25; x.l += 1L << 55; x.f += 0.1f; x.d += 0.1; x.z ^= n % 3 == 0;
      sb -= 7; sc -= 70; ss -= 333; si -= 1 << 25; sl -= 1L << 55; sf -= 0.1f; sd -= 0.1; sz |= n == 500;
      x.b++; --x.s; x.c--; ++sb; ss--; sc++; x.vl *= 3; x.vz = !x.vz; x.vd += x.vl & 3; x.array[0] += n;
    }
    System.out.println(x.z + " " + x.b + " " + (int) x.c + " " + x.s + " " + x.i + " " + x.l + " " + x.f + " " + x.d);
    System.out.println(sz + " " + sb + " " + (int) sc + " " + ss + " " + si + " " + sl + " " + sf + " " + sd);
    System.out.println(x.vl + " " + x.vz + " " + x.vd + " " + x.array[0]);
    System.out.println(CONSTANT + " " + WIDE + REAL + DOUBLE + TEXT + (int) CHAR + BYTE + FLAG + SHORT);
    for (String name : new String[] {"CONSTANT", "WIDE", "REAL", "DOUBLE", "TEXT", "CHAR", "BYTE", "FLAG", "SHORT"}) System.out.print(Fields.class.getDeclaredField(name).get(null).hashCode() + " ");
    System.out.println();
    Child child = new Child();
    Parent parent = child;
    System.out.println(child.x + " " + parent.x + " " + ((Parent) child).x + child.get() + parent.get() + Child.y + Parent.y + child.p);
    System.out.println(new Implementer().get() + new Implementer().get() + HasField.SHARED[0]);
    x.o = x;
    ((Fields) x.o).i = 3;
    System.out.println(((Fields) ((Fields) x.o).o).i++ + x.i);
    Fields[] all = {x, new Fields()};
    int index = 0;
    all[index++].i += index;
    all[index].l = all[index - 1].i = 77;
    System.out.println(all[0].i + " " + all[1].l + index);
  }
}
