package dev.dexscope.wire.ddm;

/** The context of a chunk: one type can have three meanings. */
public enum Meaning {
  /** A command of the monitor's to a VM. */
  REQUEST,
  /** A VM's reply. */
  REPLY,
  /** A command of the VM's to the monitor. */
  EVENT
}
