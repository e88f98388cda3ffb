package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.NetworkGuard;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Methods of {@link InetAddress}, which look up names. */
public final class InetAddressMethods {
  private InetAddressMethods() {}

  /** {@link InetAddress#getByName}. */
  public static InetAddress getByName(@Nullable String host) throws UnknownHostException {
    check(host);
    return InetAddress.getByName(host);
  }

  /** {@link InetAddress#getAllByName}. */
  public static InetAddress[] getAllByName(@Nullable String host) throws UnknownHostException {
    check(host);
    return InetAddress.getAllByName(host);
  }

  /** Numbers are not looked up. */
  private static void check(@Nullable String host) {
    if (host != null && !host.isEmpty() && !isNumeric(host)) {
      NetworkGuard.check();
    }
  }

  private static boolean isNumeric(String host) {
    return host.indexOf(':') >= 0
        || host.chars().allMatch(each -> each == '.' || (each >= '0' && each <= '9'));
  }
}
