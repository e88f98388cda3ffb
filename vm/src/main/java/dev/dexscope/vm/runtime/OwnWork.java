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

  /** Does some of it on the current thread. */
  static void run(Runnable work) {
    OwnWork told = told();
    if (told == null) {
      work.run();
      return;
    }
    told.begin();
    try {
      work.run();
    } finally {
      told.end();
    }
  }
}
