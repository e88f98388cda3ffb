package dev.dexscope.apphost;

import org.jspecify.annotations.Nullable;

/** The app's own classes, as the framework's loader sees them. There is one app in a process. */
public final class AppClasses {
  private static volatile @Nullable ClassLoader loader;
  private static volatile @Nullable FrameworkJar framework;

  private AppClasses() {}

  static void set(ClassLoader app, FrameworkJar platform) {
    framework = platform;
    loader = app;
  }

  /** The app's class loader; null before it is there. */
  public static @Nullable ClassLoader loader() {
    return loader;
  }

  /** A class that neither the framework nor its sandbox has. */
  static Class<?> load(String name) throws ClassNotFoundException {
    ClassLoader app = loader;
    FrameworkJar platform = framework;
    if (app == null || platform == null || platform.shows(name.replace('.', '/'))) {
      throw new ClassNotFoundException(name);
    }
    return app.loadClass(name);
  }
}
