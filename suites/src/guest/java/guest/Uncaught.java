package guest;

/** An uncaught exception: another thread goes on, finally blocks run, the exit code is 1. */
public class Uncaught {
  public static void main(String[] args) {
    Thread other = new Thread(() -> {
      try {
        Thread.sleep(50);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      System.out.println("still here");
    });
    other.start();
    try {
      try {
        throw new IllegalArgumentException("inner");
      } finally {
        System.out.println("finally");
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalStateException("outer", e);
    }
  }
}
