package dev.dexscope.apk.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.apk.ApkFormatException;
import java.util.List;

/** For any bytes: answers, and changes that are read back, or an ApkFormatException. */
class ManifestFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) {
    try {
      Manifest manifest = Manifest.read("fuzz", bytes);
      List<Object> answers = answers(manifest);
      assertThat(manifest.write()).isEqualTo(bytes);
      manifest.makeDebuggable();
      manifest.makeProfileableByShell();
      manifest.addPermission("p.Q");
      manifest.set("manifest@split=a");
      Manifest again = Manifest.read("written", manifest.write());
      assertThat(answers(again)).isEqualTo(answers);
      assertThat(again.isDebuggable()).isTrue();
      assertThat(again.isProfileableByShell()).isTrue();
      assertThat(again.permissions()).contains("p.Q");
      assertThat(again.split()).isEqualTo("a");
    } catch (ApkFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
  }

  /** Returns the values that the changes do not affect. */
  private static List<Object> answers(Manifest manifest) {
    return List.of(
        manifest.packageName(),
        manifest.hasSdk(),
        manifest.minSdk(),
        manifest.targetSdk(),
        manifest.components(),
        manifest.signaturePermissions(),
        manifest.metaData("x"),
        manifest.launcherActivity(),
        manifest.applicationClass(),
        manifest.componentFactory(),
        manifest.sharedUserId(),
        manifest.isSplitRequired(),
        manifest.isTestOnly(),
        manifest.hasCode(),
        manifest.extractsNativeLibs());
  }
}
