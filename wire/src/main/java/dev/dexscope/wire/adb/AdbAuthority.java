package dev.dexscope.wire.adb;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Whom a device lets in.
 *
 * @param needsNoKey whether the peer is let in without one, as by an emulator; asked once it has
 *     introduced itself
 * @param known keys that may, at this moment
 * @param asked whether a key that is not known may too: a question to the user, who takes his time
 */
public record AdbAuthority(
    BooleanSupplier needsNoKey, Supplier<List<AdbPublicKey>> known, Predicate<AdbPublicKey> asked) {
  /** Whoever has a key that is known, or that the user lets in. */
  public AdbAuthority(Supplier<List<AdbPublicKey>> known, Predicate<AdbPublicKey> asked) {
    this(() -> false, known, asked);
  }

  /** Only who has one of these keys. */
  public static AdbAuthority only(List<AdbPublicKey> keys) {
    List<AdbPublicKey> all = List.copyOf(keys);
    return new AdbAuthority(() -> all, _ -> false);
  }

  /** The same, but for those who need none. */
  public AdbAuthority orWithoutKey(BooleanSupplier those) {
    return new AdbAuthority(those, known, asked);
  }
}
