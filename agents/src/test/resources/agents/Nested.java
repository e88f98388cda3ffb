/** Its agent replaces its code. D8 writes private members of nests in another way than javac. */
public final class Nested {
  private static int count = 1;

  static final class Inner {
    int own = 2;

    int more() {
      return own + count;
    }
  }

  static int value(int number) {
    return number + new Inner().more();
  }

  static native boolean next();

  public static void main(String[] args) {
    do {
      System.out.println("program " + value(1));
    } while (next());
  }
}
