package dev.dexscope.monitor.watch;

/** The state of the monitor's connection to a VM. */
public enum VmState {
  /** It has not introduced itself yet. */
  CONNECTING,
  /** It answers. */
  ATTACHED,
  /** It does not; that is tried again. */
  LOST,
  /** It has ended, or its device has left: it does not come again. */
  GONE
}
