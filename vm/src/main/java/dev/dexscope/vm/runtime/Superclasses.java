package dev.dexscope.vm.runtime;

/**
 * Finds a superclass by its name. Code works with members of superclasses that it does not see,
 * which the JVM lets it name in no constant (JVMS 5.4.3.1).
 */
final class Superclasses {
  private Superclasses() {}

  /**
   * The class itself, or the superclass of it, that has a descriptor.
   *
   * @throws IncompatibleClassChangeError when there is none
   */
  static Class<?> find(Class<?> type, String descriptor) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (each.descriptorString().equals(descriptor)) {
        return each;
      }
    }
    throw new IncompatibleClassChangeError(type.getName() + " is no subclass of " + descriptor);
  }
}
