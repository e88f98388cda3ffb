package dev.dexscope.vm;

/** Receives the start and the end of a program. */
public interface ProgramObserver {
  /** Nobody. */
  ProgramObserver NONE =
      new ProgramObserver() {
        @Override
        public boolean begins(ClassLoader loader) {
          return true;
        }

        @Override
        public void ended() {}
      };

  /**
   * The program begins when this returns. It is called on the program's main thread, and the
   * properties of the Java VM that name its version are not yet Android's.
   *
   * @param loader the program's class loader
   * @return whether the program is to begin; otherwise it ends at once
   */
  boolean begins(ClassLoader loader);

  /**
   * The program's threads and shutdown hooks have run, or its process is being killed, or both, on
   * different threads.
   */
  void ended();
}
