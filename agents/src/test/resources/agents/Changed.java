/** Its agent replaces its code while it runs. */
public final class Changed {
  static int value(int number) {
    int first = number;
    return first + 1;
  }

  static int line() {
    return new Throwable().getStackTrace()[0].getLineNumber();
  }

  static native boolean next();

  public static void main(String[] args) {
    do {
      System.out.println("program " + value(1) + " in line " + line());
    } while (next());
  }

  // Dex files have fields in an order of their own.
  int last;
  static int next;
  static int first;
}
