package dev.dexscope.vm.runtime.substitute;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import libcore.reflect.AnnotationFactory;
import org.jspecify.annotations.Nullable;

/**
 * Methods of {@link AnnotatedElement} and of the classes that implement it: annotations are as
 * Android's.
 */
public final class AnnotatedElementMethods {
  private AnnotatedElementMethods() {}

  /** {@link AnnotatedElement#getAnnotation}. */
  public static @Nullable Annotation getAnnotation(
      AnnotatedElement element, Class<? extends Annotation> type) {
    return AnnotationFactory.adapt(ParameterAnnotations.holder(element).getAnnotation(type));
  }

  /** {@link AnnotatedElement#getDeclaredAnnotation}. */
  public static @Nullable Annotation getDeclaredAnnotation(
      AnnotatedElement element, Class<? extends Annotation> type) {
    return AnnotationFactory.adapt(
        ParameterAnnotations.holder(element).getDeclaredAnnotation(type));
  }

  /** {@link AnnotatedElement#getAnnotations}. */
  public static Annotation[] getAnnotations(AnnotatedElement element) {
    return AnnotationFactory.adapt(ParameterAnnotations.holder(element).getAnnotations());
  }

  /** {@link AnnotatedElement#getDeclaredAnnotations}. */
  public static Annotation[] getDeclaredAnnotations(AnnotatedElement element) {
    return AnnotationFactory.adapt(ParameterAnnotations.holder(element).getDeclaredAnnotations());
  }

  /** {@link AnnotatedElement#getAnnotationsByType}. */
  public static Annotation[] getAnnotationsByType(
      AnnotatedElement element, Class<? extends Annotation> type) {
    return AnnotationFactory.adapt(ParameterAnnotations.holder(element).getAnnotationsByType(type));
  }

  /** {@link AnnotatedElement#getDeclaredAnnotationsByType}. */
  public static Annotation[] getDeclaredAnnotationsByType(
      AnnotatedElement element, Class<? extends Annotation> type) {
    return AnnotationFactory.adapt(
        ParameterAnnotations.holder(element).getDeclaredAnnotationsByType(type));
  }

  /** {@link Executable#getParameterAnnotations}. */
  public static Annotation[][] getParameterAnnotations(Executable executable) {
    Annotation[][] all = ParameterAnnotations.of(executable);
    for (Annotation[] each : all) {
      AnnotationFactory.adapt(each);
    }
    return all;
  }

  /** {@link Method#getDefaultValue}. */
  public static @Nullable Object getDefaultValue(Method method) {
    return AnnotationFactory.adaptValue(method.getDefaultValue());
  }
}
