package dev.dexscope.monitor.device;

import java.io.IOException;

/** A device does not take a package. Its message is the device's own word for that. */
public final class InstallRefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String code;

  InstallRefusedException(String code, String message) {
    super(message);
    this.code = code;
  }

  /** Returns {@code INSTALL_FAILED_UPDATE_INCOMPATIBLE}; empty if the device sent no code. */
  public String code() {
    return code;
  }
}
