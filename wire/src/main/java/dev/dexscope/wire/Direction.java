package dev.dexscope.wire;

/** Which way bytes go. */
public enum Direction {
  /** From a monitor, a debugger or adb. */
  TO_DEVICE,
  /** From a device or a VM. */
  FROM_DEVICE
}
