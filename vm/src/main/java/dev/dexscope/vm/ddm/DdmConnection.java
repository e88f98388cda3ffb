package dev.dexscope.vm.ddm;

import org.jspecify.annotations.Nullable;

/** The connection to a DDM server, set by whoever speaks JDWP for this VM. */
public final class DdmConnection {
  /** The other end. */
  public interface Server {
    void send(int type, byte[] data, int offset, int length);
  }

  private static volatile @Nullable Server server;
  private static volatile boolean debuggerConnected;
  private static volatile long lastDebuggerActivity;

  private DdmConnection() {}

  /** A server is there; null when it is gone. */
  public static void connected(@Nullable Server there) {
    server = there;
  }

  public static boolean isConnected() {
    return server != null;
  }

  /** Sends a chunk; lost where no server is. */
  public static void send(int type, byte[] data, int offset, int length) {
    Server there = server;
    if (there != null) {
      there.send(type, data, offset, length);
    }
  }

  /** A debugger has come or gone. */
  public static void debugger(boolean connected) {
    debuggerConnected = connected;
    debuggerActivity();
  }

  /** The debugger asked something. */
  public static void debuggerActivity() {
    lastDebuggerActivity = System.nanoTime();
  }

  public static boolean isDebuggerConnected() {
    return debuggerConnected;
  }

  /** How long the debugger is quiet; -1 where none is. */
  public static long millisSinceDebuggerActivity() {
    return debuggerConnected ? (System.nanoTime() - lastDebuggerActivity) / 1_000_000 : -1;
  }
}
