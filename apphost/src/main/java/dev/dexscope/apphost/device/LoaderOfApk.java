package dev.dexscope.apphost.device;

import android.content.pm.ApplicationInfo;
import dev.dexscope.apphost.AppClasses;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.annotation.RealObject;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowLoadedApk;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/** The app's classes come from its own loader, not from the sandbox's; its splits are its own. */
@Implements(className = "android.app.LoadedApk", isInAndroidSdk = false)
public class LoaderOfApk extends ShadowLoadedApk {
  @RealObject @Nullable Object apk;

  @Override
  @Implementation
  public ClassLoader getClassLoader() {
    super.getClassLoader();
    ClassLoader app = AppClasses.loader();
    return app == null ? getClass().getClassLoader() : app;
  }

  /** Of {@code LoadedApk}: what resources are looked for in. */
  @Implementation
  protected void setApplicationInfo(ApplicationInfo info) {
    Session session = Session.current();
    if (session.isApp(info.packageName) && session.hasLibraries()) {
      info.nativeLibraryDir = session.libraries();
    }
    String[] splits = session.splits();
    if (splits.length > 0 && session.isApp(info.packageName)) {
      ReflectionHelpers.setField(info, "splitSourceDirs", splits);
      ReflectionHelpers.setField(info, "splitPublicSourceDirs", splits);
    }
    Shadow.directlyOn(
        Objects.requireNonNull(apk),
        "android.app.LoadedApk",
        "setApplicationInfo",
        ClassParameter.from(ApplicationInfo.class, info));
  }
}
