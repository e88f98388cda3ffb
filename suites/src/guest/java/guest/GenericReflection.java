package guest;

import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.*;
import java.util.*;

/** Generic signatures as reflection shows them. */
public class GenericReflection {
  static class Holder<T extends Number & Comparable<T>, U> extends AbstractList<U> implements Serializable {
    protected Map<String, List<? super T>> map;
    public T[] array;
    List<int[]>[] lists;
    U plain;
    static final Set<? extends Map.Entry<?, String>> entries = null;

    <X extends Exception> Holder(Collection<X> c) throws X {}

    public <A, B extends A> Map<A, ? extends B> method(A[] a, List<B>... rest) throws IOException, IllegalStateException { return null; }

    @Override public U get(int i) { return null; }
    @Override public int size() { return 0; }

    class Inner<V> { Map<T, V> both; }
  }

  static class Concrete extends Holder<Integer, String> implements Comparator<Concrete> {
    Concrete() throws Exception { super(null); }
    @Override public int compare(Concrete a, Concrete b) { return 0; }
    Holder<Integer, String>.Inner<Long> inner;
  }

  public static void main(String[] args) throws Exception {
    for (Class<?> type : new Class<?>[] {Holder.class, Concrete.class, Holder.Inner.class}) {
      System.out.println(type.getName() + Arrays.toString(type.getTypeParameters()));
      for (TypeVariable<?> v : type.getTypeParameters()) System.out.println("  " + v + " " + Arrays.toString(v.getBounds()));
      System.out.println("  extends " + type.getGenericSuperclass() + " implements " + Arrays.toString(type.getGenericInterfaces()));
      Field[] fields = type.getDeclaredFields();
      Arrays.sort(fields, Comparator.comparing(Field::getName));
      for (Field f : fields) if (!f.isSynthetic() && !f.getName().equals("inner")) System.out.println("  " + f.getName() + ": " + f.getGenericType() + " " + Modifier.toString(f.getModifiers()));
      Method[] methods = type.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName).thenComparing(Method::isBridge));
      for (Method m : methods) {
        System.out.println("  " + m.getName() + Arrays.toString(m.getTypeParameters()) + Arrays.toString(m.getGenericParameterTypes())
            + " " + m.getGenericReturnType() + Arrays.toString(m.getGenericExceptionTypes()) + (m.isBridge() ? " bridge" : "") + (m.isVarArgs() ? " varargs" : ""));
      }
      for (Constructor<?> c : type.getDeclaredConstructors()) System.out.println("  new" + Arrays.toString(c.getGenericExceptionTypes()) + Arrays.toString(c.getTypeParameters()));
    }
    ParameterizedType map = (ParameterizedType) Holder.class.getDeclaredField("map").getGenericType();
    System.out.println(map.getRawType() + " " + map.getOwnerType() + " " + map.getActualTypeArguments()[0]);
    WildcardType wild = (WildcardType) ((ParameterizedType) map.getActualTypeArguments()[1]).getActualTypeArguments()[0];
    System.out.println(Arrays.toString(wild.getLowerBounds()) + Arrays.toString(wild.getUpperBounds()));
    ParameterizedType inner = (ParameterizedType) Concrete.class.getDeclaredField("inner").getGenericType();
    System.out.println(inner.getOwnerType() + " " + inner.getRawType());
    System.out.println(((GenericArrayType) Holder.class.getField("array").getGenericType()).getGenericComponentType());
    System.out.println(new ArrayList<String>() {}.getClass().getGenericSuperclass());
  }
}
