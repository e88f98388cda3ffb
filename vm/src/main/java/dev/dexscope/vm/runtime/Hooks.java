package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The methods called by hooked guest code. Without a recorder this costs two reads. They never
 * throw.
 */
public final class Hooks {
  /** Records calls of the current thread, by the numbers of their methods. */
  public interface Recorder {
    /** A method begins. */
    void enter(int method);

    /** A method returns. */
    void exit(int method);

    /** A method is left by an exception. */
    void unwind(int method);

    /** A method continues after an exception thrown by its callees or itself. */
    void caught(int method);
  }

  private Hooks() {}

  /** A method begins. */
  public static void enter(int method) {
    Recorder recorder = VmContext.current().callRecorder;
    if (recorder != null) {
      recorder.enter(method);
    }
  }

  /** A method returns. */
  public static void exit(int method) {
    Recorder recorder = VmContext.current().callRecorder;
    if (recorder != null) {
      recorder.exit(method);
    }
  }

  /** A method is left by an exception. */
  public static void unwind(int method) {
    Recorder recorder = VmContext.current().callRecorder;
    if (recorder != null) {
      recorder.unwind(method);
    }
  }

  /** A method continues after an exception thrown by its callees or itself. */
  public static void caught(int method) {
    Recorder recorder = VmContext.current().callRecorder;
    if (recorder != null) {
      recorder.caught(method);
    }
  }

  /** Sets the recorder; null removes it. */
  public static void tell(@Nullable Recorder who) {
    VmContext.current().callRecorder = who;
  }

  /** Returns whether calls are to be recorded. */
  public static boolean isTraceRunning() {
    return VmContext.current().callRecorder != null;
  }
}
