package dev.dexscope.device.script;

/**
 * An end of commands before the last one. It leaves the Java methods of those around it, which pass
 * it on.
 */
public abstract sealed class Jump extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private Jump() {
    super(null, null, false, false);
  }

  /** The end of a loop, or of one of its rounds. */
  static final class OfLoop extends Jump {
    private static final long serialVersionUID = 1L;

    final int loops;
    final boolean goesOn;

    OfLoop(int loops, boolean goesOn) {
      this.loops = loops;
      this.goesOn = goesOn;
    }
  }

  /** The end of a function. */
  static final class Return extends Jump {
    private static final long serialVersionUID = 1L;

    final int code;

    Return(int code) {
      this.code = code;
    }
  }

  /** The end of a shell. */
  static final class Exit extends Jump {
    private static final long serialVersionUID = 1L;

    final int code;

    Exit(int code) {
      this.code = code;
    }
  }

  /**
   * The end of a command whose output is no longer read, as by the signal PIPE. It is unchecked
   * because print streams do not pass other exceptions on.
   */
  static final class BrokenPipe extends Jump {
    private static final long serialVersionUID = 1L;
  }
}
