// expect: save.* files without
import java.io.*;

/** A planted cause: see the first line. */
public final class WritesByteByByte {
  public static void main(String[] args) throws Exception {
    File file = File.createTempFile("causes", ".dat");
    file.deleteOnExit();
    save(file, 1_000_000);
    System.out.println(file.length());
  }

  static void save(File file, int size) throws IOException {
    try (var out = new FileOutputStream(file)) {
      for (int i = 0; i < size; i++) {
        out.write(i);
      }
    }
  }
}
