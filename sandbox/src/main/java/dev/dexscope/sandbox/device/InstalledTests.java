package dev.dexscope.sandbox.device;

import android.content.ComponentName;
import android.content.pm.InstrumentationInfo;
import android.content.pm.PackageManager.NameNotFoundException;
import java.util.List;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowApplicationPackageManager;

/** The instrumentation that runs is what the system knows of them. */
@Implements(className = "android.app.ApplicationPackageManager", isInAndroidSdk = false)
public class InstalledTests extends ShadowApplicationPackageManager {
  @Override
  @Implementation
  protected InstrumentationInfo getInstrumentationInfo(ComponentName name, int flags)
      throws NameNotFoundException {
    if (!Session.isTesting()) {
      throw new NameNotFoundException(name.toShortString());
    }
    var info = new InstrumentationInfo();
    info.packageName = name.getPackageName();
    info.name = name.getClassName();
    info.targetPackage = RuntimeEnvironment.getApplication().getPackageName();
    return info;
  }

  @Override
  @Implementation
  protected List<InstrumentationInfo> queryInstrumentation(String targetPackage, int flags) {
    return List.of();
  }
}
