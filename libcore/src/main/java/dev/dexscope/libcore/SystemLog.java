package dev.dexscope.libcore;

/** The log that Android's {@code logcat} prints. */
public interface SystemLog {
  /**
   * Adds a message of the current thread to the main buffer.
   *
   * @param priority 2 verbose to 7 assert
   */
  void add(int priority, String tag, String message);

  /**
   * Waits until all messages are where others read them: who ends the process at once comes here.
   */
  void flush();
}
