package libcore.reflect;

import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The handler behind an annotation, as on Android: its text is Android's. All else is what the
 * host's JDK makes of it.
 */
public final class AnnotationFactory implements InvocationHandler, Serializable {
  private static final long serialVersionUID = 1;

  /**
   * The handler of a proxy. The JDK keeps the annotations of a member, so that this is done once.
   */
  private static final VarHandle HANDLER;

  static {
    try {
      HANDLER =
          MethodHandles.privateLookupIn(Proxy.class, MethodHandles.lookup())
              .findVarHandle(Proxy.class, "h", InvocationHandler.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Class<? extends Annotation> klazz;

  @SuppressWarnings("serial") // The JDK's is.
  private final InvocationHandler host;

  private AnnotationFactory(Class<? extends Annotation> klazz, InvocationHandler host) {
    this.klazz = klazz;
    this.host = host;
  }

  /** An annotation of the host's, which is Android's from now on. */
  public static @Nullable Annotation adapt(@Nullable Annotation annotation) {
    if (annotation instanceof Proxy) {
      InvocationHandler handler = (InvocationHandler) HANDLER.get((Proxy) (Object) annotation);
      if (handler.getClass().getModule().equals(Object.class.getModule())) {
        HANDLER.set(
            (Proxy) (Object) annotation,
            (InvocationHandler) new AnnotationFactory(annotation.annotationType(), handler));
      }
    }
    return annotation;
  }

  /** All annotations of an array, which is returned. */
  public static Annotation[] adapt(Annotation[] annotations) {
    for (Annotation each : annotations) {
      adapt(each);
    }
    return annotations;
  }

  /** Returns the result of an annotation's method. */
  public static @Nullable Object adaptValue(@Nullable Object value) {
    if (value instanceof Annotation[] annotations) {
      return adapt(annotations);
    }
    return value instanceof Annotation annotation ? adapt(annotation) : value;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws Throwable {
    return arguments == null && method.getName().equals("toString")
        ? text(proxy)
        : adaptValue(host.invoke(proxy, method, arguments));
  }

  private String text(Object proxy) {
    Method[] members = klazz.getDeclaredMethods();
    // As dex code has them.
    Arrays.sort(members, Comparator.comparing(Method::getName));
    StringBuilder text = new StringBuilder("@").append(klazz.getName()).append('(');
    String separator = "";
    for (Method each : members) {
      if (each.getParameterCount() == 0 && !each.isSynthetic()) {
        text.append(separator).append(each.getName()).append('=');
        append(text, proxy, each);
        separator = ", ";
      }
    }
    return text.append(')').toString();
  }

  private void append(StringBuilder text, Object proxy, Method member) {
    Object value;
    try {
      value = adaptValue(host.invoke(proxy, member, null));
    } catch (Throwable e) {
      // The value names what is missing or of another type than it was.
      value = e;
    }
    if (value == null || !value.getClass().isArray()) {
      text.append(value);
      return;
    }
    text.append('[');
    int length = Array.getLength(value);
    for (int i = 0; i < length; i++) {
      text.append(i == 0 ? "" : ", ").append(Array.get(value, i));
    }
    text.append(']');
  }
}
