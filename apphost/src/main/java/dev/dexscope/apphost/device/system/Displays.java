package dev.dexscope.apphost.device.system;

import android.app.Application;
import android.content.Context;
import android.content.pm.ConfigurationInfo;
import android.content.res.Configuration;
import dev.dexscope.apphost.device.phone.Replaces;
import java.lang.reflect.Array;
import org.robolectric.shadow.api.Shadow;
import org.robolectric.shadows.ShadowActivityManager;
import org.robolectric.shadows.ShadowUIModeManager;
import org.robolectric.util.ReflectionHelpers;

/** The screen, as the system describes it. */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class Displays {
  /** OpenGL ES 3.2, as in {@code glEsVersion}. */
  private static final int GL = 0x30002;

  private Displays() {}

  /** Returns the mode that it is in. */
  @Replaces("android.view.Display")
  static Object getSupportedModes(Object display) {
    Object mode = ReflectionHelpers.callInstanceMethod(display, "getMode");
    Object modes = Array.newInstance(mode.getClass(), 1);
    Array.set(modes, 0, mode);
    return modes;
  }

  /** Describes how the app may draw, and how the screen is used. */
  static void equip(Application application) {
    var configuration = new ConfigurationInfo();
    configuration.reqGlEsVersion = GL;
    configuration.reqTouchScreen = Configuration.TOUCHSCREEN_FINGER;
    ShadowActivityManager activities =
        Shadow.extract(application.getSystemService(Context.ACTIVITY_SERVICE));
    activities.setDeviceConfigurationInfo(configuration);
    ShadowUIModeManager mode =
        Shadow.extract(application.getSystemService(Context.UI_MODE_SERVICE));
    mode.setCurrentModeType(Configuration.UI_MODE_TYPE_NORMAL);
  }
}
