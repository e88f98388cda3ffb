package dev.dexscope.apphost.device.system;

import android.os.Build;
import dev.dexscope.apps.AppHeap;
import dev.dexscope.apps.PhoneProperties;
import dev.dexscope.vm.Vm;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.fakes.RoboWebSettings;
import org.robolectric.shadows.ShadowBuild;
import org.robolectric.shadows.ShadowSystemProperties;
import org.robolectric.util.ReflectionHelpers;

/** The device by its names. */
public final class Model {
  private Model() {}

  /**
   * The device itself, before an app's first class: static fields of apps copy what it is called.
   */
  static void begin(AppHeap heap) {
    // By its name: our own class of that name has a constant, which the compiler would copy.
    String release = ReflectionHelpers.getStaticField(Build.VERSION.class, "RELEASE");
    ShadowBuild.setManufacturer(PhoneProperties.MAKER);
    ShadowBuild.setBrand(PhoneProperties.MAKER);
    ShadowBuild.setModel(PhoneProperties.MODEL);
    ShadowBuild.setDevice(PhoneProperties.DEVICE);
    ShadowBuild.setProduct(PhoneProperties.DEVICE);
    ShadowBuild.setBoard(PhoneProperties.DEVICE);
    ShadowBuild.setHardware(PhoneProperties.DEVICE);
    ShadowBuild.setId(PhoneProperties.BUILD);
    ReflectionHelpers.setStaticField(Build.class, "DISPLAY", PhoneProperties.BUILD);
    ReflectionHelpers.setStaticField(Build.class, "TIME", PhoneProperties.BUILT * 1000);
    ShadowBuild.setSupportedAbis(new String[] {PhoneProperties.ABI});
    ShadowBuild.setSupported64BitAbis(new String[] {PhoneProperties.ABI});
    ShadowBuild.setSupported32BitAbis(new String[0]);
    ReflectionHelpers.setStaticField(Build.class, "CPU_ABI", PhoneProperties.ABI);
    ReflectionHelpers.setStaticField(Build.class, "CPU_ABI2", "");
    ShadowBuild.setType("user");
    ShadowBuild.setTags("release-keys");
    ShadowBuild.setFingerprint(PhoneProperties.fingerprint(release));
    Vm.showProperty("os.arch", PhoneProperties.ABI.equals("x86_64") ? "x86_64" : "aarch64");
    // By which apps name themselves to servers.
    System.setProperty(
        "http.agent", "Dalvik/2.1.0 (Linux; U; Android " + release + "; " + build() + ")");
    RoboWebSettings.setDefaultUserAgentOverride(agent(release));
    PhoneProperties.of(RuntimeEnvironment.getApiLevel(), heap)
        .forEach(ShadowSystemProperties::override);
  }

  private static String build() {
    return PhoneProperties.MODEL + " Build/" + PhoneProperties.BUILD;
  }

  /** The name of the browser in a {@code WebView}. */
  private static String agent(String release) {
    return "Mozilla/5.0 (Linux; Android "
        + release
        + "; "
        + build()
        + "; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0.6367.219 Mobile"
        + " Safari/537.36";
  }
}
