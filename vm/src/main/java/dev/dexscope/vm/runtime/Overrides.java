package dev.dexscope.vm.runtime;

import java.lang.invoke.MethodType;

/**
 * Finds whether a class has a method of the platform's as it is there. Unlike reflection this loads
 * nothing that the class's other methods name, which may be missing.
 */
public final class Overrides {
  private Overrides() {}

  /**
   * Whether a class or one of its superclasses below {@code origin} declares the method.
   *
   * @param origin a superclass of {@code type} that has the method
   */
  public static boolean has(Class<?> type, Class<?> origin, String name, MethodType signature) {
    for (Class<?> each = type; each != null && each != origin; each = each.getSuperclass()) {
      if (declares(each, name, signature)) {
        return true;
      }
    }
    return false;
  }

  private static boolean declares(Class<?> type, String name, MethodType signature) {
    GuestCode code = Linkage.code(type.getClassLoader());
    if (code == null) {
      return hostDeclares(type, name, signature);
    }
    String descriptor = signature.descriptorString();
    for (GuestCode.DeclaredMethod each : code.declaredMethods(type.getName())) {
      if (each.name().equals(name) && each.descriptor().equals(descriptor)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hostDeclares(Class<?> type, String name, MethodType signature) {
    try {
      var _ = type.getDeclaredMethod(name, signature.parameterArray());
      return true;
    } catch (NoSuchMethodException | LinkageError e) {
      return false;
    }
  }
}
