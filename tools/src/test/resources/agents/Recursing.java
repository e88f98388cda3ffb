/** A thread whose stack grows and shrinks all the time. */
public class Recursing extends Thread {
  private static int calls;

  private Recursing() {
    super("worker");
  }

  static int fibonacci(int n) {
    calls++;
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  @Override
  public void run() {
    for (int i = 0; i < 30; i++) {
      fibonacci(25);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Recursing();
    worker.start();
    worker.join();
  }
}
