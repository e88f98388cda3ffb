package dev.dexscope.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppFrameworkTest {
  @TempDir Path folder;

  @Test
  void eachLevelHasItsOwnFrameworkBesideWhatAllShare() {
    var framework = AppFramework.in(folder.resolve("apps"));

    for (int level : AppFramework.LEVELS) {
      assertThat(framework.files(level))
          .filteredOn(each -> each.level() != 0)
          .singleElement()
          .satisfies(each -> assertThat(each.artifact()).isEqualTo("android-all-instrumented"));
      assertThat(framework.missing(level)).isEqualTo(framework.files(level));
      assertThat(framework.isInstalled(level)).isFalse();
    }
  }

  @Test
  void aLevelWithoutFrameworkIsRefused() {
    var framework = AppFramework.in(folder);

    assertThatThrownBy(() -> framework.files(29))
        .isInstanceOf(AppException.class)
        .hasMessage("no framework for this API level, 29; levels: [35, 30]");
  }

  @Test
  void aFileThatIsNotTheTestedOneIsRefused() throws IOException {
    var framework = AppFramework.in(folder.resolve("apps"));
    Path source = Files.createDirectory(folder.resolve("source"));
    FrameworkFile first = framework.files(35).getFirst();
    Files.writeString(source.resolve(first.file()), "something else");
    List<String> told = new ArrayList<>();

    assertThatThrownBy(() -> framework.installFrom(source, 35, told::add))
        .isInstanceOf(AppException.class)
        .hasMessageContaining("not the file that was tested")
        .hasMessageContaining(first.sha256());
    assertThat(told).isEmpty();
    assertThat(framework.missing(35)).contains(first);
  }

  /** The digest of a package's classes is not known before; an earlier version recorded none. */
  @Test
  void aFileThatHasChangedSinceItWasInstalledIsMissing() throws IOException {
    var framework = AppFramework.in(folder);
    FrameworkFile archive =
        framework.files(35).stream()
            .filter(each -> each.type().equals("aar"))
            .findFirst()
            .orElseThrow();
    FrameworkFile jar =
        framework.files(35).stream()
            .filter(each -> each.type().equals("jar"))
            .findFirst()
            .orElseThrow();
    Files.writeString(folder.resolve(archive.jar()), "classes");
    Files.writeString(folder.resolve(jar.jar()), "something else");
    assertThat(framework.missing(35)).doesNotContain(archive).contains(jar);

    Files.writeString(folder.resolve(archive.jar()), "cl4sses");
    assertThat(framework.missing(35)).contains(archive);
  }

  @Test
  void aMissingFileIsNamed() {
    var framework = AppFramework.in(folder.resolve("apps"));

    assertThatThrownBy(() -> framework.installFrom(folder, 35, _ -> {}))
        .isInstanceOf(AppException.class)
        .hasMessageContaining(framework.files(35).getFirst().file());
  }

  @Test
  void whatIsInstalledCanBeRemoved() throws IOException {
    Path kept = Files.createDirectories(folder.resolve("apps"));
    Files.writeString(kept.resolve("any.jar"), "x");
    var framework = AppFramework.in(kept);

    framework.remove();

    assertThat(kept).doesNotExist();
    assertThat(framework.size()).isZero();
  }
}
