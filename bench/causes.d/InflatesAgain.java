// expect: load.*decompressing
import java.io.*;
import java.util.*;
import java.util.zip.*;

/** A planted cause: see the first line. */
public final class InflatesAgain {
  public static void main(String[] args) throws Exception {
    byte[] packed = pack();
    long sum = 0;
    for (int i = 0; i < 150; i++) {
      sum += load(packed).length;
    }
    System.out.println(sum);
  }

  static byte[] pack() throws IOException {
    byte[] data = new byte[1 << 20];
    new Random(1).nextBytes(data);
    for (int i = 0; i < data.length; i++) {
      data[i] &= 0x1f;
    }
    var out = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(out)) {
      zip.write(data);
    }
    return out.toByteArray();
  }

  static byte[] load(byte[] packed) throws IOException {
    return new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes();
  }
}
