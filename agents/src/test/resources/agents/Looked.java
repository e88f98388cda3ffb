/** What an agent in Java stops, looks at and changes. */
public final class Looked {
  static int total;
  static int unseen;
  float half;
  private final String name;

  private Looked(String name) {
    this.name = name;
  }

  @Override
  public String toString() {
    return name;
  }

  static String numbers(
      boolean truth,
      char letter,
      byte small,
      int number,
      long wide,
      float half,
      double whole,
      String text) {
    return truth + " " + letter + " " + small + " " + number + " " + wide + " " + half + " " + whole
        + " " + text;
  }

  static int twice(int number) {
    return 2 * number;
  }

  static void lose(Object object) {
    if (object == null) {
      throw new NullPointerException();
    }
  }

  public static void main(String[] args) {
    System.out.println(
        "program " + numbers(false, 'a', (byte) 1, 2, 3, 0.5f, 0.25, "given"));
    int twice = twice(21);
    System.out.println("program " + twice);
    total += twice;
    unseen = total;
    new Looked("seen").half = 0.5f;
    lose(new Looked("lost"));
    System.out.println("program " + unseen);
    for (int i = 0; i < 100 && System.getProperty("looked.freed") == null; i++) {
      System.gc();
    }
  }
}
