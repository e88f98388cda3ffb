// expect: setting.* works for .*Properties.load
import java.io.*;
import java.nio.file.*;
import java.util.*;

/** A planted cause: see the first line. */
public final class ReadsSettingsAgain {
  public static void main(String[] args) throws Exception {
    Path file = Files.createTempFile("causes", ".conf");
    Files.writeString(file, "a=1\nb=2\n".repeat(200));
    int sum = 0;
    for (int i = 0; i < 15_000; i++) {
      sum += setting(file, "b").length();
    }
    Files.delete(file);
    System.out.println(sum);
  }

  static String setting(Path file, String name) throws IOException {
    var properties = new Properties();
    try (var in = Files.newInputStream(file)) {
      properties.load(in);
    }
    return properties.getProperty(name);
  }
}
