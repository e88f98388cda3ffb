package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Finds whether a class has a method of the platform's as it is there. Unlike reflection this loads
 * nothing that the class's other methods name, which may be missing, and it opens no dex file.
 */
public final class Overrides {
  private Overrides() {}

  /**
   * Returns whether a class or one of its superclasses below {@code origin} declares the method.
   *
   * @param origin a superclass of {@code type} that has the method
   */
  public static boolean has(Class<?> type, Class<?> origin, String name, MethodType signature) {
    try {
      MethodHandles.Lookup rights = HostClasses.allRights();
      return rights.revealDirect(rights.findVirtual(type, name, signature)).getDeclaringClass()
          != origin;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
