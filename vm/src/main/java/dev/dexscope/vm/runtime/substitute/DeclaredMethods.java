package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Linkage;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds one method of a class where HotSpot cannot, because other methods of the class name types
 * that are missing: it makes all of a class's methods at once, ART one by one.
 */
final class DeclaredMethods {
  private static final int FLAGS = 0xffff;

  /** What the translation adds: an initialiser, constructors that pass on. */
  private static final int GENERATED = 256;

  private DeclaredMethods() {}

  /** A method that a class declares, or null. */
  static @Nullable Method find(Class<?> type, String name, Class<?>... parameters) {
    ClassLoader loader = type.getClassLoader();
    GuestCode code = loader == null ? null : Linkage.code(loader);
    if (code != null) {
      List<GuestCode.DeclaredMethod> all = code.declaredMethods(type.getName());
      for (GuestCode.DeclaredMethod each : all) {
        MethodType found = each.name().equals(name) ? resolve(each, loader) : null;
        if (found != null && Arrays.equals(found.parameterArray(), parameters)) {
          return method(type, name, found, each.accessFlags() & FLAGS, all.size() + GENERATED);
        }
      }
    }
    return null;
  }

  /** A public method that a class declares or inherits from its superclasses, or null. */
  static @Nullable Method findPublic(Class<?> type, String name, Class<?>... parameters) {
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      Method found = find(each, name, parameters);
      if (found != null && Modifier.isPublic(found.getModifiers())) {
        return found;
      }
    }
    return null;
  }

  private static @Nullable MethodType resolve(GuestCode.DeclaredMethod method, ClassLoader loader) {
    try {
      return MethodType.fromMethodDescriptorString(method.descriptor(), loader);
    } catch (TypeNotPresentException e) {
      return null;
    }
  }

  /**
   * The JDK knows a method by its number in the class, which only HotSpot knows: so all are tried.
   */
  private static @Nullable Method method(
      Class<?> type, String name, MethodType wanted, int flags, int count) {
    try {
      Constructor<Method> constructor =
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
      constructor.setAccessible(true);
      MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      for (int number = 0; number < count; number++) {
        Method candidate =
            constructor.newInstance(
                type,
                name,
                wanted.parameterArray(),
                wanted.returnType(),
                new Class<?>[0],
                flags,
                number,
                null,
                null,
                null,
                null);
        if (is(candidate, name, wanted, lookup)) {
          return candidate;
        }
      }
      return null;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean is(
      Method candidate, String name, MethodType wanted, MethodHandles.Lookup lookup) {
    try {
      MethodHandleInfo found = lookup.revealDirect(lookup.unreflect(candidate));
      return found.getName().equals(name) && found.getMethodType().equals(wanted);
    } catch (IllegalAccessException | IllegalArgumentException | LinkageError e) {
      // A constructor, or a method that names a missing type.
      return false;
    }
  }
}
