package dev.dexscope.vm;

/**
 * The start of a program: the work of its main thread. The choice is sealed, because the VM knows
 * all of them: {@link MainMethod} today. An app that has activities instead of a main method is a
 * second one. It needs a framework among the platform's classes ({@code PlatformLoader}); its
 * {@code run} prepares the main looper, creates the application and its first activity, and returns
 * when the looper ends. All else of {@link Vm#run} is the same for both: class loader, system
 * properties, uncaught exceptions, waiting for threads, exit code.
 */
sealed interface Launcher permits MainMethod {
  /**
   * Runs on the program's main thread until the program's first method returns.
   *
   * @param loader the program's class loader, which is the thread's context class loader too
   * @throws Throwable the program's exception, or the VM's if there is no such program
   */
  void run(ClassLoader loader, String[] arguments) throws Throwable;
}
