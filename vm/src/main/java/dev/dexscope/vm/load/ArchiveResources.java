package dev.dexscope.vm.load;

import java.io.FileNotFoundException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The entries of an archive as resources of a class loader, found by their names as they are. It is
 * opened once, on demand, and closed when it is no longer reachable.
 *
 * <p>The URLs look as Android's, {@code jar:file:/PATH!/NAME}, with NAME encoded as the JDK's
 * {@code URLClassLoader} does. They know this archive: a {@code jar:} URL created from the same
 * text omits the segments {@code .} and {@code ..} of a name.
 */
final class ArchiveResources extends URLStreamHandler implements ResourceSource {
  /** Besides letters and digits; RFC 2396 permits more in a path, the JDK does not. */
  private static final String PLAIN = "!$&'()*+,-./:@_~";

  private final Path archive;
  private @Nullable JarFile jar;
  private boolean isOpened;

  ArchiveResources(Path archive) {
    this.archive = archive;
  }

  /** Null when there is no such entry, or the file is no archive. */
  @Override
  public @Nullable URL find(String name) {
    JarFile opened = jar();
    return opened == null || opened.getEntry(name) == null ? null : url(name);
  }

  private synchronized @Nullable JarFile jar() {
    if (!isOpened) {
      isOpened = true;
      try {
        jar = new JarFile(archive.toFile());
      } catch (IOException e) {
        // A dex file, or an archive that is gone: it has no resources.
      }
    }
    return jar;
  }

  @SuppressWarnings("deprecation") // Nothing else takes a path as it is.
  private URL url(String name) {
    // The first "!/" ends the archive's name.
    String file = archive.toFile().toURI().toString().replace("!/", "%21/");
    try {
      return new URL("jar", "", -1, file + "!/" + encode(name), this);
    } catch (IOException e) {
      throw new IllegalStateException("the handler is known", e);
    }
  }

  private static String encode(String name) {
    var encoded = new StringBuilder();
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) each;
      if ((c >= 'a' && c <= 'z')
          || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9')
          || PLAIN.indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        encoded.append('%');
        HexFormat.of().toHexDigits(encoded, each);
      }
    }
    return encoded.toString();
  }

  @Override
  protected URLConnection openConnection(URL url) throws IOException {
    return new Connection(url);
  }

  /** Reads an entry; without caches by an archive of its own, which ends with the stream. */
  private final class Connection extends JarURLConnection {
    private @Nullable JarFile opened;
    private @Nullable JarEntry entry;

    Connection(URL url) throws IOException {
      super(url);
    }

    @Override
    public void connect() throws IOException {
      if (connected) {
        return;
      }
      JarFile shared = jar();
      opened = getUseCaches() && shared != null ? shared : new JarFile(archive.toFile());
      String name = getEntryName();
      entry = name == null ? null : opened.getJarEntry(name);
      connected = true;
      if (name != null && entry == null) {
        close();
        throw new FileNotFoundException("JAR entry " + name + " not found in " + archive);
      }
    }

    private void close() throws IOException {
      if (opened != null && !opened.equals(jar())) {
        opened.close();
      }
    }

    @Override
    public JarFile getJarFile() throws IOException {
      connect();
      return Objects.requireNonNull(opened);
    }

    @Override
    public @Nullable JarEntry getJarEntry() throws IOException {
      connect();
      return entry;
    }

    @Override
    public InputStream getInputStream() throws IOException {
      JarFile from = getJarFile();
      JarEntry found = entry;
      if (found == null) {
        throw new IOException("no entry name specified");
      }
      return new FilterInputStream(from.getInputStream(found)) {
        @Override
        public void close() throws IOException {
          try {
            super.close();
          } finally {
            Connection.this.close();
          }
        }
      };
    }

    @Override
    public long getContentLengthLong() {
      try {
        JarEntry found = getJarEntry();
        return found == null ? -1 : found.getSize();
      } catch (IOException e) {
        return -1;
      }
    }

    @Override
    public String getContentType() {
      String known = getEntryName() == null ? null : guessContentTypeFromName(getEntryName());
      return known == null ? "content/unknown" : known;
    }

    @Override
    public long getLastModified() {
      return archive.toFile().lastModified();
    }
  }
}
