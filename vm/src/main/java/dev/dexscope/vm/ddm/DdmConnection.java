package dev.dexscope.vm.ddm;

import dev.dexscope.vm.runtime.VmContext;
import org.jspecify.annotations.Nullable;

/** The connection to a DDM server, set by whoever speaks JDWP for this VM. */
public final class DdmConnection {
  /** The other end. */
  public interface Server {
    void send(int type, byte[] data, int offset, int length);
  }

  private volatile @Nullable Server server;
  private volatile boolean debuggerConnected;
  private volatile long lastDebuggerActivity;

  private DdmConnection() {}

  private static DdmConnection ofVm() {
    return VmContext.current().part(DdmConnection.class, DdmConnection::new);
  }

  /** A server is there; null when it is gone. */
  public static void connected(@Nullable Server there) {
    ofVm().server = there;
  }

  public static boolean isConnected() {
    return ofVm().server != null;
  }

  /** Sends a chunk; lost where no server is. */
  public static void send(int type, byte[] data, int offset, int length) {
    Server there = ofVm().server;
    if (there != null) {
      there.send(type, data, offset, length);
    }
  }

  /** A debugger has come or gone. */
  public static void debugger(boolean connected) {
    ofVm().debuggerConnected = connected;
    debuggerActivity();
  }

  /** The debugger asked something. */
  public static void debuggerActivity() {
    ofVm().lastDebuggerActivity = System.nanoTime();
  }

  public static boolean isDebuggerConnected() {
    return ofVm().debuggerConnected;
  }

  /** How long the debugger is quiet; -1 where none is. */
  public static long millisSinceDebuggerActivity() {
    DdmConnection vm = ofVm();
    return vm.debuggerConnected ? (System.nanoTime() - vm.lastDebuggerActivity) / 1_000_000 : -1;
  }
}
