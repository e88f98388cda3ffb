package dev.dexscope.observe.ddm;

import dev.dexscope.vm.runtime.VmContext;
import org.jspecify.annotations.Nullable;

/** The connection to a DDM server, set by the JDWP endpoint of this VM. */
public final class DdmConnection {
  /** The other end. */
  public interface Server {
    void send(int type, byte[] data, int offset, int length);
  }

  private static final int WAIT = 0x57414954;

  private volatile @Nullable Server server;
  private volatile boolean debuggerAwaited;
  private volatile boolean debuggerConnected;
  private volatile long lastDebuggerActivity;

  private DdmConnection() {}

  private static DdmConnection ofVm() {
    return VmContext.current().part(DdmConnection.class, DdmConnection::new);
  }

  /** Sets the server that has connected; null when it has disconnected. */
  public static void connected(@Nullable Server there) {
    ofVm().server = there;
  }

  public static boolean isConnected() {
    return ofVm().server != null;
  }

  /** Sends a chunk; without a server it is dropped. */
  public static void send(int type, byte[] data, int offset, int length) {
    DdmConnection vm = ofVm();
    if (type == WAIT) {
      vm.debuggerAwaited = !vm.debuggerConnected;
    }
    Server there = vm.server;
    if (there != null) {
      there.send(type, data, offset, length);
    }
  }

  /** A debugger has connected or disconnected. */
  public static void debugger(boolean connected) {
    DdmConnection vm = ofVm();
    vm.lastDebuggerActivity = System.nanoTime();
    vm.debuggerConnected = connected;
    vm.debuggerAwaited &= !connected;
  }

  /** Whether the program has reported (chunk WAIT) that it waits for a debugger, and none came. */
  public static boolean isDebuggerAwaited() {
    return ofVm().debuggerAwaited;
  }

  /** The debugger has sent a command. */
  public static void debuggerActivity() {
    ofVm().lastDebuggerActivity = System.nanoTime();
  }

  public static boolean isDebuggerConnected() {
    return ofVm().debuggerConnected;
  }

  /** Milliseconds since the last command of the debugger; -1 without a debugger. */
  public static long millisSinceDebuggerActivity() {
    DdmConnection vm = ofVm();
    return vm.debuggerConnected ? (System.nanoTime() - vm.lastDebuggerActivity) / 1_000_000 : -1;
  }
}
