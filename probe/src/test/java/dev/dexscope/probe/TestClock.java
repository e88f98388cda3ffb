package dev.dexscope.probe;

/** A clock that each thread moves for itself. */
final class TestClock implements Clock {
  private final ThreadLocal<long[]> times = ThreadLocal.withInitial(() -> new long[2]);

  void pass(long wall, long cpu) {
    times.get()[0] += wall;
    times.get()[1] += cpu;
  }

  @Override
  public long wall() {
    return times.get()[0];
  }

  @Override
  public long cpu() {
    return times.get()[1];
  }

  @Override
  public boolean hasCpu() {
    return true;
  }

  /** A recorder of the current thread that belongs to no session. */
  static ThreadRecorder recorder(int number, Rules rules, Clock clock, CommandChain chain) {
    Identity identity = Identity.ofCurrent(Identity.currentSid(), Proc.UNKNOWN);
    return new ThreadRecorder(number, identity, rules, clock, clock.cpu(), chain, null);
  }
}
