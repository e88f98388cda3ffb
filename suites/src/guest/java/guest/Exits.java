package guest;

/** System.exit out of a finally block: hooks run, nothing after it does, other threads do not matter. */
public class Exits {
  public static void main(String[] args) {
    Thread forever = new Thread(() -> {
      while (true) {
        try {
          Thread.sleep(1000000);
        } catch (InterruptedException e) {
          System.out.println("not interrupted");
        }
      }
    });
    forever.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
    try {
      System.out.println("try");
      throw new RuntimeException();
    } finally {
      System.out.println("finally");
      System.exit(7);
      System.out.println("never");
    }
  }
}
