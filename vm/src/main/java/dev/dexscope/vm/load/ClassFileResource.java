package dev.dexscope.vm.load;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;

/** The class file of a dex class as a resource: {@code dex:/PATH/classes.dex!/p/C.class}. */
final class ClassFileResource extends URLStreamHandler {
  private final byte[] file;

  private ClassFileResource(byte[] file) {
    this.file = file;
  }

  /**
   * The address of a class file.
   *
   * @param source where the class comes from
   * @param resource its name
   */
  static URL url(String source, String resource, byte[] file) {
    try {
      return URL.of(new URI("dex", source + "!/" + resource, null), new ClassFileResource(file));
    } catch (URISyntaxException | MalformedURLException e) {
      throw new IllegalArgumentException(source + " " + resource, e);
    }
  }

  @Override
  protected URLConnection openConnection(URL url) {
    return new URLConnection(url) {
      @Override
      public void connect() {
        connected = true;
      }

      @Override
      public InputStream getInputStream() {
        return new ByteArrayInputStream(file);
      }

      @Override
      public long getContentLengthLong() {
        return file.length;
      }

      @Override
      public int getContentLength() {
        return file.length;
      }
    };
  }
}
