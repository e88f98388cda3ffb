package dev.dexscope.probe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The injector's files in the app's package. Reading them requires no Android class. */
final class Assets {
  private Assets() {}

  /** An asset, or null; the app's class loader finds every entry of its package. */
  static @Nullable InputStream open(String name) {
    ClassLoader loader = Assets.class.getClassLoader();
    return loader == null ? null : loader.getResourceAsStream("assets/" + name);
  }

  /** All bytes, unless they are more than {@code most}; the stream is closed. */
  static byte[] bytes(InputStream in, int most) throws IOException {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 14];
      for (int n; (n = in.read(buffer)) > 0; ) {
        bytes.write(buffer, 0, n);
        if (bytes.size() > most) {
          throw new IOException("more than " + most + " bytes");
        }
      }
      return bytes.toByteArray();
    } finally {
      in.close();
    }
  }
}
