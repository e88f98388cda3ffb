package dev.dexscope.vm.runtime.substitute;

import dev.dexscope.vm.runtime.DeclaredMethods;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.runtime.Linkage;
import dev.dexscope.vm.runtime.VmContext;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Methods of {@link Class}. */
public final class ClassMethods {
  /** Android's strings are implemented differently; programs detect that by these fields. */
  private static final Set<String> HIDDEN_IN_STRING = Set.of("value", "coder", "hashIsZero");

  /** The constructors of {@link #newInstance}: finding one takes longer than calling it. */
  private static final ClassValue<Optional<Constructor<?>>> WITHOUT_PARAMETERS =
      new ClassValue<>() {
        @Override
        protected Optional<Constructor<?>> computeValue(Class<?> type) {
          try {
            return Optional.of(getDeclaredConstructor(type));
          } catch (NoSuchMethodException e) {
            return Optional.empty();
          }
        }
      };

  private ClassMethods() {}

  /**
   * {@link Class#forName(String)}: names the class only, the loader's exception is the cause.
   *
   * @param caller its class loader is used
   */
  public static Class<?> forName(String name, Class<?> caller) throws ClassNotFoundException {
    return forName(name, true, caller.getClassLoader());
  }

  /** {@link Class#forName(String, boolean, ClassLoader)}. */
  public static Class<?> forName(String name, boolean initialize, ClassLoader loader)
      throws ClassNotFoundException {
    try {
      return Class.forName(
          name, initialize, loader == null ? VmContext.current().code().platformLoader() : loader);
    } catch (ClassNotFoundException e) {
      throw name.indexOf('/') >= 0 || name.equals("[V")
          ? new ClassNotFoundException("Invalid name: " + name)
          : new ClassNotFoundException(name, e);
    }
  }

  /** {@link Class#getClassLoader}: on Android the platform has one, too. */
  public static @Nullable ClassLoader getClassLoader(Class<?> type) {
    return type.isPrimitive() ? null : ClassLoaderMethods.shown(type.getClassLoader());
  }

  /** {@link Class#getField}. */
  public static Field getField(Class<?> type, String name) throws NoSuchFieldException {
    try {
      return published(type.getField(name));
    } catch (NoSuchFieldException e) {
      throw noSuchField(type, name);
    }
  }

  /** {@link Class#getDeclaredField}. */
  public static Field getDeclaredField(Class<?> type, String name) throws NoSuchFieldException {
    try {
      if (type == String.class && HIDDEN_IN_STRING.contains(name)) {
        // As in ART, which prints this, because callers ignore the exception.
        if (name.equals("value")) {
          System.err.println("The String#value field is not present on Android versions >= 6.0");
        }
        throw noSuchField(type, name);
      }
      return published(type.getDeclaredField(name));
    } catch (NoSuchFieldException e) {
      throw noSuchField(type, name);
    }
  }

  /** {@link Class#getMethod}: types that other methods cannot be linked with do not matter. */
  public static Method getMethod(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    try {
      return published(type.getMethod(name, parameters));
    } catch (NoSuchMethodException e) {
      throw noSuchMethod(e, type, name, parameters);
    } catch (LinkageError e) {
      Method found = DeclaredMethods.findPublic(type, name, parameters);
      if (found == null) {
        throw e;
      }
      return published(found);
    }
  }

  /**
   * {@link Class#getDeclaredMethod}: types that other methods cannot be linked with do not matter.
   */
  public static Method getDeclaredMethod(Class<?> type, String name, Class<?>... parameters)
      throws NoSuchMethodException {
    try {
      return published(type.getDeclaredMethod(name, parameters));
    } catch (NoSuchMethodException e) {
      throw noSuchMethod(e, type, name, parameters);
    } catch (LinkageError e) {
      Method found = DeclaredMethods.find(type, name, parameters);
      if (found == null) {
        throw e;
      }
      return published(found);
    }
  }

  /** {@link Class#getConstructor}: as {@link #getMethod}. */
  public static Constructor<?> getConstructor(Class<?> type, Class<?>... parameters)
      throws NoSuchMethodException {
    try {
      return type.getConstructor(parameters);
    } catch (NoSuchMethodException e) {
      throw noSuchMethod(e, type, "<init>", parameters);
    } catch (LinkageError e) {
      Constructor<?> found = DeclaredMethods.findConstructor(type, parameters);
      if (found == null || !Modifier.isPublic(found.getModifiers())) {
        throw e;
      }
      return found;
    }
  }

