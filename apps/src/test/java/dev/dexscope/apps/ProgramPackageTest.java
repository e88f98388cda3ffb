package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.ZipArchive;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramPackageTest {
  @TempDir private Path folder;

  @Test
  void isAPackageForTheLevelWithoutActivities() throws IOException {
    Path file = ProgramPackage.write(folder, 35);

    try (ZipArchive archive = ZipArchive.open(file)) {
      Manifest manifest = Manifest.of(archive);
      assertThat(manifest.packageName()).isEqualTo(ProgramPackage.NAME);
      assertThat(manifest.minSdk()).isEqualTo(35);
      assertThat(manifest.targetSdk()).isEqualTo(35);
      assertThat(manifest.isDebuggable()).isTrue();
    }
    assertThat(AppSet.isApp(file)).isFalse();
  }
}
