package dev.dexscope.vm.differential.kin;

import org.jspecify.annotations.Nullable;

/** The members that classes with random methods inherit from another package. */
public class Kin extends Elder {
  /** One that is of no class with random methods. */
  public static final Kin STRANGER = new Kin();

  public static final @Nullable Kin NONE = null;

  /** The one that was made last, which random methods work on, besides the stranger. */
  public static Kin last = STRANGER;

  protected long kinLong = 5;
  protected float kinFloat = 0.5f;
  protected double kinDouble = -7.5;
  protected byte kinByte = -1;
  protected Object kinObject = "kin";
  protected static int kinStaticInt = 99;
  protected static Object kinStaticObject = "kin";

  protected Kin() {
    last = this;
  }

  protected double scale(double d) {
    return d * kinDouble;
  }

  /** All as it was at first. */
  public static void reset(Kin one) {
    last = one;
    kinStaticInt = 99;
    kinStaticLong = 1L << 35;
    kinStaticObject = "kin";
    for (Kin each : new Kin[] {one, STRANGER}) {
      each.kinInt = 3;
      each.kinLong = 5;
      each.kinFloat = 0.5f;
      each.kinDouble = -7.5;
      each.kinByte = -1;
      each.kinObject = "kin";
    }
  }

  /** Returns the state of all instances. */
  public static long state(Kin one) {
    long hash = kinStaticInt + kinStaticLong * 31 + name(kinStaticObject);
    for (Kin each : new Kin[] {one, STRANGER}) {
      hash = hash * 31 + each.kinInt + each.kinLong + each.kinByte;
      hash = hash * 31 + Float.floatToIntBits(each.kinFloat);
      hash = hash * 31 + Double.doubleToLongBits(each.kinDouble);
      hash = hash * 31 + name(each.kinObject);
    }
    return hash;
  }

  private static int name(@Nullable Object object) {
    return object == null ? 0 : object.getClass().getName().hashCode();
  }
}
