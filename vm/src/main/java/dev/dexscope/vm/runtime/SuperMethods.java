package dev.dexscope.vm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Modifier;
import java.util.List;

/** The methods that invoke-super calls and the JVM's invokespecial does not. */
public final class SuperMethods {
  private SuperMethods() {}

  /**
   * The bootstrap method of a call of an interface's method: ART takes any interface of the class,
   * the JVM those that it names itself (JVMS 4.9.2).
   *
   * @param type with the calling class first
   */
  public static CallSite inherited(Lookup caller, String name, MethodType type, Class<?> owner)
      throws ReflectiveOperationException {
    MethodHandle found = find(caller, owner, name, type.dropParameterTypes(0, 1));
    return new ConstantCallSite(found.asType(type));
  }

  /** A method as invoke-super finds it in a superclass or in an interface of the lookup class. */
  public static MethodHandle find(Lookup caller, Class<?> owner, String name, MethodType type)
      throws ReflectiveOperationException {
    Class<?> self = caller.lookupClass();
    if (owner.isInterface() && isAbstract(caller, owner, name, type)) {
      throw new AbstractMethodError("abstract method \"" + owner.getName() + "." + name + "\"");
    }
    if (!owner.isInterface() || List.of(self.getInterfaces()).contains(owner)) {
      return caller.findSpecial(owner, name, type, self);
    }
    try {
      return MethodHandles.privateLookupIn(owner, caller).findSpecial(owner, name, type, owner);
    } catch (IllegalAccessException e) {
      Class<?> superclass = self.getSuperclass();
      if (superclass == null) {
        throw e;
      }
      // A closed package of the JDK: what the superclass has is the interface's method.
      return caller.findSpecial(superclass, name, type, self);
    }
  }

  private static boolean isAbstract(Lookup caller, Class<?> owner, String name, MethodType type)
      throws ReflectiveOperationException {
    MethodHandle found = caller.findVirtual(owner, name, type);
    return Modifier.isAbstract(HostClasses.reveal(found).getModifiers());
  }
}
