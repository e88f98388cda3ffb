package dev.dexscope.apphost.device.system;

import android.os.Looper;
import dev.dexscope.apphost.device.phone.Phone;
import dev.dexscope.apphost.device.phone.Replaces;
import dev.dexscope.apps.ProgramPackage;
import org.robolectric.util.ReflectionHelpers;
import org.robolectric.util.ReflectionHelpers.ClassParameter;

/**
 * Main loopers. A program that is no app prepares its own, as those do that {@code app_process}
 * starts: it gets a looper for its thread that cannot quit. The framework's services stay with the
 * main looper that was there before it.
 */
@SuppressWarnings("unused") // Called by call sites of the framework.
public final class MainLoopers {
  private MainLoopers() {}

  @Replaces("android.os.Looper")
  static void prepareMainLooper() {
    ReflectionHelpers.callStaticMethod(
        Looper.class, "prepare", ClassParameter.from(boolean.class, false));
    if (Looper.getMainLooper() == null) {
      ReflectionHelpers.setStaticField(Looper.class, "sMainLooper", Looper.myLooper());
    } else if (!isProgram()) {
      throw new IllegalStateException("The main Looper has already been prepared.");
    }
  }

  private static boolean isProgram() {
    return Phone.current().packageName().equals(ProgramPackage.NAME);
  }
}
