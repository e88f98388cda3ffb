/** Has variables that are zero, or null, until an agent says otherwise. */
public final class Zeros {
  static void here() {}

  static void values() {
    boolean isSet = false;
    int count = 0;
    long total = 0;
    float share = 0;
    double mean = 0;
    String name = null;
    int[] list = null;
    here();
    int copy = count;
    String alias = name;
    System.out.println("program " + copy + " " + alias + " " + (alias == name));
    System.out.println("program " + isSet + " " + count + " " + total + " " + share + " " + mean);
    System.out.println("program " + name + " " + (list == null ? "none" : "list"));
  }

  static void numbers(int number) {
    here();
    System.out.println("number " + number);
  }

  public static void main(String[] args) {
    values();
    numbers(args.length + 7);
  }
}
