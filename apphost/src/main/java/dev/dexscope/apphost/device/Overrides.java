package dev.dexscope.apphost.device;

import dev.dexscope.apphost.GlClasses;
import dev.dexscope.apphost.device.activity.Broadcasts;
import dev.dexscope.apphost.device.activity.Jobs;
import dev.dexscope.apphost.device.activity.OwnService;
import dev.dexscope.apphost.device.activity.Tasks;
import dev.dexscope.apphost.device.activity.TestRun;
import dev.dexscope.apphost.device.activity.WindowTokens;
import dev.dexscope.apphost.device.files.LinuxCalls;
import dev.dexscope.apphost.device.frames.BitmapBytes;
import dev.dexscope.apphost.device.frames.OwnClock;
import dev.dexscope.apphost.device.frames.ViewLimits;
import dev.dexscope.apphost.device.gl.Egl;
import dev.dexscope.apphost.device.gl.GlBitmaps;
import dev.dexscope.apphost.device.gl.GlTexts;
import dev.dexscope.apphost.device.input.Automation;
import dev.dexscope.apphost.device.input.ScreenNodes;
import dev.dexscope.apphost.device.media.MediaStates;
import dev.dexscope.apphost.device.media.Sounds;
import dev.dexscope.apphost.device.phone.Precedes;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.apphost.device.system.AbsentProviders;
import dev.dexscope.apphost.device.system.AbsentReader;
import dev.dexscope.apphost.device.system.Alarms;
import dev.dexscope.apphost.device.system.Cameras;
import dev.dexscope.apphost.device.system.Displays;
import dev.dexscope.apphost.device.system.MainLoopers;
import dev.dexscope.apphost.device.system.Memory;
import dev.dexscope.apphost.device.system.NativeMemory;
import dev.dexscope.apphost.device.system.Packages;
import dev.dexscope.apphost.device.system.PendingIntents;
import dev.dexscope.apphost.device.system.SaxReader;
import dev.dexscope.apphost.device.system.Sensors;
import dev.dexscope.apphost.device.system.SharedClipboard;
import dev.dexscope.apphost.device.system.Storage;
import dev.dexscope.apphost.device.system.TextMessages;
import dev.dexscope.apphost.device.system.Themes;
import dev.dexscope.apphost.device.system.UsersSettings;
import dev.dexscope.apphost.device.system.WebParts;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Our methods in the place of the framework's, or before them: those that are marked by {@link
 * Replaces} and {@link Precedes}. That each is of a method which every supported framework has is
 * what a test is for; at run time a name that nobody calls would be silent.
 */
final class Overrides {
  private static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

  /**
   * Our classes by the framework's. They are found here and not by looking at all of ours: that
   * would load each class of the framework which their methods name.
   */
  static final Map<String, List<Class<?>>> CLASSES =
      Map.ofEntries(
          Map.entry("android.app.ActivityManager", List.of(Memory.class)),
          Map.entry("android.app.ActivityManager$AppTask", List.of(Tasks.class)),
          Map.entry("android.app.AlarmManager", List.of(Alarms.class)),
          Map.entry(
              "android.app.ApplicationPackageManager", List.of(Packages.class, TestRun.class)),
          Map.entry("android.app.ContextImpl", List.of(Broadcasts.class)),
          Map.entry("android.app.JobSchedulerImpl", List.of(Jobs.class)),
          Map.entry("android.app.PendingIntent", List.of(PendingIntents.class)),
          Map.entry("android.app.Service", List.of(OwnService.class)),
          Map.entry("android.app.UiAutomation", List.of(Automation.class)),
          Map.entry("android.app.job.JobService", List.of(Jobs.class)),
          Map.entry("android.content.ClipboardManager", List.of(SharedClipboard.class)),
          Map.entry("android.content.ContentResolver", List.of(AbsentProviders.class)),
          Map.entry("android.content.ContextWrapper", List.of(Broadcasts.class)),
          Map.entry("android.content.res.AssetManager", List.of(Themes.class)),
          Map.entry("android.graphics.Bitmap", List.of(BitmapBytes.class)),
          Map.entry("android.hardware.SensorManager", List.of(Sensors.class)),
          Map.entry("android.hardware.biometrics.BiometricManager", List.of(AbsentReader.class)),
          Map.entry("android.hardware.biometrics.BiometricPrompt", List.of(AbsentReader.class)),
          Map.entry("android.media.AudioSystem", List.of(Sounds.class)),
          Map.entry("android.media.MediaMetadataRetriever", List.of(MediaStates.class)),
          Map.entry("android.media.MediaPlayer", List.of(MediaStates.class)),
          Map.entry("android.media.MediaRecorder", List.of(MediaStates.class)),
          Map.entry("android.opengl.EGL14", List.of(Egl.class)),
          Map.entry("android.opengl.EGL15", List.of(Egl.class)),
          Map.entry("android.opengl.EGLExt", List.of(Egl.class)),
          Map.entry("android.opengl.GLES20", List.of(GlTexts.class)),
          Map.entry("android.opengl.GLES30", List.of(GlTexts.class)),
          Map.entry("android.opengl.GLES31", List.of(GlTexts.class)),
          Map.entry("android.opengl.GLES32", List.of(GlTexts.class)),
          Map.entry("android.opengl.GLUtils", List.of(GlBitmaps.class)),
          Map.entry("android.hardware.Camera", List.of(Cameras.class)),
          Map.entry("android.os.Debug", List.of(Memory.class)),
          Map.entry("android.os.Looper", List.of(MainLoopers.class)),
          Map.entry("android.os.SystemClock", List.of(OwnClock.class)),
          Map.entry("android.os.storage.StorageManager", List.of(Storage.class)),
          Map.entry("android.provider.Settings$Global", List.of(UsersSettings.class)),
          Map.entry("android.provider.Settings$Secure", List.of(UsersSettings.class)),
          Map.entry("android.provider.Settings$System", List.of(UsersSettings.class)),
          Map.entry("android.telephony.SmsManager", List.of(TextMessages.class)),
          Map.entry("android.util.Xml", List.of(SaxReader.class)),
          Map.entry("android.view.Display", List.of(Displays.class)),
          Map.entry("android.view.View", List.of(ViewLimits.class)),
          Map.entry("android.view.ViewConfiguration", List.of(ViewLimits.class)),
          Map.entry("android.view.accessibility.AccessibilityNodeInfo", List.of(ScreenNodes.class)),
          Map.entry("android.view.WindowManagerGlobal", List.of(WindowTokens.class)),
          Map.entry("android.webkit.WebViewFactory", List.of(WebParts.class)),
          Map.entry("com.google.android.gles_jni.EGLImpl", List.of(Egl.class)),
          Map.entry("dalvik.system.VMRuntime", List.of(NativeMemory.class)),
          Map.entry("libcore.io.BlockGuardOs", List.of(LinuxCalls.class)),
          Map.entry("libcore.io.Linux", List.of(LinuxCalls.class)),
          Map.entry("libcore.util.NativeAllocationRegistry", List.of(NativeMemory.class)));

