package dev.dexscope.vm;

/** The thread that a program begins on. */
final class MainThread extends Thread {
  private final Launcher launcher;
  private final ClassLoader loader;
  private final String[] arguments;
  private final ProgramObserver observer;

  MainThread(
      ThreadGroup group,
      Launcher launcher,
      ClassLoader loader,
      String[] arguments,
      long stack,
      ProgramObserver observer) {
    super(group, null, "main", stack);
    this.launcher = launcher;
    this.loader = loader;
    this.arguments = arguments;
    this.observer = observer;
    setContextClassLoader(loader);
  }

  @Override
  public void run() {
    try {
      observer.begins(loader);
      launcher.run(loader, arguments);
    } catch (Throwable e) {
      MainThread.<RuntimeException>rethrow(e);
    }
  }

  /** What the program throws goes to the thread's handler as it is. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
