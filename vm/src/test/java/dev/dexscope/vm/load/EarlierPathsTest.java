package dev.dexscope.vm.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A library's class files are used again where all that they depend on is the same. */
class EarlierPathsTest {
  @TempDir private Path folder;
  private Path lib = Path.of("");
  private Path base = Path.of("");

  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Unobserved());
  }

  @BeforeEach
  void libraries() throws Exception {
    base = dex("base", "class Base { int twice(int x) { return 2 * x; } }");
    lib = dex("lib", "class Lib extends Base { int four() { return twice(2); } }", base);
  }

  private Path dex(String name, String source, Path... libraries) throws Exception {
    Path classes = Files.createDirectories(folder.resolve(name));
    Path file = Files.writeString(classes.resolve("Source.java"), source);
    String path =
        Stream.of(libraries)
            .map(each -> folder.resolve(each.getFileName().toString().replace(".dex", "")) + "")
            .collect(Collectors.joining(":"));
    TestCompiler.javac("-cp", path, "--release", "11", "-d", classes + "", file + "");
    Path made = Files.createDirectories(folder.resolve(name + "-dex"));
    TestCompiler.d8(TestCompiler.classesIn(classes), 28, made);
    return Files.move(made.resolve("classes.dex"), folder.resolve(name + ".dex"));
  }

  private DexPaths vm(Function<Verifier, ClassTranslator> translators) {
    return new DexPaths("test", translators, folder.resolve("cache"), "1");
  }

  private static GuestCode open(DexPaths vm, Path... files) {
    String path = Stream.of(files).map(Path::toString).collect(Collectors.joining(":"));
    return vm.open(path, List.of());
  }

  /** Returns the class files of a run with this path, which leaves them for the next ones. */
  private List<byte[]> first(List<String> names, Path... files) {
    DexPaths vm = vm(ClassTranslator::translating);
    GuestCode code = open(vm, files);
    List<byte[]> made = new ArrayList<>();
    names.forEach(each -> made.add(code.classFile(each)));
    vm.saveCaches();
    return made;
  }

  /** A run that can translate nothing. */
  private GuestCode next(Path... files) {
    return open(
        vm(_ -> {
          throw new AssertionError("it has not been left");
        }),
        files);
  }

  private static void assertIsTranslated(GuestCode code, String name) {
    assertThatThrownBy(() -> code.classFile(name)).as(name).isInstanceOf(AssertionError.class);
  }

  @Test
  void librariesBesideAChangedProgramAreNotTranslatedAgain() throws Exception {
    Path app = dex("app", "class App { int x = new Lib().four(); }", lib, base);
    List<byte[]> made = first(List.of("App", "Lib", "Base"), app, lib, base);
    Path changed = dex("changed", "class App { long x = new Lib().four(); }", lib, base);

    GuestCode code = next(changed, lib, base);
    assertThat(code.classFile("Lib")).isEqualTo(made.get(1));
    assertThat(code.classFile("Base")).isEqualTo(made.get(2));
    assertIsTranslated(code, "App");
  }

  @Test
  void aClassOfTheProgramThatALibraryUsesChangesTheLibrary() throws Exception {
    Path app = dex("app", "class App { }");
    first(List.of("App", "Lib", "Base"), app, lib, base);
    Path own = dex("own", "class Base { final int twice(int x) { return x + x; } }");

    GuestCode code = next(own, lib, base);
    assertIsTranslated(code, "Lib");
    GuestCode without = next(app, lib);
    assertIsTranslated(without, "Lib");
  }

  @Test
  void aLibraryThatAnotherUsesChangesThatOneToo() throws Exception {
    Path app = dex("app", "class App { Lib lib; }", lib, base);
    List<byte[]> made = first(List.of("Lib", "Base"), app, lib, base);
    Path newer = dex("newer", "class Base { int twice(int x) { return x << 1; } }");

    assertIsTranslated(next(app, lib, newer), "Lib");
    assertThat(next(app, base).classFile("Base")).isEqualTo(made.get(1));
  }

  /** As R8 makes it: then the library's class gets a constructor that leads past its own. */
  @Test
  void aSubclassThatSkipsAConstructorOfALibraryChangesTheLibrary() throws Exception {
    List<byte[]> made = first(List.of("Lib", "Base"), subclass("app", "Lib"), lib, base);

    GuestCode same = next(subclass("other", "Lib"), lib, base);
    assertThat(same.classFile("Lib")).isEqualTo(made.get(0));
    GuestCode skips = next(subclass("skips", "Base"), lib, base);
    assertIsTranslated(skips, "Lib");
    assertThat(skips.classFile("Base")).isEqualTo(made.get(1));
  }

  private Path subclass(String name, String constructed) throws IOException {
    byte[] dex =
        Assembled.dex(
            folder,
            """
            .class public LApp;
            .super LLib;
            .field public %s:I
            .method public constructor <init>()V
              .registers 1
              invoke-direct {p0}, L%s;-><init>()V
              return-void
            .end method
            """
                .formatted(name, constructed));
    return Files.write(folder.resolve(name + ".dex"), dex);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "../../x 1 0",
        "0123456789abcdef.classes 999999999 %1$s",
        "%2$s 999999999 %1$s",
        "%2$s 0 %1$s"
      })
  void damagedNotesAreNone(String line) throws Exception {
    Path app = dex("app", "class App { }");
    first(List.of("Lib"), app, lib, base);
    String digest = "0123456789abcdef".repeat(4);
    String cache = named(".classes").getFirst().getFileName().toString();
    for (Path each : named(".file")) {
      Files.writeString(each, String.format(line, digest, cache));
    }

    assertIsTranslated(next(dex("other", "class Other { }"), lib, base), "Lib");
  }

  @Test
  void aNoteThatHasGrownIsNone() throws Exception {
    Path app = dex("app", "class App { }");
    first(List.of("Lib"), app, lib, base);
    for (Path each : named(".file")) {
      Files.writeString(each, "\n" + "x".repeat(1 << 12), StandardOpenOption.APPEND);
    }

    assertIsTranslated(next(dex("other", "class Other { }"), lib, base), "Lib");
  }

  private List<Path> named(String suffix) throws IOException {
    try (Stream<Path> all = Files.list(folder.resolve("cache"))) {
      List<Path> found = all.filter(each -> each.toString().endsWith(suffix)).toList();
      assertThat(found).isNotEmpty();
      return found;
    }
  }

  @Test
  void partsLeadToThoseWithTheClassesThatTheyName() throws Exception {
    Path other = dex("other", "class Other { }");
    Path app = dex("app", "class App { Lib[] all; Other other; } class Base { }", lib, other);
    List<EarlierPaths.Part> parts = new ArrayList<>();
    for (Path each : List.of(app, lib, base, other)) {
      parts.add(new EarlierPaths.Part("", DexFile.open(each)));
    }

    assertThat(EarlierPaths.leadsTo(parts))
        .as("the program's Base is in front of the library's, so that both lead to each other")
        .containsExactly(bits(0, 1, 3), bits(0, 1, 3), bits(0, 1, 2, 3), bits(3));
  }

  @Test
  void librariesInAPackageOfSeveralDexFilesAreNotTranslatedAgain() throws Exception {
    Path app = dex("app", "class App { int x = new Lib().four(); }", lib, base);
    List<byte[]> made = first(List.of("App", "Lib", "Base"), zip("app.apk", app, lib, base));
    Path changed = dex("changed", "class App { long x = new Lib().four(); }", lib, base);

    GuestCode code = next(zip("changed.apk", changed, lib, base));
    assertThat(code.classFile("Lib")).isEqualTo(made.get(1));
    assertThat(code.classFile("Base")).isEqualTo(made.get(2));
    assertIsTranslated(code, "App");
    Path newer = dex("newer", "class Base { int twice(int x) { return x << 1; } }");
    assertIsTranslated(next(zip("newer.apk", app, lib, newer)), "Lib");
  }

  private Path zip(String name, Path... dex) throws IOException {
    Path file = folder.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < dex.length; i++) {
        zip.putNextEntry(new ZipEntry("classes" + (i == 0 ? "" : i + 1) + ".dex"));
        Files.copy(dex[i], zip);
      }
    }
    return file;
  }

  private static BitSet bits(int... set) {
    var bits = new BitSet();
    for (int each : set) {
      bits.set(each);
    }
    return bits;
  }
}
