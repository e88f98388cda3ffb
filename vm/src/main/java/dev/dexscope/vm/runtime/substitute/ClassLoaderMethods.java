package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.VmContext;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/** Methods of {@link ClassLoader}. */
public final class ClassLoaderMethods {
  private ClassLoaderMethods() {}

  /** {@link ClassLoader#getParent}: what is above the platform's is the host's. */
  public static @Nullable ClassLoader getParent(ClassLoader loader) {
    ClassLoader parent = loader.getParent();
    return parent == null || loader.equals(platform()) ? null : shown(parent);
  }

  /** Returns a class loader as programs see it: all of the host's are that of the platform. */
  static ClassLoader shown(@Nullable ClassLoader loader) {
    return loader == null || !isPrograms(loader) ? platform() : loader;
  }

  /** One that has dex code, or whose class is in such code, or that only programs make. */
  private static boolean isPrograms(ClassLoader loader) {
    Class<?> type = loader.getClass();
    return Linkage.code(loader) != null
        || Linkage.code(type.getClassLoader()) != null
        || type == URLClassLoader.class;
  }

  private static ClassLoader platform() {
    return VmContext.current().code().platformLoader();
  }

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
