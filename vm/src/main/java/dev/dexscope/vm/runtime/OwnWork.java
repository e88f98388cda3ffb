package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Is told when a thread of the program does the VM's own work and when it goes on: what it calls
 * between is nothing that the program does.
 */
public interface OwnWork {
  /** The current thread begins. */
  void begin();

  /** It has done it. */
  void end();

  /** Sets who is told. */
  static void tell(OwnWork who) {
    VmContext.current().ownWork = who;
  }

  /** Who is told; null for nobody. */
  static @Nullable OwnWork told() {
    return VmContext.current().ownWork;
  }

  /** Tells that the current thread begins, and where it is closed, that it has done it. */
  static Scope begun() {
    OwnWork told = told();
    if (told == null) {
      return Scope.UNTOLD;
    }
    told.begin();
    return told::end;
  }

  /** As long as the VM's own work takes. */
  interface Scope extends AutoCloseable {
    /** Of which nobody is told. */
    Scope UNTOLD = () -> {};

    @Override
    void close();
  }
}
