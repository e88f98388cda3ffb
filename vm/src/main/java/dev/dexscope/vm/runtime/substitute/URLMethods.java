package dev.dexscope.vm.runtime.substitute;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;

/** Methods of {@link URL}, which connect to it. */
public final class URLMethods {
  private URLMethods() {}

  /** {@link URL#openStream}. */
  public static InputStream openStream(URL url) throws IOException {
    return URLConnectionMethods.getInputStream(url.openConnection());
  }
}
