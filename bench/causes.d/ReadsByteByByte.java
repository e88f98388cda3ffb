// expect: count.* files without
import java.io.*;

/** A planted cause: see the first line. */
public final class ReadsByteByByte {
  public static void main(String[] args) throws Exception {
    File file = File.createTempFile("causes", ".dat");
    file.deleteOnExit();
    try (var out = new FileOutputStream(file)) {
      out.write(new byte[1_500_000]);
    }
    System.out.println(count(file));
  }

  static int count(File file) throws IOException {
    int count = 0;
    try (var in = new FileInputStream(file)) {
      while (in.read() >= 0) {
        count++;
      }
    }
    return count;
  }
}
