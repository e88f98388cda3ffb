import java.io.IOException;

/** Waits for a line of its input. */
public final class Waiting {
  static int late(int value) {
    return value + 1;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    System.out.println("ready");
    System.in.read();
    Thread thread = new Thread(() -> late(1), "late");
    thread.start();
    thread.join();
    System.out.println("program done");
  }
}
