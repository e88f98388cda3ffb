package dev.dexscope.vm.translate;

import dev.dexscope.dex.MethodRef;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Methods of the host's platform that Android has differently, or that only Android has: static
 * methods of the VM's that are called instead, with the receiver as their first argument.
 */
public final class Substitutions {
  private static final Map<MethodRef, MethodRef> ALL = Map.of();

  private static final Set<String> NAMES =
      ALL.keySet().stream().map(MethodRef::name).collect(Collectors.toUnmodifiableSet());

  private Substitutions() {}

  /** Whether a method of that name may have a substitute: asked first, because it is cheap. */
  public static boolean isName(String name) {
    return NAMES.contains(name);
  }

  /** What is called instead of a method, named by the class that declares it; null for itself. */
  public static @Nullable MethodRef find(MethodRef method) {
    return ALL.get(method);
  }
}
