package dev.dexscope.vm.interpret;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.vm.code.MethodSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The interpreted methods of a class, by name and prototype. A method is known once its stub has
 * been called; until then, calls of it go through the stub.
 */
final class GuestClass {
  private static final ClassValue<GuestClass> ALL =
      new ClassValue<>() {
        @Override
        protected GuestClass computeValue(Class<?> type) {
          return new GuestClass(type);
        }
      };

  private final Class<?> type;
  private final Map<String, InterpretedMethod> methods = new ConcurrentHashMap<>();

  /** The access flags of the methods that the class declares; null before one is known. */
  private volatile @Nullable Map<String, Integer> virtualMethods;

  private GuestClass(Class<?> type) {
    this.type = type;
  }

  static GuestClass of(Class<?> type) {
    return ALL.get(type);
  }

  InterpretedMethod add(MethodSource source, Supplier<InterpretedMethod> maker) {
    if (virtualMethods == null) {
      Map<String, Integer> flags = new HashMap<>();
      for (EncodedMethod each : source.classDef().data().virtualMethods()) {
        flags.put(key(each), each.accessFlags());
      }
      virtualMethods = flags;
    }
    return methods.computeIfAbsent(key(source.method()), _ -> maker.get());
  }

  private static String key(EncodedMethod method) {
    return method.ref().name() + method.ref().proto().descriptor();
  }

  /** Removes all of its methods; returns them. */
  List<InterpretedMethod> forget() {
    List<InterpretedMethod> known = List.copyOf(methods.values());
    methods.values().removeAll(known);
    return known;
  }

  /** A method that this class declares, when it is known. */
  @Nullable InterpretedMethod method(String key) {
    return methods.get(key);
  }

  /**
   * Returns the method that a virtual call runs on an object of this class; null if the JVM must
   * select it, by a call through the method handle.
   *
   * @param mustBePublic for calls through interfaces
   */
  @Nullable InterpretedMethod select(String key, boolean mustBePublic) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      GuestClass guest = of(each);
      Map<String, Integer> declared = guest.virtualMethods;
      if (declared == null) {
        return null;
      }
      Integer flags = declared.get(key);
      if (flags != null) {
        boolean chosen = !mustBePublic || (flags & AccessFlags.PUBLIC) != 0;
        return chosen ? guest.methods.get(key) : null;
      }
    }
    return null;
  }
}
