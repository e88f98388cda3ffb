package dev.dexscope.observe.natives;

import dev.dexscope.libcore.DebugMonitor;
import dev.dexscope.observe.ddm.DdmConnection;
import dev.dexscope.observe.ddm.HeapNotices;
import dev.dexscope.observe.ddm.ThreadNotices;

/** The monitor's connection, from inside. */
final class NativeMonitor implements DebugMonitor {
  @Override
  public boolean isConnected() {
    return DdmConnection.isConnected();
  }

  @Override
  public void send(int type, byte[] data, int offset, int length) {
    DdmConnection.send(type, data, offset, length);
  }

  @Override
  public boolean isDebuggerConnected() {
    return DdmConnection.isDebuggerConnected();
  }

  @Override
  public long millisSinceDebuggerActivity() {
    return DdmConnection.millisSinceDebuggerActivity();
  }

  @Override
  public void notifyThreads(boolean enabled) {
    ThreadNotices.enable(enabled);
  }

  @Override
  public boolean notifyHeap(int when) {
    return HeapNotices.notify(when);
  }
}
