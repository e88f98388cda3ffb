package dev.dexscope.libcore;

/** The connection to a server of the Dalvik Debug Monitor, and to a debugger. */
public interface DebugMonitor {
  /** Whether a server is there. */
  boolean isConnected();

  /** Sends a chunk; lost where no server is. */
  void send(int type, byte[] data, int offset, int length);

  /** Whether a debugger is there. */
  boolean isDebuggerConnected();

  /** How long the debugger is quiet; -1 where none is. */
  long millisSinceDebuggerActivity();

  /** Tells the server of threads from now on, or no longer. */
  void notifyThreads(boolean enabled);

  /**
   * Lets the server know of the heap by a chunk HPIF.
   *
   * @param when 0 never, 1 now, 2 after the next collection, 3 after each
   * @return false for another number
   */
  boolean notifyHeap(int when);
}
