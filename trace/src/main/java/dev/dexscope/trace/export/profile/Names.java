package dev.dexscope.trace.export.profile;

import dev.dexscope.trace.MethodTable;
import java.util.HashMap;
import java.util.Map;

/**
 * Names for formats that identify a method by it alone: without the signature, for readability,
 * unless the trace has another method of that name.
 */
final class Names {
  /** No signature is this. */
  private static final String OVERLOADED = "(overloaded)";

  private Names() {}

  /** A name for each method of the table. */
  static String[] of(MethodTable methods) {
    Map<String, String> signatures = new HashMap<>();
    for (int i = 0; i < methods.size(); i++) {
      String signature = methods.get(i).signature();
      signatures.merge(
          methods.get(i).qualifiedName(), signature, (a, b) -> a.equals(b) ? a : OVERLOADED);
    }
    String[] names = new String[methods.size()];
    for (int i = 0; i < names.length; i++) {
      String name = methods.get(i).qualifiedName();
      boolean overloaded = OVERLOADED.equals(signatures.get(name));
      names[i] = overloaded ? methods.get(i).fullName() : name;
    }
    return names;
  }
}
