package dev.dexscope.device.packages;

import java.io.IOException;

/** Why a package is not installed, in Android's words: {@code INSTALL_FAILED_TEST_ONLY: ...}. */
public final class InstallException extends IOException {
  private static final long serialVersionUID = 1L;

  InstallException(String code, String reason) {
    super(reason.isEmpty() ? code : code + ": " + reason);
  }
}
