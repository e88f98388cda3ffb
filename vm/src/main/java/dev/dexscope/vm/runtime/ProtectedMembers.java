package dev.dexscope.vm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * Bootstrap methods of instructions that use protected members of a superclass in another package
 * on objects that need not be of the own class: the JVM refuses them (JVMS 4.10.1.8), ART does not
 * look at the object.
 */
public final class ProtectedMembers {
  private ProtectedMembers() {}

  /** A field that is read. */
  public static CallSite getter(Lookup caller, String name, MethodType type, Class<?> declaring)
      throws ReflectiveOperationException {
    var found = rightsOf(declaring, caller).findGetter(declaring, name, type.returnType());
    return new ConstantCallSite(found.asType(type));
  }

  /** A field that is written. */
  public static CallSite setter(Lookup caller, String name, MethodType type, Class<?> declaring)
      throws ReflectiveOperationException {
    var found = rightsOf(declaring, caller).findSetter(declaring, name, type.lastParameterType());
    return new ConstantCallSite(found.asType(type));
  }

  /** A method that the object's class chooses. */
  public static CallSite method(Lookup caller, String name, MethodType type, Class<?> declaring)
      throws ReflectiveOperationException {
    var found =
        rightsOf(declaring, caller).findVirtual(declaring, name, type.dropParameterTypes(0, 1));
    return new ConstantCallSite(found.asType(type));
  }

  /** All rights of the class, which is of a program as the caller is. */
  private static Lookup rightsOf(Class<?> declaring, Lookup caller) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(declaring, caller);
  }
}
