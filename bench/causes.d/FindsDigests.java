// expect: hash.*finding algorithms
import java.security.*;

/** A planted cause: see the first line. */
public final class FindsDigests {
  public static void main(String[] args) throws Exception {
    int sum = 0;
    for (int i = 0; i < 500_000; i++) {
      sum += hash(i);
    }
    System.out.println(sum);
  }

  static int hash(int value) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("MD5");
    return digest.getDigestLength() + value;
  }
}
