package dev.dexscope.cli.programs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.testkit.TestCompiler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformOptionTest {
  @TempDir private Path folder;

  /** Dex code of a program and of a stub of what it uses, which is left out. */
  private Path dex(String program, String... stubs) throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    for (String each : stubs) {
      int name = each.lastIndexOf('.');
      Path stub = folder.resolve(each.substring(name + 1) + ".java");
      Files.writeString(
          stub,
          "package %s; public class %s {}"
              .formatted(each.substring(0, name), each.substring(name + 1)));
      TestCompiler.javac("-d", classes.toString(), stub.toString());
    }
    Path source = Files.writeString(folder.resolve("P.java"), program);
    TestCompiler.javac("-cp", classes.toString(), "-d", folder.toString(), source.toString());
    Path dex = folder.resolve("p.dex.jar");
    TestCompiler.d8(List.of(folder.resolve("P.class")), 26, dex);
    return dex;
  }

  @Test
  void whatTheVmLacksNeedsTheFramework() throws Exception {
    Path dex = dex("class P { android.net.Uri a; }", "android.net.Uri");

    assertThat(PlatformOption.absent(List.of(dex))).isEqualTo("android.net.Uri");
  }

  @Test
  void whatTheVmHasDoesNot() throws Exception {
    Path dex = dex("class P { android.util.Log a; }", "android.util.Log");

    assertThat(PlatformOption.absent(List.of(dex))).isNull();
  }

  @Test
  void librariesThatBeginLikeItDoNot() throws Exception {
    Path dex = dex("class P { android.support.v4.X a; }", "android.support.v4.X");

    assertThat(PlatformOption.absent(List.of(dex))).isNull();
  }

  @Test
  void theVmsOwnPlatformNeedsNoOtherProcess() throws Exception {
    Path dex = dex("class P { android.net.Uri a; }", "android.net.Uri");
    var option = new PlatformOption();
    option.chosen = PlatformOption.Kind.CORE;

    assertThat(option.isNeeded(ProgramEngine.TRANSLATED, List.of(dex))).isFalse();
  }

  @Test
  void androidsOwnRuntimeHasItsOwnClasses() throws Exception {
    Path dex = dex("class P { android.net.Uri a; }", "android.net.Uri");
    var option = new PlatformOption();
    assertThat(option.isNeeded(ProgramEngine.ART, List.of(dex))).isFalse();

    option.chosen = PlatformOption.Kind.ANDROID;
    assertThat(option.isNeeded(ProgramEngine.ART, List.of(dex))).isFalse();
    assertThat(PlatformOption.namesFramework(List.of(dex))).isTrue();
  }

  @Test
  void sourcesThatNameAndroidAreCompiledAgainstIt() throws Exception {
    Path named = Files.writeString(folder.resolve("A.java"), "class A { android.os.Debug debug; }");
    Path other = Files.writeString(folder.resolve("B.java"), "class B { String android; }");
    var option = new PlatformOption();
    option.chosen = PlatformOption.Kind.CORE;

    assertThat(option.forCompiler(named)).isNotEmpty().allMatch(Files::exists);
    assertThat(option.forCompiler(other)).isEmpty();
  }
}
