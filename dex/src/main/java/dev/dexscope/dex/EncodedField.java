package dev.dexscope.dex;

/**
 * An encoded_field: a field that a class defines.
 *
 * @param dex its file
 * @param index its field_id
 * @param accessFlags see {@link AccessFlags}
 */
public record EncodedField(DexFile dex, int index, int accessFlags) {
  /** Its class, name and type. */
  public FieldRef ref() {
    return dex.field(index);
  }
}
