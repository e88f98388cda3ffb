package dev.dexscope.apphost.device;

import android.content.ComponentName;
import android.content.pm.InstrumentationInfo;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.robolectric.internal.bytecode.InvokeDynamicSupport;
import org.robolectric.internal.bytecode.RobolectricInternals;
import org.robolectric.internal.bytecode.ShadowedObject;

/**
 * Links the framework's calls to shadows once and for all: an app's run has the same shadows from
 * its first class to its end. Robolectric's own call sites, which this takes the place of, can be
 * linked anew and clean each exception that passes; that is four more classes of the JVM for each.
 */
public final class CallSites {
  /** Robolectric's stand-in for it knows no instrumentation. */
  private static final String PACKAGES = "android.app.ApplicationPackageManager";

  private static final MethodHandle SHADOW;
  private static final MethodHandle INSTRUMENTATION;
  private static final MethodHandle NOW;

  static {
    try {
      SHADOW =
          MethodHandles.lookup()
              .findVirtual(
                  ShadowedObject.class, "$$robo$getData", MethodType.methodType(Object.class));
      INSTRUMENTATION =
          MethodHandles.lookup()
              .findStatic(
                  TestRun.class,
                  "instrumentation",
                  MethodType.methodType(
                      InstrumentationInfo.class, Object.class, ComponentName.class, int.class));
      NOW =
          MethodHandles.lookup()
              .findStatic(WallClock.class, "now", MethodType.methodType(long.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  private CallSites() {}

  /** Links the call that creates an object's shadow. */
  public static CallSite bootstrapInit(MethodHandles.Lookup caller, String name, MethodType type) {
    return new ConstantCallSite(
        RobolectricInternals.getShadowCreator(caller.lookupClass()).asType(type));
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
    if (name.equals("getInstrumentationInfo") && owner.getName().equals(PACKAGES)) {
      return new ConstantCallSite(INSTRUMENTATION.asType(type));
    }
    MethodHandle found =
        RobolectricInternals.findShadowMethodHandle(owner, name, type, false, isNative != 0);
    if (found == null) {
      return new ConstantCallSite(original.asType(type));
    }
    Class<?> receiver = found.type().parameterType(0);
    if (!receiver.equals(owner)) {
      MethodHandle shadow = SHADOW.asType(MethodType.methodType(receiver, type.parameterType(0)));
      found = MethodHandles.filterArguments(found, 0, shadow);
    }
    return new ConstantCallSite(found.asType(type));
  }

  /** A static method, or what a shadow has in its place. */
  public static CallSite bootstrapStatic(
      MethodHandles.Lookup caller,
      String name,
      MethodType type,
      MethodHandle original,
      int isNative)
      throws IllegalAccessException {
    MethodHandle found =
        RobolectricInternals.findShadowMethodHandle(
            caller.lookupClass(), name, type, true, isNative != 0);
    return new ConstantCallSite((found == null ? original : found).asType(type));
  }

  /** A method that the host's class library does not have. */
  public static CallSite bootstrapIntrinsic(
      MethodHandles.Lookup caller, String name, MethodType type, String callee) {
    if (name.equals("currentTimeMillis") && callee.endsWith("System")) {
      return new ConstantCallSite(NOW.asType(type));
    }
    return InvokeDynamicSupport.bootstrapIntrinsic(caller, name, type, callee);
  }
}
