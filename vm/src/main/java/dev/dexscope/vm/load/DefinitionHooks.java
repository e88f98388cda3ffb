package dev.dexscope.vm.load;

import dev.dexscope.vm.instrument.HookedClasses;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The hooks that the classes of one class loader get when they are defined, and keep. */
final class DefinitionHooks {
  /** The names of the classes that have got them. */
  private final Map<HookedClasses, Set<String>> hooked = new ConcurrentHashMap<>();

  /** The class file that a class is defined by. */
  byte[] define(String name, byte[] plain) {
    byte[] defined = plain;
    for (HookedClasses each : HookedClasses.atDefinition()) {
      byte[] with = each.atDefinition(defined);
      if (with != null) {
        hooked.computeIfAbsent(each, _ -> ConcurrentHashMap.newKeySet()).add(name);
        defined = with;
      }
    }
    return defined;
  }

  /** The same of a class that has been defined. */
  byte[] again(String name, byte[] plain) {
    byte[] defined = plain;
    for (HookedClasses each : HookedClasses.atDefinition()) {
      if (hooked.getOrDefault(each, Set.of()).contains(name)) {
        defined = each.hooked(defined);
      }
    }
    return defined;
  }
}
