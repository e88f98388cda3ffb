package p;

import java.io.IOException;
import java.io.Serializable;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

@Rich.Every
@Rich.Built("class")
@Rich.Tag("one")
@Rich.Tag("two")
@Deprecated
public abstract class Rich<T extends Comparable<? super T> & Serializable, LOAD>
    extends Base<Map<String, List<T[]>>>.Inner<T> implements Supplier<List<? extends LOAD>> {
  enum Color {
    RED(1, "r"),
    BLUE(2, "b") {
      @Override
      int number() {
        return 3;
      }
    };

    final int value;

    Color(int value, @Named("enum") String name) {
      this.value = value;
    }

    int number() {
      return value;
    }
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Named {
    String value();
  }

  @interface Built {
    String value();
  }

  @Retention(RetentionPolicy.SOURCE)
  @interface Gone {}

  @Target({ElementType.TYPE_USE, ElementType.TYPE_PARAMETER})
  @Retention(RetentionPolicy.RUNTIME)
  @interface OfUse {}

  @Retention(RetentionPolicy.RUNTIME)
  @Repeatable(Tags.class)
  @interface Tag {
    String value();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Tags {
    Tag[] value();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @interface Every {
    int zebra() default -70000;

    byte aByte() default -3;

    short aShort() default 300;

    char aChar() default 'x';

    long aLong() default 1L << 40;

    float aFloat() default 1.5f;

    double aDouble() default Double.NaN;

    boolean aBoolean() default true;

    String string() default "text \u0000 \uD83D\uDE00";

    Class<?> aClass() default String[].class;

    Class<?> noClass() default void.class;

    Color color() default Color.BLUE;

    Named nested() default @Named("inner");

    int[] ints() default {1, 2};

    boolean[] booleans() default {true, false};

    byte[] bytes() default {1};

    char[] chars() default {'a'};

    double[] doubles() default {0.0, -0.0};

    String[] strings() default {};

    Class<?>[] classes() default {int.class, Map.Entry.class};

    Color[] colors() default {Color.RED, Color.BLUE};

    Named[] all() default {@Named("a"), @Named("b")};
  }

  static final int INT = 7;
  static final boolean BOOLEAN = true;
  static final boolean FALSE = false;
  static final byte BYTE = -1;
  static final short SHORT = -2;
  static final char CHAR = '\uffff';
  static final long LONG = 1L << 33;
  static final float FLOAT = 0.1f;
  static final double DOUBLE = -0.0;
  static final String STRING = "constant";
  static final String EMPTY = "";
  static final int ZERO = 0;
  final int instance = 9;

  @Named("field")
  @Built("field")
  @Every(
      zebra = 1,
      aByte = 2,
      aShort = 3,
      aChar = 4,
      aLong = 5,
      aFloat = 6,
      aDouble = 7,
      aBoolean = false,
      string = "s",
      aClass = int.class,
      color = Color.RED,
      nested = @Named("x"),
      ints = {},
      booleans = {},
      bytes = {},
      chars = {},
      doubles = {},
      strings = {"p", "q"},
      classes = {},
      colors = {},
      all = {})
  List<@OfUse ? extends T> field;

  Rich(Base<Map<String, List<T[]>>> base) {
    base.super();
  }

  @Named("method")
  @Deprecated
  abstract <E extends IOException> Map.Entry<T, ? super LOAD[]> method(
      final int plain, @Named("p1") @Built("b") List<E> one, @Tag("1") @Tag("2") long[]... rest)
      throws E, IllegalStateException;

  abstract void hidden(@Built("only") int a, int b);

  abstract void last(int a, @Named("last") int b);

  abstract void first(@Named("first") int a, int b);

  abstract @OfUse String typed(@OfUse String a);

  native int nothing();

  class Member {
    Member(@Named("member") int a, List<T> list) {}

    class Deeper<X> {
      Deeper(@Built("deeper") String a) {}
    }
  }

  private static class Nested {}

  interface Face {
    int ONE = 1;
  }

  Object anonymous(int captured) {
    return new Object() {
      @Override
      public String toString() {
        return "" + captured;
      }
    };
  }

  static final Object INITIALIZED = new Serializable() {};

  Object local(int captured) {
    class Local {
      Local(@Named("local") int a) {}

      int get() {
        return captured;
      }
    }

    enum LocalEnum {
      A
    }

    record LocalRecord(int a) {}
    return new Local(captured);
  }

  record Point<N extends Number>(@Named("x") int x, List<N> y, @OfUse String z) {
    Point {
      if (x < 0) {
        throw new IllegalArgumentException();
      }
    }
  }

  record Empty() {}

  sealed interface Shape permits Circle, Square {}

  record Circle() implements Shape {}

  static final class Square implements Shape {}
}

abstract class Base<B> {
  class Inner<I> {}
}
