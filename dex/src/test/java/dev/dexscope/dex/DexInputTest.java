package dev.dexscope.dex;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DexInputTest {
  @TempDir Path folder;

  @Test
  void anEntryThatUnpacksWithoutEndIsRefused() throws IOException {
    Path bomb = folder.resolve("bomb.apk");
    try (var zip = new ZipOutputStream(Files.newOutputStream(bomb))) {
      zip.putNextEntry(new ZipEntry("classes.dex"));
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 64; i++) {
        zip.write(zeros);
      }
    }

    assertThatThrownBy(() -> DexFile.open(bomb))
        .isInstanceOf(DexFormatException.class)
        .hasMessageContaining("unpacks to more than 64 times the archive");
  }
}
