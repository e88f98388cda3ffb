package dev.dexscope.probe;

import org.jspecify.annotations.Nullable;

/**
 * Something that every thread has to do with its calls. Commands form a chain; each thread follows
 * it at its next call or return, so that the hot path only asks whether the chain has grown.
 */
final class Command {
  static final int NOTHING = 0;
  static final int START = 1;
  static final int STOP = 2;
  static final int RESET = 3;
  static final int SNAPSHOT = 4;

  final int kind;

  /** When it was given. */
  final long wall;

  volatile @Nullable Command next;

  Command(int kind, long wall) {
    this.kind = kind;
    this.wall = wall;
  }

  /**
   * Does what concerns the calls alone; those of a snapshot are a copy.
   *
   * @param lastWall the thread's last event, which may have come while the command was given
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
