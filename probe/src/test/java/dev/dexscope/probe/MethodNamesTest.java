package dev.dexscope.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MethodNamesTest {
  @Test
  void aLineNamesTheMethodWithItsNumber() {
    MethodNames names = names("p.A\tf\t()V\tA.java\np.Größe\tg\t(I)I\tB.java\n");

    assertThat(names.fullName(0)).isEqualTo("p.A.f()V");
    assertThat(names.fullName(1)).isEqualTo("p.Größe.g(I)I");
    assertThat(names.line(1)).isEqualTo("p.Größe\tg\t(I)I\tB.java");
  }

  @Test
  void aFifthColumnIsTheNameInProfiles() {
    MethodNames names = names("p.A\tf\t(I)V\tA.java\tvoid p.A:f(int)\n");

    assertThat(names.fullName(0)).isEqualTo("void p.A:f(int)");
    assertThat(names.line(0)).isEqualTo("p.A\tf\t(I)V\tA.java");
  }

  @Test
  void aMethodWithoutALineIsCalledByItsNumber() {
    MethodNames names = names("p.A\tf\t()V\tA.java\nno end");

    assertThat(names.fullName(1)).isEqualTo("method 1");
    assertThat(names.fullName(-1)).isEqualTo("method -1");
  }

  @Test
  void manyLinesAreFound() {
    var text = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      text.append("p.A\tf").append(i).append("\t()V\tA.java\n");
    }

    assertThat(names(text.toString()).fullName(4999)).isEqualTo("p.A.f4999()V");
  }

  /** As the injector leaves it beside a dex file, which has no room for it. */
  @Test
  void theTableOfADexFileIsBesideIt(@TempDir Path folder) throws IOException {
    Path dex = Files.writeString(folder.resolve("out.dex"), "code");
    Path other = folder.resolve("other.jar");
    assertThat(MethodNames.beside(other + File.pathSeparator + dex)).isNull();
    Files.writeString(folder.resolve("out.dex.methods.txt"), "p.A\tf\t()V\tA.java\n");

    try (InputStream in = MethodNames.beside(other + File.pathSeparator + dex)) {
      assertThat(in).hasContent("p.A\tf\t()V\tA.java\n");
    }
    assertThat(MethodNames.beside("")).isNull();
  }

  @FuzzTest
  void anyBytesGiveNames(byte[] text) {
    MethodNames names = new MethodNames(text);
    for (int id = -1; id < 10; id++) {
      assertThat(names.fullName(id)).isNotNull();
    }
  }

  private static MethodNames names(String text) {
    return new MethodNames(text.getBytes(StandardCharsets.UTF_8));
  }
}
