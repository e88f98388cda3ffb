package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Receives the start and the end of the VM's own work on a thread of the program: calls between are
 * not the program's.
 */
public interface OwnWork {
  /** The current thread begins. */
  void begin();

  /** It has done it. */
  void end();

  /** Adds a receiver; those that are there begin before it, and end after it. */
  static void tell(OwnWork who) {
    VmContext vm = VmContext.current();
    synchronized (vm) {
      OwnWork there = vm.ownWork;
      vm.ownWork = there == null ? who : both(there, who);
    }
  }

  private static OwnWork both(OwnWork outer, OwnWork inner) {
    return new OwnWork() {
      @Override
      public void begin() {
        outer.begin();
        inner.begin();
      }

      @Override
      public void end() {
        inner.end();
        outer.end();
      }
    };
  }

  /** Returns the receiver, or null. */
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
    /** A scope that is not reported. */
    Scope UNTOLD = () -> {};

    @Override
    void close();
  }
}
