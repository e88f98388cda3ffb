package dev.dexscope.device.shell;

import java.util.Set;

/** Requests that need rights or parts which this device does not have. */
public final class RefusedCommands {
  static final Set<String> OF_SHELL =
      Set.of("remount", "disable-verity", "enable-verity", "screenrecord", "su");

  private RefusedCommands() {}

  /** Returns why a request is refused, where Android has words for it in these. */
  public static String reason(String request) {
    return switch (request) {
      case "root" -> "adbd cannot run as root in production builds";
      case "unroot" -> "adbd not running as root";
      case "tcpip", "usb" -> "this device is connected at a port of its machine only";
      case "screenrecord" -> "this device has no encoder of videos; screencap takes pictures";
      case "su" -> "there is no root on this device";
      default -> request + " failed: this device has no system partition";
    };
  }

  static int refuse(Call call) {
    return call.fail(reason(call.name()));
  }
}
