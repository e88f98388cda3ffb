package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.Linkage;

/** Methods of {@link ClassLoader}. */
public final class ClassLoaderMethods {
  private ClassLoaderMethods() {}

  /** {@link ClassLoader#getSystemClassLoader}: on Android it is the program's own. */
  public static ClassLoader getSystemClassLoader() {
    return Linkage.getSystemClassLoader();
  }
}
