package dev.dexscope.vm.instrument;

import dev.dexscope.trace.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Dense numbers, from 1, for the methods that are hooked or sampled; a method keeps its own. */
public final class MethodIds {
  private record Key(String className, String name, String signature) {}

  private final Map<Key, Integer> ids = new HashMap<>();
  private final List<Method> methods = new ArrayList<>();

  /** The number of a method. */
  public synchronized int of(
      String className, String name, String signature, String file, int line) {
    Integer known = ids.get(new Key(className, name, signature));
    if (known != null) {
      return known;
    }
    int id = methods.size() + 1;
    ids.put(new Key(className, name, signature), id);
    // In a record the two low bits are the action.
    methods.add(new Method((long) id << 2, className, name, signature, file, line));
    return id;
  }

  /** The method that has the number. */
  public synchronized Method method(int id) {
    return methods.get(id - 1);
  }
}
