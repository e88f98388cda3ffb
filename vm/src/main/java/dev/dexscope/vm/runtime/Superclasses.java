package dev.dexscope.vm.runtime;

/**
 * Finds a superclass by its name. Code uses members of superclasses that it does not see, which the
 * JVM does not permit in constants (JVMS 5.4.3.1).
 */
final class Superclasses {
  private Superclasses() {}

  /**
   * Returns the class itself, or its superclass, that has a descriptor.
   *
   * @throws IncompatibleClassChangeError if there is none
   */
  static Class<?> find(Class<?> type, String descriptor) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      if (each.descriptorString().equals(descriptor)) {
        return each;
      }
    }
    throw new IncompatibleClassChangeError(type.getName() + " is not a subclass of " + descriptor);
  }
}
