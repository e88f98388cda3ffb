package dev.dexscope.apphost.device.gl;

import dev.dexscope.apphost.device.frames.Drawers;
import dev.dexscope.apphost.device.phone.Replaces;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * EGL as Android's two classes for it have it: {@code EGL14} of static methods, and the older
 * {@code EGL10}, whose implementation has private native methods. Both have objects for what is a
 * number in C. A window's surface is one of pixels in memory ({@link GlWindow}).
 */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class Egl {
  private static final String STATIC = "android.opengl.EGL14";
  private static final String OBJECT = "com.google.android.gles_jni.EGLImpl";
  private static final String SYNC = "android.opengl.EGL15";

  private static final int TRUE = 1;
  private static final int NONE = 0x3038;
  private static final int HEIGHT = 0x3056;
  private static final int WIDTH = 0x3057;
  private static final int SURFACE_TYPE = 0x3033;
  private static final int NATIVE_VISUAL_ID = 0x302e;
  private static final int WINDOW_BIT = 4;
  private static final int PBUFFER_BIT = 1;

  /** The pixels of a window have four bytes each: {@code PixelFormat.RGBA_8888}. */
  private static final int RGBA_8888 = 1;

  /** Attributes of Android's own, of which a machine's EGL knows nothing. */
  private static final int RECORDABLE = 0x3142;

  private static final int FRAMEBUFFER_TARGET = 0x3147;

  private static final int BAD_NATIVE_WINDOW = 0x300b;

  /** The error that the next query returns, if not the machine's. */
  private static final ThreadLocal<Integer> ERROR = new ThreadLocal<>();

  private static final Map<Long, GlWindow> WINDOWS = new ConcurrentHashMap<>();

  private Egl() {}

  @Replaces({STATIC, OBJECT, SYNC})
  static void _nativeClassInit() {}

  @Replaces({STATIC, OBJECT})
  static int eglGetError() {
    Integer own = ERROR.get();
    ERROR.remove();
    return own == null ? (int) Gl.call("eglGetError") : own;
  }

  // Displays: there is one.

  @Replaces(STATIC)
  static Object eglGetDisplay(int id) {
    return object("EGLDisplay", Gl.display());
  }

  @Replaces(STATIC)
  static Object eglGetDisplay(long id) {
    return object("EGLDisplay", Gl.display());
  }

  @Replaces(OBJECT)
  static long _eglGetDisplay(Object id) {
    return Gl.display();
  }

  @Replaces(SYNC)
  static Object eglGetPlatformDisplay(int platform, long id, long[] attributes, int offset) {
    return object("EGLDisplay", Gl.display());
  }

  @Replaces(STATIC)
  static boolean eglInitialize(
      Object display, int @Nullable [] major, int majorAt, int @Nullable [] minor, int minorAt) {
    if (handle(display) == 0) {
      return false;
    }
    put(major, majorAt, 1);
    put(minor, minorAt, 5);
    return true;
  }

  @Replaces(OBJECT)
  static boolean eglInitialize(Object display, int @Nullable [] version) {
    if (version != null && version.length > 1) {
      return eglInitialize(display, version, 0, version, 1);
    }
    return handle(display) != 0;
  }

  /** Other users of the process's display go on. */
  @Replaces({STATIC, OBJECT})
  static boolean eglTerminate(Object display) {
    return true;
  }

  @Replaces({STATIC, OBJECT})
  static @Nullable String eglQueryString(Object display, int name) {
    return Gl.string(Gl.call("eglQueryString", handle(display), name));
  }

  @Replaces(OBJECT)
  static int getInitCount(Object display) {
    return 1;
  }

  // Configurations.

  @Replaces(STATIC)
  static boolean eglChooseConfig(
      Object display,
      int[] attributes,
      int attributesAt,
      Object @Nullable [] configs,
      int configsAt,
      int size,
      int[] count,
      int countAt) {
    long[] found = choose(handle(display), attributes, attributesAt, configs == null ? 0 : size);
    for (int i = 0; configs != null && i < found.length && configsAt + i < configs.length; i++) {
      configs[configsAt + i] = object("EGLConfig", found[i]);
    }
    put(count, countAt, configs == null ? all(display, attributes, attributesAt) : found.length);
    return true;
  }

  @Replaces(OBJECT)
  static boolean eglChooseConfig(
      Object display,
      int[] attributes,
      Object @Nullable [] configs,
      int size,
      int @Nullable [] count) {
    long[] found = choose(handle(display), attributes, 0, configs == null ? 0 : size);
    for (int i = 0; configs != null && i < found.length && i < configs.length; i++) {
      configs[i] = old("EGLConfigImpl", found[i]);
    }
    put(count, 0, configs == null ? all(display, attributes, 0) : found.length);
    return true;
  }

  @Replaces(STATIC)
  static boolean eglGetConfigs(
      Object display, Object[] configs, int configsAt, int size, int[] count, int countAt) {
    return eglChooseConfig(display, new int[] {NONE}, 0, configs, configsAt, size, count, countAt);
  }

  @Replaces(OBJECT)
  static boolean eglGetConfigs(Object display, Object[] configs, int size, int[] count) {
    return eglChooseConfig(display, new int[] {NONE}, configs, size, count);
  }

  /** The number of configurations that there are. */
  private static int all(Object display, int[] attributes, int at) {
    return choose(handle(display), attributes, at, 1 << 10).length;
  }

  private static long[] choose(long display, int[] attributes, int at, int size) {
    if (size <= 0) {
      return new long[0];
    }
    try (Scratch scratch = Scratch.take()) {
      int most = Math.min(size, 1 << 10);
      MemorySegment wanted = scratch.copy(MemorySegment.ofArray(wanted(attributes, at)));
      MemorySegment found = scratch.allocate((long) most * Long.BYTES);
      MemorySegment count = scratch.allocate(Integer.BYTES);
      count.set(ValueLayout.JAVA_INT, 0, 0);
      Gl.call("eglChooseConfig", display, wanted.address(), found.address(), most, count.address());
      long[] all = new long[Math.min(most, Math.max(0, count.get(ValueLayout.JAVA_INT, 0)))];
      MemorySegment.copy(found, ValueLayout.JAVA_LONG, 0, all, 0, all.length);
      return all;
    }
  }

  /** Those of windows are for pixels in memory; what only Android knows is left out. */
  private static int[] wanted(int[] attributes, int at) {
    int[] wanted = new int[attributes.length + 3];
    int size = 0;
    for (int i = at; i + 1 < attributes.length && attributes[i] != NONE; i += 2) {
      boolean isAndroids =
          attributes[i] == RECORDABLE
              || attributes[i] == FRAMEBUFFER_TARGET
              || attributes[i] == SURFACE_TYPE;
      if (!isAndroids) {
        wanted[size++] = attributes[i];
        wanted[size++] = attributes[i + 1];
      }
    }
    wanted[size++] = SURFACE_TYPE;
    wanted[size++] = PBUFFER_BIT;
    wanted[size] = NONE;
    return wanted;
  }

  @Replaces(STATIC)
  static boolean eglGetConfigAttrib(
      Object display, Object config, int attribute, int[] value, int at) {
    if (attribute == NATIVE_VISUAL_ID) {
      put(value, at, RGBA_8888);
      return true;
    }
    if (attribute == RECORDABLE || attribute == FRAMEBUFFER_TARGET) {
      put(value, at, TRUE);
      return true;
    }
    boolean isThere =
        query("eglGetConfigAttrib", handle(display), handle(config), attribute, value, at);
    if (isThere && attribute == SURFACE_TYPE) {
      value[at] |= WINDOW_BIT;
    }
    return isThere;
  }

  @Replaces(OBJECT)
  static boolean eglGetConfigAttrib(Object display, Object config, int attribute, int[] value) {
    return eglGetConfigAttrib(display, config, attribute, value, 0);
  }

  private static boolean query(
      String function, long display, long object, int attribute, int[] value, int at) {
    try (Scratch scratch = Scratch.take()) {
      MemorySegment found = scratch.allocate(Integer.BYTES);
      found.set(ValueLayout.JAVA_INT, 0, 0);
      boolean isThere = is(Gl.call(function, display, object, attribute, found.address()));
      if (isThere) {
        put(value, at, found.get(ValueLayout.JAVA_INT, 0));
      }
      return isThere;
    }
  }

  // Contexts.

  @Replaces(STATIC)
  static Object eglCreateContext(
      Object display, Object config, Object shared, int @Nullable [] attributes, int at) {
    return object("EGLContext", context(display, config, shared, attributes, at));
  }

  @Replaces(OBJECT)
  static long _eglCreateContext(
      Object display, Object config, Object shared, int @Nullable [] attributes) {
    return context(display, config, shared, attributes, 0);
  }

  private static long context(
      Object display, Object config, Object shared, int @Nullable [] attributes, int at) {
    try (Scratch scratch = Scratch.take()) {
      return Gl.call(
          "eglCreateContext",
          handle(display),
          handle(config),
          handle(shared),
          attributes == null ? 0 : list(attributes, at, scratch));
    }
  }

  private static long list(int[] attributes, int at, Scratch scratch) {
    int[] ended = new int[attributes.length - at + 1];
    System.arraycopy(attributes, at, ended, 0, attributes.length - at);
    ended[ended.length - 1] = NONE;
    return scratch.copy(MemorySegment.ofArray(ended)).address();
  }

  @Replaces({STATIC, OBJECT})
  static boolean eglDestroyContext(Object display, Object context) {
    return is(Gl.call("eglDestroyContext", handle(display), handle(context)));
  }

  @Replaces({STATIC, OBJECT})
  static boolean eglMakeCurrent(Object display, Object draw, Object read, Object context) {
    return is(
        Gl.call("eglMakeCurrent", handle(display), handle(draw), handle(read), handle(context)));
  }

  @Replaces(STATIC)
  static Object eglGetCurrentContext() {
    return object("EGLContext", Gl.call("eglGetCurrentContext"));
  }

  @Replaces(OBJECT)
  static long _eglGetCurrentContext() {
    return Gl.call("eglGetCurrentContext");
  }

  @Replaces(STATIC)
  static Object eglGetCurrentDisplay() {
    return object("EGLDisplay", Gl.call("eglGetCurrentDisplay"));
  }

  @Replaces(OBJECT)
  static long _eglGetCurrentDisplay() {
    return Gl.call("eglGetCurrentDisplay");
  }

  @Replaces(STATIC)
  static Object eglGetCurrentSurface(int which) {
    return object("EGLSurface", Gl.call("eglGetCurrentSurface", which));
  }

  @Replaces(OBJECT)
  static long _eglGetCurrentSurface(int which) {
    return Gl.call("eglGetCurrentSurface", which);
  }

  @Replaces(STATIC)
  static boolean eglQueryContext(
      Object display, Object context, int attribute, int[] value, int at) {
    return query("eglQueryContext", handle(display), handle(context), attribute, value, at);
  }

  @Replaces(OBJECT)
  static boolean eglQueryContext(Object display, Object context, int attribute, int[] value) {
    return eglQueryContext(display, context, attribute, value, 0);
  }

  @Replaces({STATIC, OBJECT})
  static boolean eglReleaseThread() {
    return is(Gl.call("eglReleaseThread"));
  }

  @Replaces(STATIC)
  static boolean eglBindAPI(int api) {
    return is(Gl.call("eglBindAPI", api));
  }

  @Replaces(STATIC)
  static int eglQueryAPI() {
    return (int) Gl.call("eglQueryAPI");
  }

  @Replaces(STATIC)
  static boolean eglWaitClient() {
    return is(Gl.call("eglWaitClient"));
  }

  @Replaces({STATIC, OBJECT})
  static boolean eglWaitGL() {
    return is(Gl.call("eglWaitGL"));
  }

  @Replaces(STATIC)
  static boolean eglWaitNative(int engine) {
    return true;
  }

  @Replaces(OBJECT)
  static boolean eglWaitNative(int engine, Object window) {
    return true;
  }

  // Surfaces.

  @Replaces(STATIC)
  static Object _eglCreateWindowSurface(
      Object display, Object config, Object window, int[] attributes, int at) {
    return object("EGLSurface", window(display, config, window));
  }

  @Replaces(OBJECT)
  static long _eglCreateWindowSurface(
      Object display, Object config, Object window, int[] attributes) {
    return window(display, config, window);
  }

  /** A surface of the same size, whose pixels the window gets. */
  private static long window(Object display, Object config, Object window) {
    GlWindow target = GlWindow.of(window);
    if (target == null) {
      ERROR.set(BAD_NATIVE_WINDOW);
      return 0;
    }
    long surface =
        pbuffer(
            handle(display),
            handle(config),
            new int[] {WIDTH, target.width(), HEIGHT, target.height()},
            0);
    if (surface != 0) {
      WINDOWS.put(surface, target);
      Drawers.starts();
    }
    return surface;
  }

  @Replaces(STATIC)
  static Object eglCreatePbufferSurface(Object display, Object config, int[] attributes, int at) {
    return object("EGLSurface", pbuffer(handle(display), handle(config), attributes, at));
  }

  @Replaces(OBJECT)
  static long _eglCreatePbufferSurface(Object display, Object config, int @Nullable [] attributes) {
    int[] own = attributes == null ? new int[0] : attributes;
    return pbuffer(handle(display), handle(config), own, 0);
  }

  private static long pbuffer(long display, long config, int[] attributes, int at) {
    try (Scratch scratch = Scratch.take()) {
      return Gl.call("eglCreatePbufferSurface", display, config, list(attributes, at, scratch));
    }
  }

  @Replaces({STATIC, OBJECT})
  static boolean eglDestroySurface(Object display, Object surface) {
    WINDOWS.remove(handle(surface));
    return is(Gl.call("eglDestroySurface", handle(display), handle(surface)));
  }

  @Replaces(STATIC)
  static boolean eglQuerySurface(
      Object display, Object surface, int attribute, int[] value, int at) {
    return query("eglQuerySurface", handle(display), handle(surface), attribute, value, at);
  }

  @Replaces(OBJECT)
  static boolean eglQuerySurface(Object display, Object surface, int attribute, int[] value) {
    return eglQuerySurface(display, surface, attribute, value, 0);
  }

  @Replaces(STATIC)
  static boolean eglSurfaceAttrib(Object display, Object surface, int attribute, int value) {
    return is(Gl.call("eglSurfaceAttrib", handle(display), handle(surface), attribute, value));
  }

  @Replaces(STATIC)
  static boolean eglSwapInterval(Object display, int interval) {
    return true;
  }

  @Replaces({STATIC, OBJECT})
  static boolean eglSwapBuffers(Object display, Object surface) {
    GlWindow window = WINDOWS.get(handle(surface));
    if (window != null) {
      window.show();
      return true;
    }
    return is(Gl.call("eglSwapBuffers", handle(display), handle(surface)));
  }

  /** A time at which a frame is to be shown, which is at once. */
  @Replaces("android.opengl.EGLExt")
  static boolean eglPresentationTimeANDROID(Object display, Object surface, long time) {
    return true;
  }

  // Signals between contexts.

  @Replaces(SYNC)
  static Object eglCreateSync(Object display, int kind, long[] attributes, int at) {
    return object("EGLSync", Gl.call("eglCreateSync", handle(display), kind, 0));
  }

  @Replaces(SYNC)
  static boolean eglDestroySync(Object display, Object sync) {
    return is(Gl.call("eglDestroySync", handle(display), handle(sync)));
  }

  @Replaces(SYNC)
  static int eglClientWaitSync(Object display, Object sync, int flags, long timeout) {
    return (int) Gl.call("eglClientWaitSync", handle(display), handle(sync), flags, timeout);
  }

  @Replaces(SYNC)
  static boolean eglWaitSync(Object display, Object sync, int flags) {
    return is(Gl.call("eglWaitSync", handle(display), handle(sync), flags));
  }

  // Objects and numbers.

  private static boolean is(long result) {
    return (int) result == TRUE;
  }

  private static void put(int @Nullable [] array, int at, int value) {
    if (array != null) {
      array[at] = value;
    }
  }

  /** Returns an object of {@code android.opengl}; the class's own for none. */
  private static Object object(String type, long handle) {
    Class<?> own = type("android.opengl." + type);
    if (handle == 0 && !type.equals("EGLConfig")) {
      Class<?> constants = type(type.equals("EGLSync") ? SYNC : STATIC);
      String none = "EGL_NO_" + type.substring("EGL".length()).toUpperCase(Locale.ROOT);
      Object known = ReflectionHelpers.getStaticField(constants, none);
      if (known != null) {
        return known;
      }
    }
    return ReflectionHelpers.callConstructor(own, ClassParameter.from(long.class, handle));
  }

  private static Object old(String type, long handle) {
    return ReflectionHelpers.callConstructor(
        type("com.google.android.gles_jni." + type), ClassParameter.from(long.class, handle));
  }

  private static Class<?> type(String name) {
    return ReflectionHelpers.loadClass(Egl.class.getClassLoader(), name);
  }

  /** Returns the number of an object of either kind; 0 for null. */
  private static long handle(@Nullable Object object) {
    if (object == null) {
      return 0;
    }
    return switch (object.getClass().getSimpleName()) {
      case "EGLDisplayImpl" -> ReflectionHelpers.getField(object, "mEGLDisplay");
      case "EGLConfigImpl" -> ReflectionHelpers.getField(object, "mEGLConfig");
      case "EGLContextImpl" -> ReflectionHelpers.getField(object, "mEGLContext");
      case "EGLSurfaceImpl" -> ReflectionHelpers.getField(object, "mEGLSurface");
      default -> ReflectionHelpers.callInstanceMethod(object, "getNativeHandle");
    };
  }
}
