package dev.dexscope.vm.runtime;

/** {@code java.lang.VMClassLoader}: how Android's class loaders reach the VM. Apps look at it. */
public final class VMClassLoader {
  private VMClassLoader() {}

  /** A class that a loader has loaded already; null when it has not. */
  static Class<?> findLoadedClass(ClassLoader loader, String name) {
    try {
      var find = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
      find.setAccessible(true);
      return (Class<?>) find.invoke(loader, name.replace('/', '.'));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
