package dev.dexscope.apphost.device.system;

import android.content.Context;
import android.content.pm.ApplicationInfo;
import android.os.StrictMode;
import dev.dexscope.vm.Vm;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;
import org.robolectric.util.reflector.ForType;
import org.robolectric.util.reflector.Reflector;
import org.robolectric.util.reflector.Static;

/**
 * The calls that the system forbids an app by its target level and its manifest, before the app's
 * first own code.
 */
public final class StrictPolicies {
  /** The methods that only the system calls, since level 28. */
  @ForType(StrictMode.class)
  interface Systems {
    /** Network on this thread. */
    @Static
    void initThreadDefaults(ApplicationInfo info);

    /** Addresses of files for other apps. */
    @Static
    void initVmDefaults(ApplicationInfo info);
  }

  /** The policies of threads. */
  @ForType(className = "dalvik.system.BlockGuard")
  interface Guards {
    /** Returns the one of this thread. */
    @Static
    Object getThreadPolicy();
  }

  private StrictPolicies() {}

  /** Sets them, for the main thread, which calls this. */
  public static void begin(Context application) {
    Systems systems = Reflector.reflector(Systems.class);
    systems.initThreadDefaults(application.getApplicationInfo());
    systems.initVmDefaults(application.getApplicationInfo());
    Guards guards = Reflector.reflector(Guards.class);
    Vm.guardNetwork(
        () -> ReflectionHelpers.callInstanceMethod(guards.getThreadPolicy(), "onNetwork"));
    Object policy = readManifest(application);
    Vm.guardHosts(host ->
        ReflectionHelpers.<Boolean>callInstanceMethod(
            policy, "isCleartextTrafficPermitted", ClassParameter.from(String.class, host)));
  }

  /** Returns which hosts the app may reach without encryption; HTTP libraries look it up. */
  private static Object readManifest(Context application) {
    Object manifest =
        newInstance(
            "android.security.net.config.ManifestConfigSource",
            ClassParameter.from(Context.class, application));
    Object config =
        newInstance(
            "android.security.net.config.ApplicationConfig",
            ClassParameter.from(type("android.security.net.config.ConfigSource"), manifest));
    Object policy =
        newInstance(
            "android.security.net.config.ConfigNetworkSecurityPolicy",
            ClassParameter.from(config.getClass(), config));
    Class<?> policies = type("libcore.net.NetworkSecurityPolicy");
    ReflectionHelpers.callStaticMethod(
        policies, "setInstance", ClassParameter.from(policies, policy));
    return policy;
  }

  private static Class<?> type(String name) {
    return ReflectionHelpers.loadClass(Context.class.getClassLoader(), name);
  }

  private static Object newInstance(String name, ClassParameter<?> parameter) {
    return ReflectionHelpers.callConstructor(type(name), parameter);
  }
}
