package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.Linkage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** Methods of {@link ClassLoader}. */
public final class ClassLoaderMethods {
  private ClassLoaderMethods() {}

  /** {@link ClassLoader#getSystemClassLoader}: on Android it is the program's own. */
  public static ClassLoader getSystemClassLoader() {
    return Linkage.getSystemClassLoader();
  }

  /** {@link ClassLoader#getSystemResource}: of that class loader. */
  public static @Nullable URL getSystemResource(String name) {
    return Linkage.getSystemClassLoader().getResource(name);
  }

  /** {@link ClassLoader#getSystemResources}: of that class loader. */
  public static Enumeration<URL> getSystemResources(String name) throws IOException {
    return Linkage.getSystemClassLoader().getResources(name);
  }

  /** {@link ClassLoader#getSystemResourceAsStream}: of that class loader. */
  public static @Nullable InputStream getSystemResourceAsStream(String name) {
    return Linkage.getSystemClassLoader().getResourceAsStream(name);
  }
}
