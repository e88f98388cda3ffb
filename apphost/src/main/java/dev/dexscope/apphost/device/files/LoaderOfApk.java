package dev.dexscope.apphost.device.files;

import android.content.pm.ApplicationInfo;
import dev.dexscope.apphost.AppClasses;
import dev.dexscope.apphost.device.phone.Phone;
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
    Phone phone = Phone.current();
    if (phone.packageName().equals(info.packageName) && phone.hasLibraries()) {
      info.nativeLibraryDir = phone.libraries();
    }
    String[] splits = phone.splits();
    if (splits.length > 0 && phone.packageName().equals(info.packageName)) {
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
