package dev.dexscope.wire.adb;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Decides which peers may connect to a device.
 *
 * @param needsNoKey whether the peer is accepted without one, as by an emulator; queried after its
 *     introduction
 * @param known the keys that are accepted at this moment
 * @param asked whether to accept an unknown key: a question to the user, which takes time
 */
public record AdbAuthority(
    BooleanSupplier needsNoKey, Supplier<List<AdbPublicKey>> known, Predicate<AdbPublicKey> asked) {
  /** Accepts peers whose key is known, or that the user accepts. */
  public AdbAuthority(Supplier<List<AdbPublicKey>> known, Predicate<AdbPublicKey> asked) {
    this(() -> false, known, asked);
  }

  /** Returns an authority that accepts only these keys. */
  public static AdbAuthority only(List<AdbPublicKey> keys) {
    List<AdbPublicKey> all = List.copyOf(keys);
    return new AdbAuthority(() -> all, _ -> false);
  }

  /** Returns the same authority, which also accepts some peers without a key. */
  public AdbAuthority orWithoutKey(BooleanSupplier those) {
    return new AdbAuthority(those, known, asked);
  }
}
