package dev.dexscope.vm.load;

import dev.dexscope.vm.trace.MethodEvents;
import dev.dexscope.vm.trace.MethodTracing;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The hooks that classes get when they are defined, and keep. */
final class DefinitionHooks {
  private final Set<String> forTraces = ConcurrentHashMap.newKeySet();
  private final Set<String> forAgents = ConcurrentHashMap.newKeySet();

  /** The class file that a class is defined by. */
  byte[] define(String name, byte[] plain) {
    byte[] defined = plain;
    byte[] traced = MethodTracing.atDefinition(defined);
    if (traced != null) {
      forTraces.add(name);
      defined = traced;
    }
    byte[] told = MethodEvents.atDefinition(defined);
    if (told != null) {
      forAgents.add(name);
      defined = told;
    }
    return defined;
  }

  /** The same of a class that has been defined. */
  byte[] again(String name, byte[] plain) {
    byte[] traced = forTraces.contains(name) ? MethodTracing.hooked(plain) : plain;
    return forAgents.contains(name) ? MethodEvents.hooked(traced) : traced;
  }
}
