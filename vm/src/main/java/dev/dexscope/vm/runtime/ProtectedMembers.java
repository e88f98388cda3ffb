package dev.dexscope.vm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Bootstrap methods of instructions that use protected members of a superclass in another package
 * on objects that need not be of the own class: the JVM refuses them (JVMS 4.10.1.8), ART does not
 * look at the object.
 */
public final class ProtectedMembers {
  private static final MethodHandle PRESENT = present();

  private ProtectedMembers() {}

  private static MethodHandle present() {
    MethodType type = MethodType.methodType(Object.class, String.class, Object.class);
    try {
      return MethodHandles.lookup().findStatic(ProtectedMembers.class, "present", type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Links a read access to a field.
   *
   * @param type with the object first, as one of Object
   * @param declaring the descriptor of the caller's superclass that declares it
   * @param onNull the message if the object is null
   */
  public static CallSite getter(
      Lookup caller, String name, MethodType type, String declaring, String onNull)
      throws ReflectiveOperationException {
    Lookup rights = rightsOf(declaring, caller);
    return site(rights.findGetter(rights.lookupClass(), name, type.returnType()), type, onNull);
  }

  /** A field that is written. */
  public static CallSite setter(
      Lookup caller, String name, MethodType type, String declaring, String onNull)
      throws ReflectiveOperationException {
    Lookup rights = rightsOf(declaring, caller);
    return site(
        rights.findSetter(rights.lookupClass(), name, type.lastParameterType()), type, onNull);
  }

  /** A method that the object's class chooses. */
  public static CallSite method(
      Lookup caller, String name, MethodType type, String declaring, String onNull)
      throws ReflectiveOperationException {
    Lookup rights = rightsOf(declaring, caller);
    MethodType declared = type.dropParameterTypes(0, 1);
    return site(rights.findVirtual(rights.lookupClass(), name, declared), type, onNull);
  }

  /**
   * A call site that uses the member of an object.
   *
   * @param type with the object first
   * @param onNull what is said when there is no object
   */
  static CallSite site(MethodHandle found, MethodType type, String onNull) {
    Class<?> receiver = type.parameterType(0);
    MethodHandle present = PRESENT.bindTo(onNull).asType(MethodType.methodType(receiver, receiver));
    return new ConstantCallSite(MethodHandles.filterArguments(found.asType(type), 0, present));
  }

  @SuppressWarnings("UnusedMethod") // Called through PRESENT.
  private static Object present(String onNull, @Nullable Object object) {
    if (object == null) {
      throw new NullPointerException(onNull);
    }
    return object;
  }

  /** All rights of the class, which is of a program as the caller is. */
  private static Lookup rightsOf(String declaring, Lookup caller) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(
        Superclasses.find(caller.lookupClass(), declaring), caller);
  }
}
