import org.signal.argon2.Argon2;
import org.signal.argon2.MemoryCost;
import org.signal.argon2.Type;
import org.signal.argon2.Version;

/** A vector of the reference implementation's test.c. */
class Main {
  public static void main(String[] names) throws Exception {
    Argon2 argon2 = new Argon2.Builder(Version.V13).type(Type.Argon2id).memoryCost(MemoryCost.KiB(1 << 16)).parallelism(1).iterations(2).hashLength(32).build();
    System.out.println(argon2.hash("password".getBytes(), "somesalt".getBytes()).getHashHex());
  }
}
