package dev.dexscope.apphost;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.robolectric.android.AndroidSdkShadowMatcher;
import org.robolectric.annotation.ResourcesMode;
import org.robolectric.annotation.SQLiteMode;
import org.robolectric.interceptors.AndroidInterceptors;
import org.robolectric.internal.AndroidSandbox;
import org.robolectric.internal.SandboxManager;
import org.robolectric.internal.bytecode.ClassHandlerBuilder;
import org.robolectric.internal.bytecode.InstrumentationConfiguration;
import org.robolectric.internal.bytecode.Interceptor;
import org.robolectric.internal.bytecode.Interceptors;
import org.robolectric.internal.bytecode.MethodRef;
import org.robolectric.internal.bytecode.ShadowMap;
import org.robolectric.internal.bytecode.ShadowProviders;
import org.robolectric.pluginapi.Sdk;
import org.robolectric.pluginapi.SdkProvider;
import org.robolectric.util.inject.Injector;

/**
 * Makes Robolectric's sandbox, a framework with shadows, as its test runner does, but without one:
 * no test, no JUnit, and shadows of our own on top.
 */
final class RobolectricSandbox {
  /** Our classes that the sandbox loads, because they call the framework. */
  static final String DEVICE = "dev.dexscope.apphost.device.";

  /** The replacements of Robolectric's shadows. */
  private static final List<String> SHADOWS =
      List.of(
          DEVICE + "gl.GlViews",
          DEVICE + "system.AbsentAutofill",
          DEVICE + "system.AbsentWeb",
          DEVICE + "frames.EndlessAnimators",
          DEVICE + "frames.FramePhases",
          DEVICE + "activity.Launches",
          DEVICE + "frames.LazyRendering",
          DEVICE + "files.LoaderOfApk",
          DEVICE + "system.LogOfVm",
          DEVICE + "activity.MainQueue",
          DEVICE + "frames.NoMagnifier",
          DEVICE + "activity.OwnActivity",
          DEVICE + "frames.OwnBufferQueue",
          DEVICE + "activity.OwnContext",
          DEVICE + "activity.OwnNotifications",
          DEVICE + "activity.OwnPendingIntents",
          DEVICE + "system.OwnProcess",
          DEVICE + "media.OwnSounds",
          DEVICE + "media.OwnSpeech",
          DEVICE + "frames.OwnSurfaces",
          DEVICE + "frames.OwnTexture",
          DEVICE + "frames.OwnTextures",
          DEVICE + "frames.OwnToast",
          DEVICE + "frames.OwnVideo",
          DEVICE + "frames.PaintedSurface",
          DEVICE + "frames.PixelCopies",
          DEVICE + "frames.RenderAnimators",
          DEVICE + "input.TouchesOfTests",
          DEVICE + "system.TraceOrders",
          DEVICE + "frames.VectorAnimators",
          DEVICE + "frames.Vsync",
          DEVICE + "frames.WindowDraws",
          DEVICE + "system.ZonesOfTimes");

  /** The same from the level on whose native code takes images only from memory. */
  private static final int IMAGES_IN_MEMORY = 35;

  private static final String IMAGES = DEVICE + "frames.FileImages";

  /** The classes of which only we replace methods, with dots in the names of nested ones. */
  static final Set<String> ONLY_OURS =
      Set.of(
          "android.graphics.drawable.AnimatedVectorDrawable.VectorDrawableAnimatorRT",
          "android.text.format.Time.TimeCalculator",
          "android.util.Xml",
          "android.webkit.WebViewFactory",
          "android.widget.Magnifier");

  /** A package of the framework's with native methods, which Robolectric takes for a library's. */
  static final String UNPREPARED = "com.google.android.gles_jni.";

  private RobolectricSandbox() {}

  @SuppressWarnings("deprecation") // The modes go away when there is nothing but the native one.
  static AndroidSandbox make(int level) throws ClassNotFoundException {
    var injector =
        new Injector.Builder(RobolectricSandbox.class.getClassLoader())
            .bind(Properties.class, System.getProperties())
            .build();
    Sdk sdk =
        injector.getInstance(SdkProvider.class).getSdks().stream()
            .filter(each -> each.getApiLevel() == level)
            .findFirst()
            .orElseThrow();
    var interceptors = new Interceptors(AndroidInterceptors.all());
    AndroidSandbox sandbox =
        injector
            .getInstance(SandboxManager.SandboxBuilder.class)
            .build(configuration(), sdk, sdk, ResourcesMode.Mode.BINARY, SQLiteMode.Mode.NATIVE);
    ShadowMap.Builder builder =
        injector.getInstance(ShadowProviders.class).getBaseShadowMap().newBuilder();
    for (String each : SHADOWS) {
      builder.addShadowClasses(sandbox.getRobolectricClassLoader().loadClass(each));
    }
    if (level >= IMAGES_IN_MEMORY) {
      builder.addShadowClasses(sandbox.getRobolectricClassLoader().loadClass(IMAGES));
    }
    ShadowMap shadows = builder.build();
    sandbox.replaceShadowMap(shadows);
    sandbox.configure(
        injector
            .getInstance(ClassHandlerBuilder.class)
            .build(shadows, new AndroidSdkShadowMatcher(level), interceptors, List.of()),
        interceptors);
    return sandbox;
  }

  /**
   * Returns the configuration of the classes that the sandbox loads, those with shadows, and those
   * of the Java VM.
   */
  private static InstrumentationConfiguration configuration() {
    var builder = new InstrumentationConfiguration.Builder();
    for (Interceptor interceptor : AndroidInterceptors.all()) {
      for (MethodRef each : interceptor.getMethodRefs()) {
        builder.addInterceptedMethod(each);
      }
    }
    // One class on both sides: a second copy of this interface would be another one.
    builder.doNotAcquireClass("org.robolectric.shadow.api.ShadowPicker");
    for (String each :
        List.of(
            "BaseDexClassLoader",
            "PathClassLoader",
            "DexClassLoader",
            "InMemoryDexClassLoader",
            "DelegateLastClassLoader",
            "DexPathList",
            "DexFile")) {
      builder.doNotAcquireClass("dalvik.system." + each);
    }
    for (String each :
        List.of(
            // What the virtual machine reports, a profiler in the app receives.
            "libcore.util.ProgramEvents",
            "org.bouncycastle.",
            "org.conscrypt.",
            "org.objectweb.asm",
            "org.robolectric.manifest.",
            "org.robolectric.res.",
            "org.w3c.",
            "org.xml.")) {
      builder.doNotAcquirePackage(each);
    }
    builder
        .addClassNameTranslation(
            "java.net.ExtendedResponseCache", "org.robolectric.fakes.RoboExtendedResponseCache")
        .addClassNameTranslation(
            "java.net.ResponseSource", "org.robolectric.fakes.RoboResponseSource")
        .addClassNameTranslation("java.nio.charset.Charsets", StandardCharsets.class.getName())
        .addClassNameTranslation("java.lang.UnsafeByteSequence", Object.class.getName())
        .addClassNameTranslation("java.util.jar.StrictJarFile", Object.class.getName())
        .addClassNameTranslation("sun.misc.Cleaner", "java.lang.ref.Cleaner$Cleanable");
    builder
        .doNotInstrumentPackage("android.R")
        .doNotInstrumentClass("android.app.RecoverableSecurityException");
    for (String each :
        List.of(
            "dalvik.",
            "libcore.",
            "android.",
            "com.android.internal.",
            "org.apache.http.",
            "org.ccil.cowan.tagsoup.",
            "org.kxml2.")) {
      builder.addInstrumentedPackage(each);
    }
    return builder.build();
  }
}
