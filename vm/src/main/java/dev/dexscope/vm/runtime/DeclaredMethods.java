package dev.dexscope.vm.runtime;

import dev.dexscope.vm.runtime.Declarations.DeclaredMethod;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds one method or constructor of a class where HotSpot cannot, because others of the class name
 * types that are missing: it makes all of a class's methods at once, ART one by one.
 */
public final class DeclaredMethods {
  private static final String CONSTRUCTOR = "<init>";

  private static final int FLAGS = 0xffff;

  /** The members that the translation adds: an initialiser, constructors that pass on. */
  private static final int GENERATED = 256;

  private DeclaredMethods() {}

  /** A method that a class declares, or null. */
  public static @Nullable Method find(Class<?> type, String name, Class<?>... parameters) {
    Found found = declared(type, name, parameters);
    return found == null ? null : method(type, name, found);
  }

  /** A public method that a class declares or inherits from its superclasses, or null. */
  public static @Nullable Method findPublic(Class<?> type, String name, Class<?>... parameters) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      Method found = find(each, name, parameters);
      if (found != null && Modifier.isPublic(found.getModifiers())) {
        return found;
      }
    }
    return null;
  }

  /** A constructor that a class declares, or null. */
  public static @Nullable Constructor<?> findConstructor(Class<?> type, Class<?>... parameters) {
    Found found = declared(type, CONSTRUCTOR, parameters);
    return found == null ? null : constructor(type, found);
  }

  /**
   * The dex declaration of a method whose own types exist.
   *
   * @param most the maximum number of methods of the class
   */
  private record Found(MethodType type, int flags, int most) {}

  private static @Nullable Found declared(Class<?> type, String name, Class<?>... parameters) {
    ClassLoader loader = type.getClassLoader();
    GuestCode code = loader == null ? null : Linkage.code(loader);
    if (code != null) {
      List<DeclaredMethod> all = code.declarations().methods(type.getName());
      for (DeclaredMethod each : all) {
        MethodType found = each.name().equals(name) ? resolve(each, loader) : null;
        if (found != null && Arrays.equals(found.parameterArray(), parameters)) {
          return new Found(found, each.accessFlags() & FLAGS, all.size() + GENERATED);
        }
      }
    }
    return null;
  }

  private static @Nullable MethodType resolve(DeclaredMethod method, ClassLoader loader) {
    try {
      return MethodType.fromMethodDescriptorString(method.descriptor(), loader);
    } catch (TypeNotPresentException e) {
      return null;
    }
  }

  private static @Nullable Method method(Class<?> type, String name, Found found) {
    try {
      Constructor<Method> maker =
          Method.class.getDeclaredConstructor(
              Class.class,
              String.class,
              Class[].class,
              Class.class,
              Class[].class,
              int.class,
              int.class,
              String.class,
              byte[].class,
              byte[].class,
              byte[].class);
      maker.setAccessible(true);
      MethodHandles.Lookup rights = HostClasses.allRights();
      MethodHandle handle =
          Modifier.isStatic(found.flags)
              ? rights.findStatic(type, name, found.type)
              : rights.findVirtual(type, name, found.type);
      return numbered(
          found.most,
          handle,
          number ->
              maker.newInstance(
                  type,
                  name,
                  found.type.parameterArray(),
                  found.type.returnType(),
                  new Class<?>[0],
                  found.flags,
                  number,
                  null,
                  null,
                  null,
                  null),
          rights::unreflect);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Constructor<?> constructor(Class<?> type, Found found) {
    try {
      Constructor<?> maker =
          Constructor.class.getDeclaredConstructor(
              Class.class,
              Class[].class,
              Class[].class,
              int.class,
              int.class,
              String.class,
              byte[].class,
              byte[].class);
      maker.setAccessible(true);
      MethodHandles.Lookup rights = HostClasses.allRights();
      return numbered(
          found.most,
          rights.findConstructor(type, found.type),
          number ->
              (Constructor<?>)
                  maker.newInstance(
                      type,
                      found.type.parameterArray(),
                      new Class<?>[0],
                      found.flags,
                      number,
                      null,
                      null,
                      null),
          rights::unreflectConstructor);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A reflective operation on a value. */
  private interface Step<T, R> {
    R apply(T value) throws ReflectiveOperationException;
  }

  /**
   * Tries all numbers: the JDK identifies a method by its number in the class, which only HotSpot
   * knows. A handle's name and type are copied from the member, right or wrong; HotSpot determines
   * the method.
   *
   * @param handle of the requested method
   */
  private static <M> @Nullable M numbered(
      int count, MethodHandle handle, Step<Integer, M> member, Step<M, MethodHandle> unreflect)
      throws ReflectiveOperationException {
    Method name = MethodHandle.class.getDeclaredMethod("internalMemberName");
    HostClasses.opened(MethodHandle.class.getName());
    name.setAccessible(true);
    Field method = Class.forName("java.lang.invoke.MemberName").getDeclaredField("method");
    method.setAccessible(true);
    Object wanted = method.get(name.invoke(handle));
    for (int number = 0; number < count; number++) {
      M candidate = member.apply(number);
      try {
        if (wanted.equals(method.get(name.invoke(unreflect.apply(candidate))))) {
          return candidate;
        }
      } catch (IllegalAccessException
          | IllegalArgumentException
          | LinkageError
          | NullPointerException e) {
        // The number is of another kind of member, or unused.
      }
    }
    return null;
  }
}
