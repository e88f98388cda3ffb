package dev.dexscope.cli.packages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.cli.Run;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.ClassBuilder;
import dev.dexscope.dex.write.DexBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code inject} on a dex file; packages are the business of the module's own tests. */
class InjectCommandTest {
  @TempDir private Path folder;
  private Path dex;
  private Path out;

  @BeforeEach
  void makeFile() throws IOException {
    DexBuilder builder = DexBuilder.ofVersion(35);
    builder.define("La/b;", InjectCommandTest::methodOf);
    dex = Files.write(folder.resolve("in.dex"), builder.build());
    out = folder.resolve("out.dex");
  }

  private static void methodOf(ClassBuilder c) {
    c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "c", Proto.of("V", "I"))
        .code(
            0,
            b -> {
              b.literal(Opcode.ADD_INT_LIT8, 0, 0, 1);
              b.literal(Opcode.ADD_INT_LIT8, 0, 0, 2);
              b.invoke(
                  Opcode.INVOKE_STATIC,
                  MethodRef.of("Ljava/lang/Integer;", "toString", "(I)Ljava/lang/String;"),
                  0);
              b.emit(Opcode.RETURN_VOID);
            });
  }

  @Test
  void saysWhatItHasDone() throws IOException {
    Run run = Run.of("inject", dex.toString(), "-o", out.toString());

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("1 methods", "1 instrumented", "written " + out);
    assertThat(DexFile.open(out).getFirst().findClass("Ldev/dexscope/probe/Profiler;")).isNotNull();
    assertThat(folder.resolve("out.dex.methods.txt")).hasContent("a.b\tc\t(I)V\t\n");
  }

  @Test
  void namesAreThoseOfTheSources() throws IOException {
    Path mapping =
        Files.writeString(
            folder.resolve("mapping.txt"), "com.acme.Tool -> a.b:\n    void run(int) -> c\n");

    Run run =
        Run.of(
            "inject",
            dex.toString(),
            "-o",
            out.toString(),
            "--json",
            "--mapping",
            mapping.toString());

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).contains("\"instrumented\" : 1", "\"left\" : [ ]");
    assertThat(folder.resolve("out.dex.methods.txt")).hasContent("com.acme.Tool\trun\t(I)V\t\n");
  }

  @Test
  void selectionsAreKept() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("select.tau"),
            """
            BEGIN_EXCLUDE_LIST
            a.b.c#
            END_EXCLUDE_LIST
            BEGIN_FILE_INCLUDE_LIST
            END_FILE_INCLUDE_LIST
            """);

    String[] words = {"inject", dex + "", "-o", out + "", "--select", file + "", "--force"};
    Run run = Run.of(words);
    Run refused = Run.of(Arrays.copyOf(words, words.length - 1));

    assertThat(run.out()).contains("0 instrumented", "1 skipped: not selected");
    assertThat(run.err()).contains("BEGIN_FILE_INCLUDE_LIST means nothing here");
    assertThat(refused.exit()).isEqualTo(3);
    assertThat(refused.err()).contains("dexscope: no methods remain to be instrumented, ");
  }

  @Test
  void wrongOptionsAreSaid() {
    Run mode = Run.of("inject", dex.toString(), "-o", out.toString(), "--mode", "half");
    Run pattern = Run.of("inject", dex.toString(), "-o", out.toString(), "--include", "@");
    Run clock = Run.of("inject", dex.toString(), "-o", out.toString(), "--clock", "sun");
    Run timeless =
        Run.of("inject", dex.toString(), "-o", out.toString(), "--trace", "--clock", "none");

    assertThat(mode.exit()).isEqualTo(2);
    assertThat(mode.err()).contains("no mode half");
    assertThat(pattern.exit()).isEqualTo(2);
    assertThat(clock.err()).contains("no clock sun; use wall, cpu or none");
    assertThat(timeless.exit()).isEqualTo(2);
    assertThat(out).doesNotExist();
  }

  @Test
  void whatAFileHasNoPlaceForIsRefused() {
    Run clock = Run.of("inject", dex.toString(), "-o", out.toString(), "--clock", "none");
    Run debuggable = Run.of("inject", dex.toString(), "-o", out.toString(), "--debuggable");

    assertThat(clock.exit()).isEqualTo(2);
    assertThat(clock.err()).contains("a dex file has no place for --trace, --clock", "-Dtau.conf=");
    assertThat(debuggable.exit()).isEqualTo(2);
    assertThat(debuggable.err()).contains("no manifest for --debuggable");
    assertThat(out).doesNotExist();
  }

  private Path apk(String application) throws IOException {
    Manifest manifest = Manifest.create("com.acme", 21, 34);
    manifest.set("application@name=" + application);
    Path apk = folder.resolve("app.apk");
    new ZipRewriter(ZipArchive.empty("app.apk"))
        .put(Manifest.ENTRY, manifest.write())
        .put("classes.dex", Files.readAllBytes(dex))
        .write(apk);
    return apk;
  }

  @Test
  void blockersStopItUnlessForced() throws IOException {
    String apk = apk("com.stub.StubApp").toString();
    Path changed = folder.resolve("out.apk");

    Run stopped = run("inject", apk, "-o", changed.toString());
    assertThat(stopped.exit()).isEqualTo(1);
    assertThat(stopped.err())
        .contains("dexscope: blocker packer: protected by 360 Jiagu", "--force");
    assertThat(stopped.out()).isEmpty();
    assertThat(folder).isDirectoryNotContaining("glob:**out.apk*");
    assertThat(run("inject", apk, "-o", changed.toString(), "--json").out())
        .contains("\"id\" : \"packer\"");

    Run forced = run("inject", apk, "-o", changed.toString(), "--force");
    assertThat(forced.exit()).as(forced.err()).isZero();
    assertThat(forced.err()).contains("blocker packer");
    assertThat(changed).exists();
  }

  @Test
  void theAppsOwnCodeAloneIsTakenAndWhatToTypeNextIsSaid() throws IOException {
    Manifest manifest = Manifest.create("a.b", 21, 34);
    manifest.addLauncherActivity("a.b.Main");
    DexBuilder libraries = DexBuilder.ofVersion(35);
    for (String type : new String[] {"La/b/Main;", "La/lib/X;"}) {
      libraries.define(type, InjectCommandTest::methodOf);
    }
    Path apk = folder.resolve("app.apk");
    new ZipRewriter(ZipArchive.empty("app.apk"))
        .put(Manifest.ENTRY, manifest.write())
        .put("classes.dex", libraries.build())
        .write(apk);
    Path changed = folder.resolve("out.apk");

    Run run =
        run("inject", apk + "", "-o", changed + "", "--app-only", "--trace", "--clock", "cpu");

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err()).contains("dexscope: the app's own packages: a.b\n");
    assertThat(run.out())
        .contains("1 instrumented", "adb install " + changed, "am start -n a.b/a.b.Main")
        .endsWith("  dexscope report profiles/dexscope.0.calls\n");
    try (ZipArchive zip = ZipArchive.open(changed)) {
      assertThat(zip.find("assets/tau.conf").orElseThrow().read())
          .asString()
          .isEqualTo("TAU_TRACE=1\nTAU_METRICS=TIME:CPU_TIME\n");
    }
    Run jar = Run.of("inject", dex.toString(), "-o", out.toString(), "--app-only");
    assertThat(jar.exit()).isEqualTo(2);
  }

  @Test
  void whatWasInjectedIsRefused() throws IOException {
    assertThat(Run.of("inject", dex.toString(), "-o", out.toString()).exit()).isZero();

    Run twice = Run.of("inject", out.toString(), "-o", folder.resolve("2.dex").toString());

    assertThat(twice.exit()).isEqualTo(3);
    assertThat(twice.err()).startsWith("dexscope: the profiler is in this code already");
  }

  private Run run(String... words) throws IOException {
    Path password = Files.writeString(folder.resolve("password"), "dexscope");
    Path keystore = folder.resolve("debug.keystore");
    DebugKeystore.openOrCreate(keystore);
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--keystore", keystore + "", "--keystore-pass", "file:" + password));
    return Run.of(all.toArray(String[]::new));
  }

  @Test
  void whatIsNoCodeIsRefused() throws IOException {
    Path text = Files.writeString(folder.resolve("a.txt"), "hello, world: this is no dex file");

    assertThat(Run.of("inject", text.toString(), "-o", out.toString()).exit()).isEqualTo(3);
    assertThat(out).doesNotExist();
  }
}
