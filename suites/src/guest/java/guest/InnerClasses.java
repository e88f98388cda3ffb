package guest;

import java.lang.reflect.*;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.Callable;

/** Inner, local and anonymous classes: captured values, outer instances, and what reflection says. */
public class InnerClasses {
  private int value = 1;
  private static String shared = "shared";

  class Inner {
    int value = 2;
    class Deeper {
      int value = 3;
      String all() { return this.value + " " + Inner.this.value + " " + InnerClasses.this.value + shared; }
      private void bump() { InnerClasses.this.value += 10; Inner.this.value++; value *= 2; }
    }
  }

  static class Nested { private int secret = 42; private Nested() {} private static int hidden(int x) { return x + 1; } }
  private interface Marker {}
  protected abstract static class Abstract {}
  @interface Note {}

  Object local(int captured, long wide, String text) {
    int other = captured * 2;
    class Local implements Callable<String> {
      double d = other;
      @Override public String call() { return captured + " " + wide + text + other + d + value; }
    }
    return new Local();
  }

  static Object anonymous(double x) {
    return new Object() { float y = (float) x; @Override public String toString() { return "anonymous " + x + y; } };
  }

  public static void main(String[] args) throws Exception {
    InnerClasses outer = new InnerClasses();
    Inner inner = outer.new Inner();
    Inner.Deeper deeper = inner.new Deeper();
    deeper.bump();
    System.out.println(deeper.all());
    Object local = outer.local(5, 1L << 40, "text");
    System.out.println(((Callable<?>) local).call());
    Object anonymous = anonymous(0.5);
    System.out.println(anonymous);
    System.out.println(new Nested().secret + Nested.hidden(1));
    Runnable lambda = () -> {};
    for (Class<?> type : new Class<?>[] {InnerClasses.class, Inner.class, Inner.Deeper.class, Nested.class, Marker.class, Abstract.class, Note.class, local.getClass(), anonymous.getClass(), Inner[].class, int.class}) {
      System.out.println(type.getName() + "|" + type.getSimpleName() + "|" + type.getCanonicalName() + "|" + type.getDeclaringClass() + "|" + type.getEnclosingClass()
          + "|" + type.getEnclosingMethod() + "|" + type.isMemberClass() + type.isLocalClass() + type.isAnonymousClass() + "|" + Modifier.toString(type.getModifiers()));
    }
    Class<?>[] declared = InnerClasses.class.getDeclaredClasses();
    Arrays.sort(declared, Comparator.comparing(Class::getName));
    System.out.println(Arrays.toString(declared));
    Constructor<?> constructor = Inner.class.getDeclaredConstructor(InnerClasses.class);
    System.out.println(((Inner) constructor.newInstance(outer)).value + " " + lambda.getClass().isAnonymousClass());
    System.out.println(InnerClasses.class.getPackage().getName() + " " + Nested.class.getTypeName());
  }
}
