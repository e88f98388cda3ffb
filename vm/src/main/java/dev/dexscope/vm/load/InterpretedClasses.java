package dev.dexscope.vm.load;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.vm.interpret.InterpretedMethod;
import dev.dexscope.vm.runtime.Interpreted;
import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The classes of one class loader that the interpreter has run methods of. */
final class InterpretedClasses {
  private final RunningClasses classes;

  /** By descriptor. A reference to a class would keep the loader, whose code this is a part of. */
  private final Map<String, WeakReference<Class<?>>> known = new ConcurrentHashMap<>();

  InterpretedClasses(RunningClasses classes) {
    this.classes = classes;
  }

  /**
   * A method for the interpreter.
   *
   * @param lookup in the method's class, with all rights
   * @param methodIndex its method_id in the class's dex file
   */
  Interpreted link(MethodHandles.Lookup lookup, int methodIndex) {
    String descriptor = lookup.lookupClass().descriptorString();
    try {
      ClassDef classDef = classes.find(descriptor);
      if (classDef != null) {
        for (EncodedMethod each : classDef.data().methods()) {
          if (each.index() == methodIndex) {
            known.put(descriptor, new WeakReference<>(lookup.lookupClass()));
            return InterpretedMethod.link(lookup, classes.source(classDef, each));
          }
        }
      }
    } catch (DexFormatException e) {
      throw new ClassFormatError(e.getMessage());
    }
    throw new IllegalArgumentException("no method " + methodIndex + " in " + descriptor);
  }

  /** Calls of a class's methods run its new code from now on. */
  void replace(String descriptor) {
    WeakReference<Class<?>> reference = known.get(descriptor);
    Class<?> interpreted = reference == null ? null : reference.get();
    if (interpreted != null) {
      InterpretedMethod.replace(interpreted);
    }
  }
}
