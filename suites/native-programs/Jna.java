import com.sun.jna.*;

/** Android's C library by its name, with a callback. */
class Main {
  public interface C extends Library {
    interface Order extends Callback {
      int compare(Pointer a, Pointer b);
    }

    int strlen(String s);

    int atoi(String s);

    int snprintf(byte[] to, int size, String form, Object... values);

    void qsort(int[] all, int count, int size, Order order);
  }

  public static void main(String[] names) {
    C c = Native.load("c", C.class);
    byte[] to = new byte[40];
    System.out.println(c.strlen("twelve bytes") + " " + c.atoi("42"));
    c.snprintf(to, to.length, "%d-%s-%.2f", 7, "seven", 7.5);
    System.out.println(Native.toString(to));
    int[] all = {3, 1, 2};
    c.qsort(all, 3, 4, (a, b) -> a.getInt(0) - b.getInt(0));
    System.out.println(all[0] + " " + all[1] + " " + all[2]);
  }
}
