/** Calls methods that an agent leaves in its own way, and others that exceptions leave. */
public class Leaving {
  private static int begun;

  static int returned() {
    return ++begun;
  }

  static int popped() {
    return ++begun;
  }

  static void failing(int depth) {
    if (depth == 0) {
      throw new IllegalStateException("failed");
    }
    failing(depth - 1);
  }

  static String caught() {
    try {
      failing(2);
      return "nothing";
    } catch (IllegalStateException e) {
      return e.getMessage();
    }
  }

  public static void main(String[] args) {
    System.out.println("returned " + returned() + " " + begun);
    System.out.println("popped " + popped() + " " + begun);
    System.out.println("caught " + caught());
  }
}
