package dev.dexscope.vm;

/** Is told when a program begins, and when it has ended. */
public interface ProgramObserver {
  /** Nobody. */
  ProgramObserver NONE =
      new ProgramObserver() {
        @Override
        public void begins(ClassLoader loader) {}

        @Override
        public void ended() {}
      };

  /**
   * The program begins when this returns. It is called on the program's main thread.
   *
   * @param loader the program's class loader
   */
  void begins(ClassLoader loader);

  /**
   * The program's threads and shutdown hooks have run, or its process is being killed, or both, on
   * different threads.
   */
  void ended();
}
