package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.NetworkGuard;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URLConnection;

/** Methods of {@link URLConnection}, which connect it. */
public final class URLConnectionMethods {
  private URLConnectionMethods() {}

  /** {@link URLConnection#connect}. */
  public static void connect(URLConnection connection) throws IOException {
    check(connection);
    connection.connect();
  }

  /** {@link URLConnection#getInputStream}. */
  public static InputStream getInputStream(URLConnection connection) throws IOException {
    check(connection);
    return connection.getInputStream();
  }

  /** {@link URLConnection#getOutputStream}. */
  public static OutputStream getOutputStream(URLConnection connection) throws IOException {
    check(connection);
    return connection.getOutputStream();
  }

  /** Others read files. */
  private static void check(URLConnection connection) throws IOException {
    if (connection instanceof HttpURLConnection) {
      NetworkGuard.check(connection.getURL());
    }
  }
}
