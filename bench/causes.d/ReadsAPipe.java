// expect: (sleeps in .*write|waits in .*main|write)
import java.io.*;

/** A planted cause: see the first line. */
public final class ReadsAPipe {
  public static void main(String[] args) throws Exception {
    var in = new PipedInputStream();
    var out = new PipedOutputStream(in);
    new Thread(() -> write(out), "writer").start();
    int sum = 0;
    for (int each = in.read(); each >= 0; each = in.read()) {
      sum += each;
    }
    System.out.println(sum);
  }

  static void write(PipedOutputStream out) {
    try (out) {
      for (int i = 0; i < 5; i++) {
        Thread.sleep(50);
        out.write(i);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
