package dev.dexscope.dex;

import org.jspecify.annotations.Nullable;

/**
 * An encoded_method: a method that a class defines.
 *
 * @param dex its file
 * @param index its method_id
 * @param accessFlags see {@link AccessFlags}
 * @param codeOffset the offset of its code_item, or 0 if absent
 */
public record EncodedMethod(DexFile dex, int index, int accessFlags, int codeOffset) {
  /** Its class, name and prototype. */
  public MethodRef ref() {
    return dex.method(index);
  }

  /** Returns whether it is neither abstract nor native. */
  public boolean hasCode() {
    return codeOffset != 0;
  }

  /** Its code, or null. */
  public @Nullable CodeItem code() {
    return hasCode() ? new CodeItem(dex, codeOffset) : null;
  }
}
