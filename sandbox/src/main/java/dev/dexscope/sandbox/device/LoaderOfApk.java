package dev.dexscope.sandbox.device;

import dev.dexscope.sandbox.AppClasses;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowLoadedApk;

/** The app's classes come from its own loader, not from the sandbox's. */
@Implements(className = "android.app.LoadedApk", isInAndroidSdk = false)
public class LoaderOfApk extends ShadowLoadedApk {
  @Override
  @Implementation
  public ClassLoader getClassLoader() {
    super.getClassLoader();
    ClassLoader app = AppClasses.loader();
    return app == null ? getClass().getClassLoader() : app;
  }
}
