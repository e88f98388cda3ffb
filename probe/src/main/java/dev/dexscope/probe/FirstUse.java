package dev.dexscope.probe;

import libcore.util.ProgramEvents;

/**
 * Loading and translation of classes as calls of their own, so that whoever uses a class first is
 * not charged with them; and the end of an app, which runs no hooks. Loaded only where the VM
 * reports them.
 */
final class FirstUse implements ProgramEvents.Listener {
  private final Session session;

  private FirstUse(Session session) {
    this.session = session;
  }

  /**
   * Listens, on a VM that has something to report.
   *
   * @throws LinkageError on others, at the call, which loads this class
   */
  static void listen(Session session) {
    ProgramEvents.listen(new FirstUse(session));
  }

  @Override
  public int begins(boolean isTranslation) {
    return Profiler.enterWithin(isTranslation ? MethodNames.TRANSLATION : MethodNames.LOADING);
  }

  @Override
  public void ready(int begun) {
    Profiler.exit(begun);
  }

  @Override
  public void warm() {
    session.start();
  }

  @Override
  public void ends() {
    session.end();
  }
}
