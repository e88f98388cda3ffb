package dev.dexscope.apphost.device;

import android.app.AlarmManager;
import android.content.ComponentName;
import android.content.pm.InstrumentationInfo;
import android.graphics.drawable.Drawable;
import android.os.SystemClock;
import dev.dexscope.vm.Vm;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  /** Robolectric's stand-in for it knows no instrumentation. */
  private static final String PACKAGES = "android.app.ApplicationPackageManager";

  private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

  private static final MethodHandle SHADOW;
  private static final MethodHandle INSTRUMENTATION;
  private static final MethodHandle NOW;
  private static final MethodHandle ICON;
  private static final MethodHandle SINCE_START;

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
      ICON =
          MethodHandles.lookup()
              .findStatic(
                  Phone.class,
                  "icon",
                  MethodType.methodType(Drawable.class, Object.class, String.class));
      SINCE_START =
          MethodHandles.lookup()
              .findStatic(
                  CallSites.class,
                  "sinceStart",
                  MethodType.methodType(long.class, int.class, long.class));
      NOW =
          MethodHandles.lookup()
              .findStatic(WallClock.class, "now", MethodType.methodType(long.class));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.toString(), e);
    }
  }

  /** The system's own answers, where its stand-in has none; by class and method. */
  private static final Map<String, MethodHandle> ANSWERS =
      Map.of(
          // What sound is mixed for, of which programs take buffers.
          "android.media.AudioSystem.getPrimaryOutputSamplingRate",
          MethodHandles.constant(int.class, 48_000),
          "android.media.AudioSystem.getPrimaryOutputFrameCount",
          MethodHandles.constant(int.class, 192));

  /**
   * Methods that static ones of ours take the place of, by class and method: these have the same
   * name, and the object as first parameter. Shadows of subclasses would hide shadows of the class.
   */
  private static final Map<String, Class<?>> REPLACED =
      Map.ofEntries(
          Map.entry("android.app.ActivityManager.getProcessMemoryInfo", OwnMemory.class),
          Map.entry("android.app.ActivityManager$AppTask.finishAndRemoveTask", Tasks.class),
          Map.entry("android.app.JobSchedulerImpl.enqueue", Jobs.class),
          Map.entry("android.app.JobSchedulerImpl.schedule", Jobs.class),
          Map.entry("android.app.Service.stopSelf", OwnService.class),
          Map.entry("android.app.Service.stopSelfResult", OwnService.class),
          Map.entry(
              "android.hardware.biometrics.BiometricManager.canAuthenticate", AbsentReader.class),
          Map.entry("android.hardware.biometrics.BiometricPrompt.authenticate", AbsentReader.class),
          Map.entry("android.os.Debug.getMemoryInfo", OwnMemory.class),
          Map.entry("android.os.storage.StorageManager.getAllocatableBytes", Phone.class),
          Map.entry("android.os.storage.StorageManager.getCacheQuotaBytes", Phone.class),
          Map.entry("android.provider.Settings$System.canWrite", UsersSettings.class),
          Map.entry("android.view.Display.getSupportedModes", Phone.class),
          // Robolectric's leaves the file open.
          Map.entry("libcore.io.BlockGuardOs.close", LinuxCalls.class));

  /** The classes of whose methods ours take the place of all that we have. */
  private static final Map<String, Class<?>> REPLACED_CLASSES =
      IS_LINUX ? Map.of("libcore.io.Linux", LinuxCalls.class) : Map.of();

  /** Methods that keep their own code, of which Robolectric's is another. */
  private static final Set<String> GENUINE_METHODS = Set.of("android.media.MediaPlayer.create");

  /** The classes that keep their own code: the calls of the system below them work. */
  private static final Set<String> GENUINE = IS_LINUX ? Set.of("android.system.Os") : Set.of();

  /** The same for what comes before a method, which it may refuse. */
  private static final Map<String, Class<?>> BEFORE =
      Map.ofEntries(
          Map.entry("android.app.ContextImpl.registerReceiver", Refusals.class),
          Map.entry("android.app.AlarmManager.setExact", Refusals.class),
          Map.entry("android.app.AlarmManager.setExactAndAllowWhileIdle", Refusals.class),
          Map.entry("android.app.JobSchedulerImpl.cancel", Jobs.class),
          Map.entry("android.app.JobSchedulerImpl.cancelAll", Jobs.class),
          Map.entry("android.app.ApplicationPackageManager.getPermissionInfo", Refusals.class),
          Map.entry("android.app.job.JobService.jobFinished", Jobs.class),
          Map.entry("android.app.PendingIntent.getActivities", Refusals.class),
          Map.entry("android.app.PendingIntent.getActivity", Refusals.class),
          Map.entry("android.app.PendingIntent.getBroadcast", Refusals.class),
          Map.entry("android.app.PendingIntent.getForegroundService", Refusals.class),
          Map.entry("android.app.PendingIntent.getService", Refusals.class),
          Map.entry("android.app.Service.startForeground", OwnService.class),
          Map.entry("android.content.ContextWrapper.attachBaseContext", Broadcasts.class),
          Map.entry("android.content.ContentResolver.applyBatch", AbsentProviders.class),
          Map.entry("android.content.ContentResolver.bulkInsert", AbsentProviders.class),
          Map.entry("android.content.ContentResolver.call", AbsentProviders.class),
          Map.entry("android.content.ContentResolver.delete", AbsentProviders.class),
          Map.entry("android.content.ContentResolver.insert", AbsentProviders.class),
          Map.entry(
              "android.content.ContentResolver.openAssetFileDescriptor", AbsentProviders.class),
          Map.entry("android.content.ContentResolver.openFileDescriptor", AbsentProviders.class),
          Map.entry("android.content.ContentResolver.openInputStream", AbsentProviders.class),
          Map.entry("android.content.ContentResolver.openOutputStream", AbsentProviders.class),
          Map.entry("android.content.ContentResolver.update", AbsentProviders.class),
          Map.entry("android.media.MediaMetadataRetriever.setDataSource", MediaStates.class),
          Map.entry("android.media.MediaPlayer.setDataSource", MediaStates.class),
          Map.entry("android.media.MediaRecorder.prepare", MediaStates.class),
          Map.entry("android.media.MediaRecorder.start", MediaStates.class),
          Map.entry("android.media.MediaRecorder.stop", MediaStates.class),
          Map.entry("android.provider.Settings$Global.putFloat", UsersSettings.class),
          Map.entry("android.provider.Settings$Global.putInt", UsersSettings.class),
          Map.entry("android.provider.Settings$Global.putLong", UsersSettings.class),
          Map.entry("android.provider.Settings$Global.putString", UsersSettings.class),
          Map.entry("android.provider.Settings$Secure.putFloat", UsersSettings.class),
          Map.entry("android.provider.Settings$Secure.putInt", UsersSettings.class),
          Map.entry("android.provider.Settings$Secure.putLong", UsersSettings.class),
          Map.entry("android.provider.Settings$Secure.putString", UsersSettings.class),
          Map.entry("android.provider.Settings$System.putFloat", UsersSettings.class),
          Map.entry("android.provider.Settings$System.putInt", UsersSettings.class),
          Map.entry("android.provider.Settings$System.putLong", UsersSettings.class),
          Map.entry("android.provider.Settings$System.putString", UsersSettings.class),
          Map.entry("android.view.WindowManagerGlobal.addView", Refusals.class));

  private CallSites() {}

  private static @Nullable CallSite replaced(Class<?> owner, String name, MethodType type)
      throws IllegalAccessException {
    Class<?> own = REPLACED.get(owner.getName() + "." + name);
    if (own == null && has(REPLACED_CLASSES.get(owner.getName()), name)) {
      own = REPLACED_CLASSES.get(owner.getName());
    }
    return own == null ? null : new ConstantCallSite(own(own, name, type));
  }

  private static boolean has(@Nullable Class<?> own, String name) {
    return own != null
        && Arrays.stream(own.getDeclaredMethods()).anyMatch(each -> each.getName().equals(name));
  }

  private static MethodHandle before(
      Class<?> owner, String name, MethodType type, MethodHandle method)
      throws IllegalAccessException {
    Class<?> own = BEFORE.get(owner.getName() + "." + name);
    return own == null
        ? method
        : MethodHandles.foldArguments(method, own(own, name, type.changeReturnType(void.class)));
  }

  private static boolean isGenuine(Class<?> owner, String name) {
    return GENUINE.contains(owner.getName())
        || GENUINE_METHODS.contains(owner.getName() + "." + name);
  }

  /** Finds a method of ours that takes the first of the parameters, or all of them. */
  private static MethodHandle own(Class<?> own, String name, MethodType type)
      throws IllegalAccessException {
    Method best = null;
    for (Method each : own.getDeclaredMethods()) {
      int count = each.getParameterCount();
      if (each.getName().equals(name)
          && count <= type.parameterCount()
          && (best == null || best.getParameterCount() < count)) {
        best = each;
      }
    }
    if (best != null) {
      MethodHandle found = MethodHandles.lookup().unreflect(best);
      List<Class<?>> rest =
          type.parameterList().subList(best.getParameterCount(), type.parameterCount());
      return MethodHandles.dropArguments(found, best.getParameterCount(), rest).asType(type);
    }
    throw new LinkageError(own + "." + name + type);
  }

  private static @Nullable CallSite answer(Class<?> owner, String name, MethodType type) {
    MethodHandle answer = ANSWERS.get(owner.getName() + "." + name);
    return answer == null
        ? null
        : new ConstantCallSite(
            MethodHandles.dropArguments(answer, 0, type.parameterList()).asType(type));
  }

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

  /** The time of an alarm since the start. */
  @SuppressWarnings("unused") // By the handle.
  private static long sinceStart(int type, long time) {
    return type == AlarmManager.RTC || type == AlarmManager.RTC_WAKEUP
        ? time - Vm.timeOfDay() + SystemClock.elapsedRealtime()
        : time;
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
    if (name.equals("getApplicationIcon")
        && owner.getName().equals(PACKAGES)
        && type.parameterType(1) == String.class) {
      return new ConstantCallSite(ICON.asType(type));
    }
    CallSite replaced = replaced(owner, name, type);
    if (replaced != null) {
      return replaced;
    }
    if (isGenuine(owner, name)) {
      return new ConstantCallSite(original.asType(type));
    }
    MethodHandle found =
        RobolectricInternals.findShadowMethodHandle(owner, name, type, false, isNative != 0);
    if (found == null) {
      return new ConstantCallSite(before(owner, name, type, original.asType(type)));
    }
    Class<?> receiver = found.type().parameterType(0);
    if (!receiver.equals(owner)) {
      MethodHandle shadow = SHADOW.asType(MethodType.methodType(receiver, type.parameterType(0)));
      found = MethodHandles.filterArguments(found, 0, shadow);
    }
    MethodHandle linked = found.asType(type);
    return new ConstantCallSite(
        before(owner, name, type, isAlarm(owner, name, type) ? alarm(linked) : linked));
  }

  /** A static method, or what a shadow has in its place. */
  public static CallSite bootstrapStatic(
      MethodHandles.Lookup caller,
      String name,
      MethodType type,
      MethodHandle original,
      int isNative)
      throws IllegalAccessException {
    CallSite answer = answer(caller.lookupClass(), name, type);
    CallSite replaced = answer == null ? replaced(caller.lookupClass(), name, type) : answer;
    if (replaced != null) {
      return replaced;
    }
    if (isGenuine(caller.lookupClass(), name)) {
      return new ConstantCallSite(original.asType(type));
    }
    MethodHandle found =
        RobolectricInternals.findShadowMethodHandle(
            caller.lookupClass(), name, type, true, isNative != 0);
    MethodHandle linked = (found == null ? original : found).asType(type);
    return new ConstantCallSite(before(caller.lookupClass(), name, type, linked));
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
