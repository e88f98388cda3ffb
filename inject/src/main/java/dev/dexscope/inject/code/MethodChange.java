package dev.dexscope.inject.code;

import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.write.MethodBuilder;

/** Changes methods, one after the other. */
public interface MethodChange {
  /**
   * Changes a method.
   *
   * @param method as it was read
   * @param builder the same method
   * @param id its number
   * @param around decides whether it reports exceptions that leave it (otherwise its caller has
   *     to), and whether it restores the shadow stack when it returns
   * @param isWhole false once the verifier has objected: less is changed then
   * @throws dev.dexscope.dex.write.RegisterRangeException if its frame cannot grow; it is unchanged
   * @throws dev.dexscope.dex.DexFormatException if its code is damaged; it is unchanged
   */
  void add(
      EncodedMethod method, MethodBuilder builder, int id, Surroundings around, boolean isWhole);
}
