package dev.dexscope.vm.runtime;

import java.util.List;

/**
 * What the classes of one class loader declare, as their dex code has it: nothing that it names
 * need be there. Classes are named as {@link Class#getName} has it; of one that is not here nothing
 * is declared.
 */
public interface Declarations {
  /** A method as dex code declares it. */
  record DeclaredMethod(String name, String descriptor, int accessFlags) {}

  /** The methods of any name that a class declares. */
  List<DeclaredMethod> methods(String className);

  /** The descriptors of the fields that a class adds to its objects. */
  List<String> instanceFields(String className);

  /** The names of the classes that may extend a sealed class; none when it is not sealed. */
  List<String> permittedSubclasses(String className);
}
