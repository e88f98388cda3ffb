package dev.dexscope.agents;

import dev.dexscope.observe.trace.MethodEvents;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.debug.GuestClasses;
import dev.dexscope.vm.debug.NewClassFile;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Redefines classes by class files, as {@link Instrumentation#redefineClasses} does: those of the
 * program may be what javac makes of their source.
 */
final class ClassSwap {
  private final Instrumentation host;
  private final List<Runnable> undo = new ArrayList<>();
  private final List<Runnable> onSuccess = new ArrayList<>();
  private final Map<Class<?>, Set<String>> changed = new HashMap<>();

  ClassSwap(Instrumentation host) {
    this.host = host;
  }

  /** Redefines them all, or none; for one use. */
  void redefine(ClassDefinition... definitions)
      throws ClassNotFoundException, UnmodifiableClassException {
    ClassDefinition[] fitted = new ClassDefinition[definitions.length];
    boolean isDone = false;
    try {
      for (int i = 0; i < definitions.length; i++) {
        fitted[i] = fitted(definitions[i]);
      }
      host.redefineClasses(fitted);
      isDone = true;
    } finally {
      if (!isDone) {
        undo.reversed().forEach(Runnable::run);
      }
    }
    onSuccess.forEach(Runnable::run);
    changed.forEach(Agents::runClassFile);
  }

  private ClassDefinition fitted(ClassDefinition definition) {
    Class<?> type = definition.getDefinitionClass();
    GuestClasses classes = Vm.code().of(type.getClassLoader());
    if (classes == null || type.isArray()) {
      return definition;
    }
    try {
      NewClassFile file = classes.fit(type.getName(), definition.getDefinitionClassFile());
      undo.add(classes.withoutTransformation(type.getName()));
      onSuccess.add(() -> classes.redefined(type.getName()));
      changed.put(type, file.changed());
      byte @Nullable [] hooked = MethodEvents.atDefinition(file.bytes());
      return new ClassDefinition(type, hooked == null ? file.bytes() : hooked);
    } catch (IllegalArgumentException e) {
      return definition; // HotSpot says what is wrong with it.
    }
  }
}