  /** {@link Class#getDeclaredConstructor}: as {@link #getDeclaredMethod}. */
  public static Constructor<?> getDeclaredConstructor(Class<?> type, Class<?>... parameters)
      throws NoSuchMethodException {
    try {
      return type.getDeclaredConstructor(parameters);
    } catch (NoSuchMethodException e) {
      throw noSuchMethod(e, type, "<init>", parameters);
    } catch (LinkageError e) {
      Constructor<?> found = DeclaredMethods.findConstructor(type, parameters);
      if (found == null) {
        throw e;
      }
      return found;
    }
  }

  /**
   * {@link Class#newInstance}.
   *
   * @param caller whose rights count
   */
  public static Object newInstance(Class<?> type, Class<?> caller) throws Throwable {
    if (type.isArray() || Modifier.isAbstract(type.getModifiers())) {
      throw new InstantiationException(described(type) + " cannot be instantiated");
    }
    Optional<Constructor<?>> constructor = WITHOUT_PARAMETERS.get(type);
    if (constructor.isEmpty()) {
      throw new InstantiationException(described(type) + " has no zero argument constructor");
    }
    try {
      return ConstructorMethods.newInstance(constructor.get(), null, caller);
    } catch (IllegalAccessException e) {
      throw new IllegalAccessException(
          "void " + type.getName() + ".<init>() is not accessible from " + described(caller));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static String described(Class<?> type) {
    return "java.lang.Class<" + type.getTypeName() + ">";
  }

  /** {@link Class#getMethods}: in Android's order. */
  public static Method[] getMethods(Class<?> type) {
    return MemberOrder.bySignature(type.getMethods());
  }

  /** {@link Class#getDeclaredMethods}: those of the dex code, in its order. */
  public static Method[] getDeclaredMethods(Class<?> type) {
    return MemberOrder.ofCode(type, type.getDeclaredMethods());
  }

  /** {@link Class#getConstructors}: in the order of the dex code. */
  public static Constructor<?>[] getConstructors(Class<?> type) {
    return MemberOrder.ofCode(type, type.getConstructors());
  }

  /** {@link Class#getDeclaredConstructors}: those of the dex code, in its order. */
  public static Constructor<?>[] getDeclaredConstructors(Class<?> type) {
    return MemberOrder.ofCode(type, type.getDeclaredConstructors());
  }

  /** {@link Class#isSealed}. */
  public static boolean isSealed(Class<?> type) {
    GuestCode code = Linkage.code(type.getClassLoader());
    return code == null
        ? type.isSealed()
        : !code.declarations().permittedSubclasses(type.getName()).isEmpty();
  }

  /**
   * {@link Class#getPermittedSubclasses}: from an annotation of dex code. As an attribute of the
   * class file it would exclude subclasses that Android accepts.
   */
  public static Class<?> @Nullable [] getPermittedSubclasses(Class<?> type) {
    GuestCode code = Linkage.code(type.getClassLoader());
    if (code == null) {
      return type.getPermittedSubclasses();
    }
    List<Class<?>> found = new ArrayList<>();
    for (String each : code.declarations().permittedSubclasses(type.getName())) {
      try {
        found.add(Class.forName(each, false, type.getClassLoader()));
      } catch (ClassNotFoundException e) {
        // As on the JVM: one that is missing is left out.
      }
    }
    return isSealed(type) ? found.toArray(Class<?>[]::new) : null;
  }

  /** To ART a public member is public whatever its class is; to the JDK its class must be, too. */
  private static <M extends AccessibleObject & Member> M published(M member) {
    Class<?> type = member.getDeclaringClass();
    int flags = member.getModifiers();
    if (Modifier.isPublic(flags)
        && !Modifier.isPublic(type.getModifiers())
        && !(member instanceof Field && Modifier.isFinal(flags) && !Modifier.isStatic(flags))
        && type.getClassLoader() != null
        && Linkage.code(type.getClassLoader()) != null) {
      member.setAccessible(true);
    }
    return member;
  }

  /** In ART's words, thrown where the JDK has thrown it. */
  private static NoSuchMethodException noSuchMethod(
      NoSuchMethodException thrown, Class<?> type, String name, Class<?> @Nullable [] parameters) {
    String types = parameters == null ? "[]" : Arrays.toString(parameters);
    var worded = new NoSuchMethodException(type.getName() + "." + name + " " + types);
    worded.setStackTrace(thrown.getStackTrace());
    return worded;
  }

  private static NoSuchFieldException noSuchField(Class<?> type, String name) {
    return new NoSuchFieldException("No field " + name + " in class " + type.descriptorString());
  }
}
