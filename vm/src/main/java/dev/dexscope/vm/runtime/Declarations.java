package dev.dexscope.vm.runtime;

import java.util.List;

/**
 * The declarations of the classes of one class loader, from their dex code: the types in them need
 * not exist. Class names are those of {@link Class#getName}; an unknown class has no declarations.
 */
public interface Declarations {
  /** A method as dex code declares it. */
  record DeclaredMethod(String name, String descriptor, int accessFlags) {}

  /** The methods of any name that a class declares. */
  List<DeclaredMethod> methods(String className);

  /** The descriptors of the fields that a class adds to its objects. */
  List<String> instanceFields(String className);

  /** Returns the names of the classes that may extend a sealed class; empty if it is not sealed. */
  List<String> permittedSubclasses(String className);
}
