import java.security.MessageDigest;
import java.security.Provider;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** FIPS 180's digest of abc, RFC 4231's second HMAC, and the second vector of the paper on GCM. */
class Main {
  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte each : bytes) {
      text.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
    }
    return text.toString();
  }

  public static void main(String[] names) throws Exception {
    Provider provider = org.conscrypt.Conscrypt.newProvider();
    System.out.println(hex(MessageDigest.getInstance("SHA-256", provider).digest("abc".getBytes())));
    Mac mac = Mac.getInstance("HmacSHA256", provider);
    mac.init(new SecretKeySpec("Jefe".getBytes(), "HmacSHA256"));
    System.out.println(hex(mac.doFinal("what do ya want for nothing?".getBytes())));
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", provider);
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128, new byte[12]));
    System.out.println(hex(cipher.doFinal(new byte[16])));
  }
}
