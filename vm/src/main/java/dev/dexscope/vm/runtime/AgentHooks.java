package dev.dexscope.vm.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The methods called by guest code with hooks for agents: with the class, because agents identify
 * methods by it, and with the returned value. Without a recorder this costs two reads.
 */
public final class AgentHooks {
  /** Receives calls of the current thread, by classes and the numbers of their methods. */
  public interface Recorder {
    /** A method begins. */
    void enter(Class<?> type, int method);

    /** A method returns. */
    void exit(Class<?> type, int method, long value);

    /** A method returns an object. */
    void exit(Class<?> type, int method, @Nullable Object value);

    /** A method is left by an exception. */
    void unwind(Class<?> type, int method);

    /** A method continues after an exception thrown by its callees or itself. */
    void caught(Class<?> type, int method);
  }

  private AgentHooks() {}

  private static @Nullable Recorder recorder() {
    return VmContext.current().agentRecorder;
  }

  /** A method begins. */
  public static void enter(Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.enter(type, method);
    }
  }

  /** A method returns nothing. */
  public static void exit(Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.exit(type, method, 0);
    }
  }

  /** A method returns a value, that of a {@code boolean} or {@code char} too. */
  public static void exit(int value, Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.exit(type, method, value);
    }
  }

  /** A method returns a value. */
  public static void exit(long value, Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.exit(type, method, value);
    }
  }

  /** A method returns a value. */
  public static void exit(float value, Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.exit(type, method, Float.floatToRawIntBits(value));
    }
  }

  /** A method returns a value. */
  public static void exit(double value, Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.exit(type, method, Double.doubleToRawLongBits(value));
    }
  }

  /** A method returns an object. */
  public static void exit(@Nullable Object value, Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.exit(type, method, value);
    }
  }

  /** A method is left by an exception. */
  public static void unwind(Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.unwind(type, method);
    }
  }

  /** A method continues after an exception thrown by its callees or itself. */
  public static void caught(Class<?> type, int method) {
    Recorder recorder = recorder();
    if (recorder != null) {
      recorder.caught(type, method);
    }
  }

  /** Sets the recorder; null removes it. */
  public static void tell(@Nullable Recorder who) {
    VmContext.current().agentRecorder = who;
  }

  /** Returns whether there is a recorder. */
  public static boolean isOn() {
    return recorder() != null;
  }
}
