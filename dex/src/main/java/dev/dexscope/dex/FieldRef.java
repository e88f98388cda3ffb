package dev.dexscope.dex;

/**
 * A field_id_item: names a field, defined here or elsewhere.
 *
 * @param definingClass type descriptor of the class that code looks in
 * @param name its name
 * @param type its type descriptor
 */
public record FieldRef(String definingClass, String name, String type) {
  @Override
  public String toString() {
    return definingClass + "->" + name + ":" + type;
  }
}
