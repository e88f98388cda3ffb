import org.libsodium.jni.NaCl;
import org.libsodium.jni.Sodium;

/** FIPS 180's digest of abc; what is sealed is opened, and nothing else. */
class Main {
  public static void main(String[] names) {
    NaCl.sodium();
    byte[] digest = new byte[32];
    Sodium.crypto_hash_sha256(digest, "abc".getBytes(), 3);
    StringBuilder text = new StringBuilder();
    for (byte each : digest) {
      text.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
    }
    System.out.println(text);
    byte[] sealed = new byte[16 + 5];
    byte[] opened = new byte[5];
    byte[] nonce = new byte[24];
    byte[] key = new byte[32];
    Sodium.crypto_secretbox_easy(sealed, "hello".getBytes(), 5, nonce, key);
    System.out.println(Sodium.crypto_secretbox_open_easy(opened, sealed, sealed.length, nonce, key) + " " + new String(opened));
    sealed[3]++;
    System.out.println(Sodium.crypto_secretbox_open_easy(opened, sealed, sealed.length, nonce, key));
  }
}
