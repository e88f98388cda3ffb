package dev.dexscope.probe;

/** The commands so far; each thread remembers up to which it has followed them. */
final class CommandChain {
  private final Clock clock;
  private volatile Command last;
  private boolean recording = true;

  CommandChain(Clock clock) {
    this.clock = clock;
    this.last = new Command(Command.NOTHING, clock.wall());
  }

  Command last() {
    return last;
  }

  /** Returns whether calls are counted after the last command. */
  synchronized boolean isRecording() {
    return recording;
  }

  synchronized Command add(int kind) {
    if (kind == Command.START || kind == Command.STOP) {
      recording = kind == Command.START;
    }
    Command command = new Command(kind, clock.wall());
    last.next = command;
    last = command;
    return command;
  }
}
