package dev.dexscope.dex;

import java.util.List;
import java.util.Map;

/**
 * An annotations_directory_item: all annotations of a class and its members, by member index.
 *
 * @param ofClass the class's own
 * @param ofFields by field_id index
 * @param ofMethods by method_id index
 * @param ofParameters by method_id index, a list for each parameter
 */
public record Annotations(
    List<Annotation> ofClass,
    Map<Integer, List<Annotation>> ofFields,
    Map<Integer, List<Annotation>> ofMethods,
    Map<Integer, List<List<Annotation>>> ofParameters) {
  /** A class without annotations. */
  public static final Annotations NONE = new Annotations(List.of(), Map.of(), Map.of(), Map.of());

  public Annotations {
    ofClass = List.copyOf(ofClass);
    ofFields = Map.copyOf(ofFields);
    ofMethods = Map.copyOf(ofMethods);
    ofParameters = Map.copyOf(ofParameters);
  }

  /** The annotations of a field. */
  public List<Annotation> ofField(int fieldIndex) {
    return ofFields.getOrDefault(fieldIndex, List.of());
  }

  /** The annotations of a method. */
  public List<Annotation> ofMethod(int methodIndex) {
    return ofMethods.getOrDefault(methodIndex, List.of());
  }

  /** The annotations of a method's parameters. */
  public List<List<Annotation>> ofParameters(int methodIndex) {
    return ofParameters.getOrDefault(methodIndex, List.of());
  }
}
