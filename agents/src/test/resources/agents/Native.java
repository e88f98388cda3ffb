/** Its native methods are in the library of an agent, which it does not load. */
public final class Native {
  static native int with_line(int number);

  static native String of(int[] numbers, String text);

  static native String of();

  static native int nowhere();

  public static void main(String[] args) {
    System.out.println("program " + with_line(1) + " " + of(new int[2], "two") + " " + of());
    try {
      nowhere();
    } catch (UnsatisfiedLinkError e) {
      System.out.println("program nowhere");
    }
  }
}
