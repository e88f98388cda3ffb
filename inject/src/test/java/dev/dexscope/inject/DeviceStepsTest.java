package dev.dexscope.inject;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apk.manifest.Manifest;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeviceStepsTest {
  private static List<String> steps(Manifest manifest) {
    return DeviceSteps.of(manifest, DeviceSteps.installPackage(Path.of("it's.apk")), true);
  }

  @Test
  void theyAreForThisVeryApp() {
    Manifest manifest = Manifest.create("com.acme", 21, 34);
    manifest.addLauncherActivity("com.acme.Main$Inner");

    assertThat(steps(manifest))
        .contains(
            "adb install 'it'\\''s.apk'",
            "adb shell am start -n 'com.acme/com.acme.Main$Inner'",
            "adb pull /sdcard/Android/data/com.acme/files profiles",
            "dexscope report profiles/dexscope.0.calls")
        .noneMatch(each -> each.contains("run-as"));
  }

  @Test
  void theyFollowWhatTheManifestSays() {
    Manifest manifest = Manifest.create("com.acme", 21, 34);
    manifest.set("application@testOnly=true");
    manifest.makeDebuggable();

    assertThat(steps(manifest))
        .contains("adb install -t 'it'\\''s.apk'")
        .anyMatch(each -> each.startsWith("adb shell monkey -p com.acme 1"))
        .anyMatch(each -> each.contains("run-as com.acme tar c"));
    assertThat(DeviceSteps.of(manifest, DeviceSteps.installFolder(Path.of("out")), false))
        .contains("adb install-multiple -t out/*.apk")
        .last()
        .asString()
        .contains("--trace");
  }
}
