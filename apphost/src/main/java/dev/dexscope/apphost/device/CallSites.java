package dev.dexscope.apphost.device;

import android.app.AlarmManager;
import dev.dexscope.apphost.device.frames.OwnClock;
import dev.dexscope.apphost.device.gl.GlCalls;
import dev.dexscope.apphost.device.system.Alarms;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import org.robolectric.internal.bytecode.InvokeDynamicSupport;
import org.robolectric.internal.bytecode.RobolectricInternals;
import org.robolectric.internal.bytecode.ShadowedObject;

/**
 * Links the framework's calls to shadows once and for all: an app's run has the same shadows from
 * its first class to its end. Robolectric's own call sites, which this takes the place of, can be
 * linked anew and clean each exception that passes; that is four more classes of the JVM for each.
 */
public final class CallSites {
  private static final MethodHandle SHADOW;
  private static final MethodHandle NOW;
  private static final MethodHandle NANOS;
  private static final MethodHandle SINCE_START;

  static {
    try {
      SHADOW =
          MethodHandles.lookup()
              .findVirtual(
                  ShadowedObject.class, "$$robo$getData", MethodType.methodType(Object.class));
      SINCE_START =
          MethodHandles.lookup()
              .findStatic(
                  Alarms.class,
                  "sinceStart",
                  MethodType.methodType(long.class, int.class, long.class));
      NOW =
          MethodHandles.lookup()
              .findStatic(OwnClock.class, "timeOfDay", MethodType.methodType(long.class));
      NANOS =
          MethodHandles.lookup()
              .findStatic(OwnClock.class, "now", MethodType.methodType(long.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  private CallSites() {}

  /**
   * An alarm at a time of day: Robolectric's alarms take all times for those since the start.
   *
   * @param set takes the manager, the alarm's type, and its time
   */
  private static MethodHandle alarm(MethodHandle set) {
    MethodType type = set.type();
    MethodHandle both = MethodHandles.collectArguments(set, 2, SINCE_START);
    // The type is an argument of both.
    int[] order = new int[both.type().parameterCount()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i < 2 ? i : i - 1;
    }
    return MethodHandles.permuteArguments(both, type, order);
  }

  private static boolean isAlarm(Class<?> owner, String name, MethodType type) {
    return owner == AlarmManager.class
        && name.startsWith("set")
        && type.parameterCount() > 2
        && type.parameterType(1) == int.class
        && type.parameterType(2) == long.class;
  }

  /** Links the call that creates an object's shadow. */
  public static CallSite bootstrapInit(MethodHandles.Lookup caller, String name, MethodType type) {
    return new ConstantCallSite(
        RobolectricInternals.getShadowCreator(caller.lookupClass()).asType(type));
  }

  /** Returns what is linked whatever shadows there are; null where these decide. */
  private static @Nullable MethodHandle own(
      Class<?> owner, String name, MethodType type, MethodHandle original, boolean isNative)
      throws IllegalAccessException {
    MethodHandle replacement = Overrides.replacement(owner, name, type);
    if (replacement != null) {
      return replacement;
    }
    MethodHandle gl = isNative ? GlCalls.link(owner, name, type) : null;
    return gl == null && Overrides.isGenuine(owner, name) ? original.asType(type) : gl;
  }

  /** A method, or what a shadow has in its place. */
  public static CallSite bootstrap(
      MethodHandles.Lookup caller,
      String name,
      MethodType type,
      MethodHandle original,
      int isNative)
      throws IllegalAccessException {
    Class<?> owner = caller.lookupClass();
    MethodHandle own = own(owner, name, type, original, isNative != 0);
    if (own != null) {
      return new ConstantCallSite(own);
    }
    MethodHandle found =
        RobolectricInternals.findShadowMethodHandle(owner, name, type, false, isNative != 0);
    if (found == null) {
      return new ConstantCallSite(Overrides.preceded(owner, name, type, original.asType(type)));
    }
    Class<?> receiver = found.type().parameterType(0);
    if (!receiver.equals(owner)) {
      MethodHandle shadow = SHADOW.asType(MethodType.methodType(receiver, type.parameterType(0)));
      found = MethodHandles.filterArguments(found, 0, shadow);
    }
    MethodHandle linked = found.asType(type);
    return new ConstantCallSite(
        Overrides.preceded(owner, name, type, isAlarm(owner, name, type) ? alarm(linked) : linked));
  }

  /** A static method, or what a shadow has in its place. */
  public static CallSite bootstrapStatic(
      MethodHandles.Lookup caller,
      String name,
      MethodType type,
      MethodHandle original,
      int isNative)
      throws IllegalAccessException {
    Class<?> owner = caller.lookupClass();
    MethodHandle own = own(owner, name, type, original, isNative != 0);
    if (own != null) {
      return new ConstantCallSite(own);
    }
    MethodHandle found =
        RobolectricInternals.findShadowMethodHandle(owner, name, type, true, isNative != 0);
    MethodHandle linked = (found == null ? original : found).asType(type);
    return new ConstantCallSite(Overrides.preceded(owner, name, type, linked));
  }

  /** A native method of a class without shadows: one that nobody implements does nothing. */
  public static CallSite bootstrapNative(MethodHandles.Lookup caller, String name, MethodType type)
      throws IllegalAccessException {
    MethodHandle nothing = MethodHandles.empty(type);
    MethodHandle own = own(caller.lookupClass(), name, type, nothing, true);
    return new ConstantCallSite(own == null ? nothing : own);
  }

  /** A method that the host's class library does not have. */
  public static CallSite bootstrapIntrinsic(
      MethodHandles.Lookup caller, String name, MethodType type, String callee) {
    if (name.equals("currentTimeMillis") && callee.endsWith("System")) {
      return new ConstantCallSite(NOW.asType(type));
    }
    if (name.equals("nanoTime") && callee.endsWith("System")) {
      return new ConstantCallSite(NANOS.asType(type));
    }
    return InvokeDynamicSupport.bootstrapIntrinsic(caller, name, type, callee);
  }
}
