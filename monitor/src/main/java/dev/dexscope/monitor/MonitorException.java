package dev.dexscope.monitor;

import java.io.IOException;

/** Thrown when a device or a VM refuses a request, with its message. */
public final class MonitorException extends IOException {
  private static final long serialVersionUID = 1L;

  public MonitorException(String message) {
    super(message);
  }
}
