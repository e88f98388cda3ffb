package dev.dexscope.wire.ddm;

/** In what a chunk stands: one type can mean three things. */
public enum Meaning {
  /** A command of the monitor's to a VM. */
  REQUEST,
  /** A VM's reply. */
  REPLY,
  /** A command of the VM's to the monitor. */
  EVENT
}
