package dev.dexscope.probe;

import org.jspecify.annotations.Nullable;

/**
 * An operation that every thread has to apply to its calls. Commands form a chain; each thread
 * follows it at its next call or return, so that the hot path only checks whether the chain has
 * grown.
 */
final class Command {
  static final int NOTHING = 0;
  static final int START = 1;
  static final int STOP = 2;
  static final int RESET = 3;
  static final int SNAPSHOT = 4;

  final int kind;

  /** The time of its creation. */
  final long wall;

  volatile @Nullable Command next;

  Command(int kind, long wall) {
    this.kind = kind;
    this.wall = wall;
  }

  /**
   * Applies the part that concerns the calls alone; those of a snapshot are a copy.
   *
   * @param lastWall the thread's last event, which may be later than the command's creation
   */
  void applyTo(Calls calls, long lastWall, long cpu) {
    long wall = Math.max(this.wall, lastWall);
    if (kind == START) {
      calls.start(wall, cpu);
    } else if (kind == STOP || kind == SNAPSHOT) {
      calls.stop(wall, cpu);
    } else if (kind == RESET) {
      calls.reset(wall, cpu);
    }
  }
}
