/** A thread whose stack grows and shrinks all the time. */
public class Recursing extends Thread {
  private static int calls;
  private static volatile boolean isSampled;

  private Recursing() {
    super("worker");
  }

  static int fibonacci(int n) {
    calls++;
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  @Override
  public void run() {
    while (!isSampled) {
      fibonacci(20);
    }
  }

  public static void main(String[] args) throws InterruptedException {
    Thread worker = new Recursing();
    worker.start();
    worker.join();
  }
}
