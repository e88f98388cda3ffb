package dev.dexscope.vm.load;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The platform as guest code sees it: the JDK's classes, and of ours those that stand for Android's
 * and those that translated code calls. Nothing else of this program can be found through it.
 */
final class PlatformLoader extends ClassLoader {
  static {
    registerAsParallelCapable();
  }

  /** Folders of the VM's own classes that guests see. A package of the same name may be theirs. */
  private static final List<String> VISIBLE =
      List.of(
          "android/",
          "dalvik/",
          "libcore/",
          "org/json/",
          "org/apache/harmony/dalvik/",
          "dev/dexscope/vm/runtime/",
          "dev/dexscope/vm/trace/Hooks");

  private static final String CLASS = ".class";

  private final ClassLoader own = PlatformLoader.class.getClassLoader();

  PlatformLoader() {
    super("boot", ClassLoader.getPlatformClassLoader());
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (PlatformExtras.has(name)) {
      return PlatformExtras.define(name);
    }
    if (isVisible(name.replace('.', '/'))) {
      return own.loadClass(name);
    }
    throw new ClassNotFoundException(name);
  }

  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    if (name.startsWith("java/lang/") && name.endsWith(CLASS)) {
      String type = name.substring(0, name.length() - CLASS.length()).replace('/', '.');
      if (PlatformExtras.has(type)) {
        return new ByteArrayInputStream(PlatformExtras.classFile(type));
      }
    }
    return super.getResourceAsStream(name);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    return name.endsWith(CLASS) && isVisible(name) ? own.getResource(name) : null;
  }

  @Override
  protected Enumeration<URL> findResources(String name) throws IOException {
    URL resource = findResource(name);
    return resource == null
        ? Collections.emptyEnumeration()
        : Collections.enumeration(List.of(resource));
  }

  private static boolean isVisible(String path) {
    for (String each : VISIBLE) {
      if (path.startsWith(each)) {
        return true;
      }
    }
    return false;
  }
}