  /** Methods that keep their own code, of which Robolectric's is another. */
  private static final Set<String> GENUINE_METHODS = Set.of("android.media.MediaPlayer.create");

  /** The classes that keep their own code: what is below them works. */
  private static final Set<String> GENUINE =
      IS_LINUX
          ? Set.of("android.system.Os", "android.view.ViewConfiguration")
          : Set.of("android.view.ViewConfiguration");

  private Overrides() {}

  /** Returns whether a method keeps its own code. */
  static boolean isGenuine(Class<?> owner, String name) {
    return GENUINE.contains(owner.getName())
        || GlClasses.ALL.contains(owner.getName())
        || GENUINE_METHODS.contains(owner.getName() + "." + name);
  }

  /** Returns our method in the place of the framework's; null if that stays. */
  static @Nullable MethodHandle replacement(Class<?> owner, String name, MethodType type)
      throws IllegalAccessException {
    Method own = find(owner, name, type, Replaces.class, Replaces::value);
    return own == null ? null : handle(own, type);
  }

  /** Returns the framework's method with ours before it, where there is one. */
  static MethodHandle preceded(Class<?> owner, String name, MethodType type, MethodHandle method)
      throws IllegalAccessException {
    Method own = find(owner, name, type, Precedes.class, Precedes::value);
    return own == null
        ? method
        : MethodHandles.foldArguments(method, handle(own, type.changeReturnType(void.class)));
  }

  /** Returns the method that takes the most of the parameters. */
  private static <A extends Annotation> @Nullable Method find(
      Class<?> owner, String name, MethodType type, Class<A> kind, Function<A, String[]> classes) {
    Method best = null;
    for (Class<?> each : CLASSES.getOrDefault(owner.getName(), List.of())) {
      if (each == LinuxCalls.class && !IS_LINUX) {
        continue;
      }
      for (Method method : each.getDeclaredMethods()) {
        A mark = mark(method, kind);
        if (mark != null
            && method.getName().equals(name)
            && Arrays.asList(classes.apply(mark)).contains(owner.getName())
            && takes(method, type)
            && (best == null || best.getParameterCount() < method.getParameterCount())) {
          best = method;
        }
      }
    }
    return best;
  }

  private static <A extends Annotation> @Nullable A mark(Method method, Class<A> kind) {
    A own = method.getAnnotation(kind);
    boolean isOurs = Modifier.isPrivate(method.getModifiers()) || method.isSynthetic();
    return own == null && !isOurs ? method.getDeclaringClass().getAnnotation(kind) : own;
  }

  private static boolean takes(Method method, MethodType type) {
    Class<?>[] own = method.getParameterTypes();
    for (int i = 0; i < own.length; i++) {
      boolean isSame = i < type.parameterCount() && own[i].isAssignableFrom(type.parameterType(i));
      if (!isSame) {
        return false;
      }
    }
    return true;
  }

  private static MethodHandle handle(Method own, MethodType type) throws IllegalAccessException {
    MethodHandle found =
        MethodHandles.privateLookupIn(own.getDeclaringClass(), MethodHandles.lookup())
            .unreflect(own);
    int count = own.getParameterCount();
    List<Class<?>> rest = type.parameterList().subList(count, type.parameterCount());
    return MethodHandles.dropArguments(found, count, rest).asType(type);
  }
}
