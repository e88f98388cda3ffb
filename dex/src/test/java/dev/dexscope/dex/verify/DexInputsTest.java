package dev.dexscope.dex.verify;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.DexFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DexInputsTest {
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

    assertThatThrownBy(() -> DexInputs.read(bomb))
        .isInstanceOf(DexFormatException.class)
        .hasMessageContaining("unpacks to more than 64 times the archive");
  }
}
