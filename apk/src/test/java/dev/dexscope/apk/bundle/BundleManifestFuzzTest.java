package dev.dexscope.apk.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.apk.ApkFormatException;

/** For any bytes: changes that are read back, or an {@link ApkFormatException}. */
class BundleManifestFuzzTest {
  @FuzzTest(maxDuration = "30m")
  void anyBytes(byte[] bytes) {
    try {
      BundleManifest manifest = BundleManifest.read("fuzz", bytes);
      assertThat(manifest.write()).isEqualTo(bytes);
      manifest.addPermission("p.Q");
      BundleManifest once = BundleManifest.read("written", manifest.write());
      assertThat(once.permissions()).contains("p.Q");
      once.makeDebuggable();
      once.makeProfileableByShell();
      BundleManifest again = BundleManifest.read("written", once.write());
      assertThat(again.isDebuggable()).isTrue();
      assertThat(again.isProfileableByShell()).isTrue();
      assertThat(again.permissions()).isEqualTo(once.permissions());
      assertThat(again.asPackages().toXml()).contains("<manifest");
    } catch (ApkFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
  }
}
