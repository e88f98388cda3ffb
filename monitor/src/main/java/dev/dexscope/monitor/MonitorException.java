package dev.dexscope.monitor;

import java.io.IOException;

/** What a device or a VM does not do, in its words. */
public final class MonitorException extends IOException {
  private static final long serialVersionUID = 1L;

  public MonitorException(String message) {
    super(message);
  }
}
