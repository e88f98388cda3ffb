package dev.dexscope.dex;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A class_data_item: the members that a class defines, each list in the order of its ids.
 *
 * @param staticFields its static fields
 * @param instanceFields its other fields
 * @param directMethods its static and private methods and its constructors
 * @param virtualMethods its other methods
 */
public record ClassData(
    List<EncodedField> staticFields,
    List<EncodedField> instanceFields,
    List<EncodedMethod> directMethods,
    List<EncodedMethod> virtualMethods) {
  /** A class without members. */
  public static final ClassData EMPTY = new ClassData(List.of(), List.of(), List.of(), List.of());

  public ClassData {
    staticFields = List.copyOf(staticFields);
    instanceFields = List.copyOf(instanceFields);
    directMethods = List.copyOf(directMethods);
    virtualMethods = List.copyOf(virtualMethods);
  }

  /** All fields, the static ones first. */
  public List<EncodedField> fields() {
    return concatenated(staticFields, instanceFields);
  }

  /** All methods, the direct ones first. */
  public List<EncodedMethod> methods() {
    return concatenated(directMethods, virtualMethods);
  }

  private static <T> List<T> concatenated(List<T> first, List<T> second) {
    List<T> all = new ArrayList<>(first.size() + second.size());
    all.addAll(first);
    all.addAll(second);
    return Collections.unmodifiableList(all);
  }
}
