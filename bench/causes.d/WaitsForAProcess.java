// expect: (waits|runs).*process|main waits.* process
import java.io.*;

/** A planted cause: see the first line. */
public final class WaitsForAProcess {
  public static void main(String[] args) throws Exception {
    Process process = new ProcessBuilder("sleep", "0.8").start();
    System.out.println(process.waitFor());
  }
}
