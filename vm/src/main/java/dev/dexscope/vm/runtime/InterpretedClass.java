package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodHandles;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The interpreted methods of a class that has no room for a constant for each. */
public final class InterpretedClass {
  private final MethodHandles.Lookup lookup;
  private final Map<Integer, Interpreted> methods = new ConcurrentHashMap<>();

  private InterpretedClass(MethodHandles.Lookup lookup) {
    this.lookup = lookup;
  }

  /** Bootstrap method of the constant that the bodies of the methods share. */
  public static InterpretedClass of(MethodHandles.Lookup lookup, String name, Class<?> type) {
    return new InterpretedClass(lookup);
  }

  /**
   * A method by its method_id.
   *
   * @param high all but the lowest eight bits
   */
  public Interpreted method(int high, int low) {
    int index = high << 8 | low;
    Interpreted known = methods.get(index);
    return known == null ? find(index) : known;
  }

  private Interpreted find(int index) {
    Interpreted found = Linkage.interpreted(lookup, "interpreted", Interpreted.class, index);
    Interpreted known = methods.putIfAbsent(index, found);
    return known == null ? found : known;
  }
}
