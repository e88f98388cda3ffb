package dev.dexscope.vm.runtime;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * Bootstrap methods of instructions that use private members of another class, which the source has
 * in the same nest. Classes of dex code are in none.
 */
public final class NestMembers {
  private NestMembers() {}

  /**
   * A field that is read.
   *
   * @param type with the object first
   * @param onNull what is said when there is no object
   */
  public static CallSite getter(Lookup caller, String name, MethodType type, String onNull)
      throws ReflectiveOperationException {
    Lookup rights = rightsOf(type.parameterType(0), caller);
    MethodHandle getter = rights.findGetter(rights.lookupClass(), name, type.returnType());
    return ProtectedMembers.site(getter, type, onNull);
  }

  /** A field that is written. */
  public static CallSite setter(Lookup caller, String name, MethodType type, String onNull)
      throws ReflectiveOperationException {
    Lookup rights = rightsOf(type.parameterType(0), caller);
    MethodHandle setter = rights.findSetter(rights.lookupClass(), name, type.lastParameterType());
    return ProtectedMembers.site(setter, type, onNull);
  }

  /** A method of an object. */
  public static CallSite method(Lookup caller, String name, MethodType type, String onNull)
      throws ReflectiveOperationException {
    Lookup rights = rightsOf(type.parameterType(0), caller);
    MethodType declared = type.dropParameterTypes(0, 1);
    MethodHandle method = rights.findVirtual(rights.lookupClass(), name, declared);
    return ProtectedMembers.site(method, type, onNull);
  }

  /** A static field that is read. */
  public static CallSite staticGetter(
      Lookup caller, String name, MethodType type, Class<?> declaring)
      throws ReflectiveOperationException {
    return new ConstantCallSite(
        rightsOf(declaring, caller).findStaticGetter(declaring, name, type.returnType()));
  }

  /** A static field that is written. */
  public static CallSite staticSetter(
      Lookup caller, String name, MethodType type, Class<?> declaring)
      throws ReflectiveOperationException {
    return new ConstantCallSite(
        rightsOf(declaring, caller).findStaticSetter(declaring, name, type.lastParameterType()));
  }

  /** A static method. */
  public static CallSite staticMethod(
      Lookup caller, String name, MethodType type, Class<?> declaring)
      throws ReflectiveOperationException {
    MethodHandle method = rightsOf(declaring, caller).findStatic(declaring, name, type);
    return new ConstantCallSite(method.asFixedArity());
  }

  /**
   * A constructor, with the object that it is called on.
   *
   * @param type returns an object of the class
   */
  public static CallSite constructor(Lookup caller, String name, MethodType type)
      throws ReflectiveOperationException {
    return new ConstantCallSite(
        handle(
                caller,
                name,
                MethodHandle.class,
                type.returnType(),
                MethodHandleInfo.REF_newInvokeSpecial,
                type.changeReturnType(void.class))
            .asFixedArity());
  }

  /**
   * Bootstrap method of a constant: the handle of a method or constructor.
   *
   * @param name of the method
   * @param kind a kind of reference (JVMS 4.4.8)
   */
  public static MethodHandle handle(
      Lookup caller, String name, Class<?> type, Class<?> declaring, int kind, MethodType declared)
      throws ReflectiveOperationException {
    Lookup rights = rightsOf(declaring, caller);
    return switch (kind) {
      case MethodHandleInfo.REF_newInvokeSpecial -> rights.findConstructor(declaring, declared);
      case MethodHandleInfo.REF_invokeStatic -> rights.findStatic(declaring, name, declared);
      default -> rights.findVirtual(declaring, name, declared);
    };
  }

  /** {@link LambdaMetafactory#metafactory} for a method of another class. */
  public static CallSite metafactory(
      Lookup caller,
      String name,
      MethodType factory,
      MethodType method,
      MethodHandle implementation,
      MethodType dynamic)
      throws ReflectiveOperationException, LambdaConversionException {
    Lookup rights = rightsOf(declaring(implementation), caller);
    return LambdaMetafactory.metafactory(rights, name, factory, method, implementation, dynamic);
  }

  /** {@link LambdaMetafactory#altMetafactory} for a method of another class. */
  public static CallSite altMetafactory(
      Lookup caller, String name, MethodType factory, Object... arguments)
      throws ReflectiveOperationException, LambdaConversionException {
    Lookup rights = rightsOf(declaring((MethodHandle) arguments[1]), caller);
    return LambdaMetafactory.altMetafactory(rights, name, factory, arguments);
  }

  private static Class<?> declaring(MethodHandle implementation) {
    return HostClasses.reveal(implementation).getDeclaringClass();
  }

  /** All rights of the class, which is of a program as the caller is. */
  private static Lookup rightsOf(Class<?> declaring, Lookup caller) throws IllegalAccessException {
    return MethodHandles.privateLookupIn(declaring, caller);
  }
}
