package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.NetworkGuard;
import java.io.IOException;
import java.net.HttpURLConnection;

/** Methods of {@link HttpURLConnection}, which connect it. */
public final class HttpURLConnectionMethods {
  private HttpURLConnectionMethods() {}

  /** {@link HttpURLConnection#getResponseCode}. */
  public static int getResponseCode(HttpURLConnection connection) throws IOException {
    NetworkGuard.check(connection.getURL());
    return connection.getResponseCode();
  }
}
