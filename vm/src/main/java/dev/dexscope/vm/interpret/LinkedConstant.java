package dev.dexscope.vm.interpret;

import dev.dexscope.vm.runtime.HeapReserve;
import dev.dexscope.vm.runtime.StackReserve;
import org.jspecify.annotations.Nullable;

/** A constant that is found when its instruction is first executed. */
abstract sealed class LinkedConstant {
  final Linker linker;
  final int index;
  private @Nullable Object value;

  private LinkedConstant(Linker linker, int index) {
    this.linker = linker;
    this.index = index;
  }

  Object value() throws Throwable {
    Object known = value;
    if (known == null) {
      StackReserve.ensure();
      try {
        known = link();
      } catch (OutOfMemoryError e) {
        HeapReserve.release(e);
        known = link();
      }
      value = known;
    }
    return known;
  }

  abstract Object link() throws Throwable;

  /** const-class, which does not initialise it. */
  static final class OfClass extends LinkedConstant {
    OfClass(Linker linker, int type) {
      super(linker, type);
    }

    @Override
    Object link() {
      return linker.accessible(linker.type(index));
    }
  }

  /** const-method-handle. */
  static final class OfHandle extends LinkedConstant {
    OfHandle(Linker linker, int methodHandle) {
      super(linker, methodHandle);
    }

    @Override
    Object link() {
      return linker.handle(linker.dex().methodHandle(index));
    }
  }

  /** const-method-type. */
  static final class OfType extends LinkedConstant {
    OfType(Linker linker, int proto) {
      super(linker, proto);
    }

    @Override
    Object link() {
      return linker.methodType(linker.dex().proto(index));
    }
  }
}
