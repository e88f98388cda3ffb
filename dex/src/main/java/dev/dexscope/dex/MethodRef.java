package dev.dexscope.dex;

/**
 * A method_id_item: names a method, defined here or elsewhere.
 *
 * <pre>{@code
 * MethodRef.of("Ljava/lang/Object;", "hashCode", "()I")
 * }</pre>
 *
 * @param definingClass type descriptor of the class that code looks in
 * @param name its name
 * @param proto its prototype
 */
public record MethodRef(String definingClass, String name, Proto proto) {
  /** A method with its prototype as a descriptor. */
  public static MethodRef of(String definingClass, String name, String descriptor) {
    return new MethodRef(definingClass, name, Proto.parse(descriptor));
  }

  @Override
  public String toString() {
    return definingClass + "->" + name + proto;
  }
}
