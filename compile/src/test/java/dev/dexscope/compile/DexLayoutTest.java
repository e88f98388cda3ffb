package dev.dexscope.compile;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationFailedException;
import com.android.tools.r8.D8Command;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DexLayoutTest {
  @TempDir private Path folder;

  @Test
  void theStartHasTheFirstFile() throws Exception {
    Path apk = apk();
    Path output = folder.resolve("laid.apk");
    Path jar = Path.of(D8Command.class.getProtectionDomain().getCodeSource().getLocation().toURI());

    DexLayout.lay(new D8(jar, "a test's", true), apk, "HSLStart;->main()V\nLStart;\n", 26, output);

    try (ZipArchive archive = ZipArchive.open(output)) {
      assertThat(code(archive, "classes.dex")).contains("LStart;").doesNotContain("LLater;");
      assertThat(code(archive, "classes2.dex")).contains("LLater;");
      assertThat(archive.find("assets/a.txt").orElseThrow().read()).isEqualTo(new byte[] {1, 2});
      assertThat(archive.find("classes3.dex")).isEmpty();
    }
  }

  private Path apk() throws IOException, CompilationFailedException {
    Path source = folder.resolve("Start.java");
    Files.writeString(
        source, "class Start { static void main() {} } class Later { static void run() {} }");
    TestCompiler.javac("-d", folder.toString(), source.toString());
    Path jar = folder.resolve("code.jar");
    TestCompiler.d8(List.of(folder.resolve("Start.class"), folder.resolve("Later.class")), 26, jar);
    Path apk = folder.resolve("app.apk");
    try (ZipArchive code = ZipArchive.open(jar)) {
      new ZipRewriter(code).put("assets/a.txt", new byte[] {1, 2}).write(apk);
    }
    return apk;
  }

  private static String code(ZipArchive archive, String name) {
    return new String(archive.find(name).orElseThrow().read(), StandardCharsets.ISO_8859_1);
  }
}
