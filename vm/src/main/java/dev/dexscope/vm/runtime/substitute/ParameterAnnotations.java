package dev.dexscope.vm.runtime.substitute;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * If an enum's constructor has fewer lists of annotations than parameters, the JDK assumes that the
 * first parameters are name and ordinal and have none; Android assigns the lists to the first ones.
 */
final class ParameterAnnotations {
  /** The attribute of the class file (JVMS 4.7.18), whose first byte counts the lists. */
  private static final VarHandle ATTRIBUTE;

  static {
    try {
      ATTRIBUTE =
          MethodHandles.privateLookupIn(Constructor.class, MethodHandles.lookup())
              .findVarHandle(Constructor.class, "parameterAnnotations", byte[].class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private ParameterAnnotations() {}

  /** {@link Executable#getParameterAnnotations}. */
  static Annotation[][] of(Executable executable) {
    Annotation[][] all = executable.getParameterAnnotations();
    return Arrays.copyOfRange(all, left(executable, all.length), all.length);
  }

  /** Returns the element from which the JDK reads the annotations of an element. */
  static AnnotatedElement holder(AnnotatedElement element) {
    if (!(element instanceof Parameter parameter)) {
      return element;
    }
    Executable executable = parameter.getDeclaringExecutable();
    int left = left(executable, executable.getParameterAnnotations().length);
    if (left == 0) {
      return element;
    }
    Parameter[] all = executable.getParameters();
    int index = Arrays.asList(all).indexOf(parameter) + left;
    return all[index < all.length ? index : 0];
  }

  /** Returns how many lists the JDK has put before those that there are. */
  private static int left(Executable executable, int lists) {
    byte @Nullable [] attribute =
        executable instanceof Constructor<?> constructor && constructor.getDeclaringClass().isEnum()
            ? (byte[]) ATTRIBUTE.get(constructor)
            : null;
    return attribute == null ? 0 : Math.max(0, lists - (attribute[0] & 0xff));
  }
}
