package dev.dexscope.vm.interpret;

import dev.dexscope.vm.runtime.Allocations;
import dev.dexscope.vm.runtime.HeapReserve;
import dev.dexscope.vm.runtime.StackReserve;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** A class that an instruction names, found when it is needed. */
final class TypeUse {
  private final Linker linker;
  private final int index;
  private @Nullable Class<?> type;
  private boolean initialized;

  TypeUse(Linker linker, int index) {
    this.linker = linker;
    this.index = index;
  }

  Class<?> type() {
    Class<?> known = type;
    if (known == null) {
      StackReserve.ensure();
      try {
        known = link();
      } catch (OutOfMemoryError e) {
        HeapReserve.release(e);
        known = link();
      }
      type = known;
    }
    return known;
  }

  private Class<?> link() {
    return linker.accessible(linker.type(index));
  }

  boolean isInstance(@Nullable Object object) {
    return type().isInstance(object);
  }

  void check(@Nullable Object object) {
    Class<?> wanted = type();
    if (object != null && !wanted.isInstance(object)) {
      throw Thrown.cast(object, wanted);
    }
  }

  Uninitialized newInstance() {
    Class<?> made = type();
    if (!initialized) {
      if (made.isInterface() || Modifier.isAbstract(made.getModifiers())) {
        throw new InstantiationError(made.getName());
      }
      if (made == Class.class) {
        throw new IllegalAccessError("Class java.lang.Class is inaccessible");
      }
      linker.initialize(made);
      initialized = true;
    }
    HeapReserve.keep();
    Allocations.making(made);
    return new Uninitialized(made);
  }
}
