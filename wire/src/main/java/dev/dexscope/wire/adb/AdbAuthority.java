package dev.dexscope.wire.adb;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Whom a device lets in.
 *
 * @param known keys that may, at this moment
 * @param asked whether a key that is not known may too: a question to the user, who takes his time
 */
public record AdbAuthority(Supplier<List<AdbPublicKey>> known, Predicate<AdbPublicKey> asked) {
  /** Everybody, without being asked for a key, as emulators let in. */
  public static final AdbAuthority EVERYBODY = new AdbAuthority(List::of, _ -> true);

  /** Only who has one of these keys. */
  public static AdbAuthority only(List<AdbPublicKey> keys) {
    List<AdbPublicKey> all = List.copyOf(keys);
    return new AdbAuthority(() -> all, _ -> false);
  }
}
