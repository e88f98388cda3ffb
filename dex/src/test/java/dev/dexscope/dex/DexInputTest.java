package dev.dexscope.dex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.write.DexBuilder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  @Test
  void aSectionStandsOnceInTheMap() {
    byte[] bytes = dex("LMain;");
    var buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int first = buffer.getInt(0x34) + 4;
    buffer.putShort(first + 12, buffer.getShort(first));

    assertThatThrownBy(() -> DexFile.parse("made.dex", bytes))
        .isInstanceOf(DexFormatException.class)
        .hasMessageContaining("two sections of one type");
  }

  private static byte[] dex(String type) {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(type, _ -> {});
    return dex.build();
  }

  private Path archive(String... entries) throws IOException {
    Path file = folder.resolve("app.zip");
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String each : entries) {
        zip.putNextEntry(new ZipEntry(each));
        zip.write(dex("Lp/C" + each.length() + ";"));
      }
    }
    return file;
  }

  private static List<String> names(Path file) throws IOException {
    return DexFile.open(file).stream().map(each -> each.name().replaceFirst(".*!", "")).toList();
  }

  @Test
  void aPackageInTheOrderInWhichADeviceLooks() throws IOException {
    Path file =
        archive("classes10.dex", "classes2.dex", "assets/classes.dex", "classes.dex", "other.dex");
    assertThat(names(file)).containsExactly("classes.dex", "classes2.dex", "classes10.dex");
  }

  @Test
  void theModulesOfABundle() throws IOException {
    Path file = archive("base/dex/classes.dex", "base/dex/classes2.dex", "feature/dex/classes.dex");
    assertThat(names(file))
        .containsExactlyInAnyOrder(
            "base/dex/classes.dex", "base/dex/classes2.dex", "feature/dex/classes.dex");
  }

  @Test
  void aFileOnItsOwnAndWhatIsNone() throws IOException {
    Path file = Files.write(folder.resolve("a.dex"), dex("Lp/C;"));
    assertThat(DexFile.open(file).getFirst().classDef(0).type()).isEqualTo("Lp/C;");
    assertThatThrownBy(() -> DexFile.open(archive("readme.txt")))
        .isInstanceOf(NoCodeException.class)
        .hasMessageContaining("has no classes.dex");
  }

  @Test
  void aLibraryMayBeWithoutCode() throws IOException {
    Path resources = archive("readme.txt");
    Path code = Files.write(folder.resolve("a.dex"), dex("Lp/C;"));
    Path library = Files.write(folder.resolve("b.dex"), dex("Lp/D;"));

    var platform = ClassPath.ofHostJdk().withLibraries(resources, library);

    assertThat(Verifier.ofFiles(platform, code).hierarchy().isKnown("Lp/D;")).isTrue();
    assertThatThrownBy(() -> Verifier.ofFiles(platform, resources))
        .isInstanceOf(NoCodeException.class);
  }

  @Test
  void versionsThatNobodyKnowsAreRefused() {
    byte[] bytes = dex("Lp/C;");
    for (String version : List.of("034", "036", "042", "100")) {
      byte[] changed = bytes.clone();
      System.arraycopy(version.getBytes(StandardCharsets.US_ASCII), 0, changed, 4, 3);
      assertThatThrownBy(() -> DexFile.parse("a.dex", changed))
          .isInstanceOf(DexFormatException.class)
          .hasMessageContaining("unknown version");
    }
    byte[] swapped = bytes.clone();
    swapped[0x28] = 0x12;
    assertThatThrownBy(() -> DexFile.parse("a.dex", swapped))
        .hasMessageContaining("is not little-endian");
  }
}
