package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppSetTest {
  @TempDir Path folder;

  private Path apk(String name, String... assignments) throws IOException {
    Manifest manifest;
    try (InputStream in =
        Objects.requireNonNull(AppSetTest.class.getResourceAsStream("sample.axml"))) {
      manifest = Manifest.read("sample.axml", in.readAllBytes());
    }
    Arrays.stream(assignments).forEach(manifest::set);
    Path file = folder.resolve(name);
    var apk = new ZipRewriter(ZipArchive.empty(name)).put(Manifest.ENTRY, manifest.write());
    if (manifest.split().isEmpty() && manifest.hasCode()) {
      apk.put("classes.dex", new byte[1]);
    }
    apk.write(file);
    return file;
  }

  private Path archive(String name, Object... namesAndFiles) throws IOException {
    var archive = new ZipRewriter(ZipArchive.empty(name));
    for (int i = 0; i < namesAndFiles.length; i += 2) {
      byte[] content = Files.readAllBytes((Path) namesAndFiles[i + 1]);
      archive.put((String) namesAndFiles[i], Method.STORED, content);
    }
    Path file = folder.resolve(name);
    archive.write(file);
    return file;
  }

  private AppSet of(Path file, Path... splits) throws IOException {
    return AppSet.of(file, List.of(splits), folder.resolve("run"));
  }

  @Test
  void anApkAloneIsASet() throws IOException {
    Path base = apk("base.apk");

    assertThat(of(base)).isEqualTo(new AppSet(List.of(base), true));
    assertThat(of(apk("a.apk", "manifest@isSplitRequired=true")).isWhole()).isFalse();
  }

  @Test
  void aPackageWithoutCodeIsRefused() throws IOException {
    Path file = apk("base.apk", "application@hasCode=false");

    assertThatThrownBy(() -> of(file))
        .isInstanceOf(AppException.class)
        .hasMessageStartingWith("a package without dex code does not run, " + file);
  }

  @Test
  void theBaseIsFirstWhateverTheOrder() throws IOException {
    Path base = apk("base.apk", "manifest@isSplitRequired=true");
    Path german = apk("de.apk", "manifest@split=config.de");

    assertThat(of(german, base)).isEqualTo(new AppSet(List.of(base, german), true));
  }

  @Test
  void aSetThatIsNoAppIsRefused() throws IOException {
    Path base = apk("base.apk");
    Path split = apk("de.apk", "manifest@split=config.de");
    Path other =
        apk("other.apk", "manifest@split=config.de", "manifest@package=dev.dexscope.other");

    assertThatThrownBy(() -> of(split))
        .isInstanceOf(AppException.class)
        .hasMessageStartingWith("a split alone does not run");
    assertThatThrownBy(() -> of(base, base))
        .isInstanceOf(AppException.class)
        .hasMessageStartingWith("a second base");
    assertThatThrownBy(() -> of(base, other))
        .isInstanceOf(AppException.class)
        .hasMessageStartingWith("a split of another app, dev.dexscope.other");
  }

  @Test
  void bundletoolsArchiveHasEachPartOnce() throws IOException {
    Path base = apk("base.apk");
    Path split = apk("de.apk", "manifest@split=config.de");
    Path apks =
        archive(
            "app.apks",
            "splits/base-de.apk",
            split,
            "splits/base-master.apk",
            base,
            "splits/base-master_2.apk",
            base,
            "standalones/standalone-hdpi.apk",
            base);

    List<Path> packages = of(apks).packages();

    assertThat(AppSet.isApp(apks)).isTrue();
    assertThat(packages).hasSize(2);
    assertThat(packages.getFirst()).hasSameBinaryContentAs(base);
    assertThat(packages.getLast()).hasSameBinaryContentAs(split);
  }

  @Test
  void aWholePackageOfAnArchiveWillDo() throws IOException {
    Path base = apk("base.apk");

    assertThat(of(archive("a.apks", "universal.apk", base)).packages()).hasSize(1);
    assertThat(
            of(archive("b.apks", "standalones/1.apk", base, "standalones/2.apk", base)).packages())
        .hasSize(1);
  }

  @Test
  void aStoresArchiveHasItsPackagesAnywhere() throws IOException {
    Path xapk =
        archive(
            "shop.xapk",
            "config.de.apk",
            apk("de.apk", "manifest@split=config.de"),
            "../../shop.apk",
            apk("base.apk"));

    assertThat(of(xapk).packages())
        .hasSize(2)
        .allSatisfy(each -> assertThat(each).startsWith(folder.resolve("run")));
  }

  @Test
  void whatHasNoPackagesIsRefused() throws IOException {
    Path apks = archive("a.apks", "toc.pb", apk("base.apk"));

    assertThatThrownBy(() -> of(apks))
        .isInstanceOf(AppException.class)
        .hasMessageStartingWith("no packages in it");
    assertThatThrownBy(() -> AppSet.isApp(folder.resolve("app.aab")))
        .isInstanceOf(AppException.class)
        .hasMessageContaining("bundletool build-apks");
  }
}
