package dev.dexscope.web.traces;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.trace.Method;
import dev.dexscope.web.http.HttpException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourcesTest {
  private static final String TEXT =
      """
      package app;

      /** It prints( nothing. */
      class Shop {
        static { init(); }

        Shop(int size) { this.total = total(size); }

        int total(int size) {
          Runnable later = () -> total(1);
          return new total(size);
        }

        native int count();

        class Basket {
          int total(int size) { return 0; }
        }
      }
      """;

  @TempDir Path folder;

  private static Method method(String owner, String name, String file, int line) {
    return new Method(1, owner, name, "(I)I", file, line);
  }

  private Sources written(String path, String text) throws IOException {
    Path file = folder.resolve("src").resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    return new Sources(List.of(folder.resolve("src")));
  }

  @Test
  void aFileIsFoundByItsPackageWhereverTheFolderBegins() throws IOException {
    written("main/java/other/Shop.java", "");
    Sources sources = written("main/java/app/Shop.java", TEXT);

    SourceFile file = sources.of(method("app.Shop$Basket", "total", "Shop.java", 0)).orElseThrow();

    assertThat(file.path()).isEqualTo("main/java/app/Shop.java");
    assertThat(sources.of(method("app.Shop", "total", "", 0))).contains(file);
    assertThat(sources.of(method("none.Shop", "total", "Shop.java", 0))).isEmpty();
  }

  @Test
  void aFileOfAnArchiveIsReadInIt() throws IOException {
    Path jar = folder.resolve("sources.jar");
    try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("app/Shop.java"));
      out.write(TEXT.getBytes(StandardCharsets.UTF_8));
    }

    var sources = new Sources(List.of(jar));

    assertThat(sources.of(method("app.Shop", "total", "Shop.java", 0)).orElseThrow().lines())
        .hasSize(19)
        .startsWith("package app;");
  }

  @Test
  void anArchiveThatWasCheckedIsNotListedAgain() throws IOException {
    Path jar = folder.resolve("sources.jar");
    try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("app/Shop.java"));
    }
    var sources = new Sources(List.of(jar));

    assertThat(sources.areIn(jar)).isTrue();
    Files.delete(jar);

    assertThat(sources.of(method("app.Shop", "total", "Shop.java", 0))).isPresent();
  }

  /** Names come from traces of anybody. */
  @Test
  void noNameLeavesTheFolder() throws IOException {
    Files.writeString(folder.resolve("Secret.java"), "class Secret {}");
    Sources sources = written("app/Shop.java", TEXT);
    Files.createSymbolicLink(folder.resolve("src/app/Link.java"), folder.resolve("Secret.java"));
    Files.createSymbolicLink(folder.resolve("src/up"), folder);

    for (String file : List.of("../../Secret.java", "../Secret.java", "Link.java", "Secret.java")) {
      assertThat(sources.of(method("app.Secret", "run", file, 0))).as(file).isEmpty();
      assertThat(sources.of(method("up.Secret", "run", file, 0))).as(file).isEmpty();
    }
    String path = folder.resolve("Secret.java").toString();
    assertThat(sources.of(method("Secret", "run", path, 0))).isEmpty();
  }

  @Test
  void aFileThatIsTooLargeIsRefused() throws IOException {
    Sources sources = written("app/Shop.java", "x".repeat((4 << 20) + 1));

    assertThatThrownBy(() -> sources.of(method("app.Shop", "total", "Shop.java", 0)))
        .isInstanceOf(HttpException.class)
        .hasMessageContaining("more than 4 MB");
  }

  @Test
  void aMethodsLineIsThatOfTheTraceOrOfItsDeclaration() {
    var file = new SourceFile("app/Shop.java", TEXT.lines().toList());

    assertThat(file.line(method("app.Shop", "total", "", 12))).isEqualTo(12);
    assertThat(file.line(method("app.Shop", "total", "", 1200))).isZero();
    assertThat(file.line(method("app.Shop", "total", "", 0))).isEqualTo(9);
    assertThat(file.line(method("app.Shop", "lambda$total$0", "", -1))).isEqualTo(9);
    assertThat(file.line(method("app.Shop$Basket", "total", "", -1))).isEqualTo(17);
    assertThat(file.line(method("app.Shop", "<init>", "", -1))).isEqualTo(7);
    assertThat(file.line(method("app.Shop", "<clinit>", "", -1))).isEqualTo(5);
    assertThat(file.line(method("app.Shop", "count", "", -1))).isEqualTo(14);
    assertThat(file.line(method("app.Shop", "prints", "", -1))).isZero();
    assertThat(file.line(method("app.Shop", "a(b*", "", -1))).isZero();
  }
}
