package guest;

import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.Arrays;

/** Annotations with every kind of value, inherited, repeated, on parameters, with defaults. */
public class Annotations {
  enum Level { LOW, HIGH }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Nested { int value() default 9; String[] names() default {"x", "y"}; }

  @Retention(RetentionPolicy.RUNTIME)
  @Inherited
  @interface All {
    boolean z() default true;
    byte b() default -1;
    char c() default 'c';
    short s() default -300;
    int i() default 70000;
    long l() default 1L << 50;
    float f() default 1.5f;
    double d() default -0.25;
    String text() default "default\n\u00e9";
    Class<?> type() default String.class;
    Level level() default Level.HIGH;
    Nested nested() default @Nested;
    int[] ints() default {};
    Class<?>[] types() default {int.class, int[].class, void.class};
    Level[] levels() default {Level.LOW, Level.HIGH};
    Nested[] nesteds() default {@Nested(1), @Nested(value = 2, names = {})};
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Repeatable(Tags.class)
  @Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD, ElementType.CONSTRUCTOR})
  @interface Tag { String value(); }

  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER, ElementType.FIELD, ElementType.CONSTRUCTOR})
  @interface Tags { Tag[] value(); }

  @Retention(RetentionPolicy.CLASS)
  @interface Invisible {}

  @All(i = 5, ints = {1, 2}, type = Object[].class, level = Level.LOW)
  @Tag("base")
  static class Base {
    @Tag("a") @Tag("b") @Invisible int field;
    @Tag("new") Base(@Tag("p1") int a, String b, @Nested(3) @Tag("p3") long c) {}
    @Deprecated @Nested void method(@Tag("m") Object o, @Nested(4) int... rest) {}
  }

  @Tag("derived1") @Tag("derived2")
  static class Derived extends Base {
    Derived() { super(1, "", 2); }
    @Override void method(Object o, int... rest) {}
  }

  public static void main(String[] args) throws Exception {
    All base = Base.class.getAnnotation(All.class);
    All inherited = Derived.class.getAnnotation(All.class);
    System.out.println(base.equals(inherited) + " " + (base.hashCode() == inherited.hashCode()) + " " + base.annotationType());
    System.out.println(base.z() + " " + base.b() + base.c() + base.s() + " " + base.i() + " " + base.l() + " " + base.f() + base.d());
    System.out.println(base.text() + base.type() + base.level() + base.nested().value() + Arrays.toString(base.nested().names()));
    System.out.println(Arrays.toString(base.ints()) + Arrays.toString(base.types()) + Arrays.toString(base.levels()) + base.nesteds().length + base.nesteds()[1].names().length);
    System.out.println(base.equals(Base.class.getAnnotation(Tag.class)) + " " + base.nested().equals(Base.class.getDeclaredMethod("method", Object.class, int[].class).getAnnotation(Nested.class)));
    base.ints()[0] = 100;
    System.out.println(base.ints()[0]);
    System.out.println(Derived.class.getDeclaredAnnotations().length + " " + Derived.class.getAnnotations().length + " " + Derived.class.isAnnotationPresent(Tag.class) + Derived.class.isAnnotationPresent(Tags.class));
    System.out.println(tags(Derived.class) + tags(Base.class) + tags(Base.class.getDeclaredField("field")));
    Constructor<?> constructor = Base.class.getDeclaredConstructor(int.class, String.class, long.class);
    System.out.println(tags(constructor) + parameters(constructor.getParameterAnnotations()));
    Method method = Base.class.getDeclaredMethod("method", Object.class, int[].class);
    System.out.println(method.isAnnotationPresent(Deprecated.class) + parameters(method.getParameterAnnotations()));
    System.out.println(parameters(Derived.class.getDeclaredMethod("method", Object.class, int[].class).getParameterAnnotations()));
    System.out.println(All.class.getMethod("levels").getDefaultValue().getClass() + " " + Tag.class.getMethod("value").getDefaultValue());
    System.out.println(All.class.isAnnotation() + " " + All.class.getInterfaces()[0] + " " + Base.class.getDeclaredField("field").getAnnotations().length);
  }

  static String tags(AnnotatedElement element) {
    StringBuilder text = new StringBuilder("[");
    for (Tag tag : element.getAnnotationsByType(Tag.class)) text.append(tag.value()).append(' ');
    return text.append(']').toString();
  }

  static String parameters(Annotation[][] all) {
    StringBuilder text = new StringBuilder();
    for (Annotation[] one : all) {
      text.append('(');
      for (Annotation a : one) text.append(a.annotationType().getSimpleName()).append(' ');
      text.append(')');
    }
    return text.toString();
  }
}
