package dev.dexscope.vm.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.testkit.TestCompiler;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.runtime.GuestCode;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The state that the loaders of one VM share, and that the next VM finds. */
class DexPathsTest {
  @BeforeAll
  static void startVm() {
    Vm.start(Engine.TRANSLATED, null, new Unobserved());
  }

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final String PROGRAM =
      "class One {} class Two { One one; { one = new One(); } } class Three {}"
          + " class Program { static void main(String[] words) { new Two(); } }";

  @TempDir private Path folder;
  private Path dex = Path.of("");

  @BeforeEach
  void program() throws Exception {
    Path source = Files.writeString(folder.resolve("Program.java"), PROGRAM);
    TestCompiler.javac("--release", "11", "-d", folder.toString(), source.toString());
    TestCompiler.d8(TestCompiler.classesIn(folder), 28, folder);
    dex = folder.resolve("classes.dex");
  }

  private DexPaths vm(Function<Verifier, ClassTranslator> translators) {
    return new DexPaths("test", translators, folder.resolve("cache"), "1");
  }

  private DexPaths vm() {
    return vm(ClassTranslator::translating);
  }

  /** One that has nothing to translate. */
  private DexPaths nextRun() {
    return vm(_ -> {
      throw new AssertionError("it is in the cache");
    });
  }

  private static GuestCode open(DexPaths vm, Path file) {
    return vm.open(file.toString(), List.of());
  }

  @Test
  void loadersOfOnePathAddToOneCache() {
    DexPaths vm = vm();
    byte[] one = open(vm, dex).classFile("One");
    assertThat(open(vm, dex).classFile("Two")).isNotNull();
    vm.saveCaches();

    GuestCode next = open(nextRun(), dex);
    assertThat(next.classFile("One")).isEqualTo(one);
    assertThat(next.classFile("Two")).isNotNull();
  }

  @Test
  void processesAddToOneCache() {
    DexPaths first = vm();
    open(first, dex).classFile("One");
    first.saveCaches();
    DexPaths second = vm();
    DexPaths third = vm();
    GuestCode ofSecond = open(second, dex);
    GuestCode ofThird = open(third, dex);
    assertThat(ofSecond.classFile("Two")).isNotNull();
    assertThat(ofThird.classFile("Three")).isNotNull();
    third.saveCaches();
    second.saveCaches();

    GuestCode next = open(nextRun(), dex);
    for (String each : List.of("One", "Two", "Three")) {
      assertThat(next.classFile(each)).as(each).isNotNull();
    }
  }

  @Test
  void whatAProgramLeadsToIsTranslatedBeforeItRuns() {
    DexPaths vm = vm();
    ((DexPath) open(vm, dex)).translateFrom("Program", 100);
    vm.saveCaches();

    DexPaths next = nextRun();
    ((DexPath) open(next, dex)).translateFrom("Three", 100);
    GuestCode code = open(next, dex);
    for (String each : List.of("Program", "One", "Two")) {
      assertThat(code.classFile(each)).as(each).isNotNull();
    }
    assertThatThrownBy(() -> code.classFile("Three")).isInstanceOf(AssertionError.class);
  }

  @Test
  void thatThereIsNoClassOfANameIsKnownWithoutTheFile() throws IOException {
    DexPaths vm = vm();
    assertThat(open(vm, dex).classFile("Absent")).isNull();
    vm.saveCaches();

    GuestCode next = open(nextRun(), dex);
    Path away = Files.move(dex, folder.resolve("away.dex"));
    assertThat(next.classFile("Absent")).isNull();
    Files.move(away, dex);
    assertThatThrownBy(() -> next.classFile("Three"))
        .as("the file is read for the first time")
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void resourcesAreThoseOfTheJarThatAProgramWasMadeOf() throws IOException {
    Path made = zip("made.jar", "code", "table.txt");
    Path jar = zip("tool.jar", "code", "Program.class");
    DexPaths vm = vm();
    vm.setResources(Map.of(made, jar));
    GuestCode code = open(vm, made);

    assertThat(addresses(code, "Program.class"))
        .containsExactly("jar:" + jar.toFile().toURI() + "!/Program.class");
    assertThat(addresses(code, "code")).containsExactly("jar:" + jar.toFile().toURI() + "!/code");
    assertThat(addresses(code, "table.txt"))
        .containsExactly("jar:" + made.toFile().toURI() + "!/table.txt");
    assertThat(open(vm, zip("other.jar", "code")).resources("Program.class")).isEmpty();
  }

  @Test
  void resourcesAreThoseOfTheFolderThatAProgramWasMadeOf() throws IOException {
    Path made = zip("made.jar", "code");
    Path classes = folder.resolve("classes with space");
    Path file = Files.createDirectories(classes.resolve("p")).resolve("a.txt");
    Files.writeString(file, "text");
    DexPaths vm = vm();
    vm.setResources(Map.of(made, classes));
    GuestCode code = open(vm, made);

    assertThat(addresses(code, "p/a.txt")).containsExactly(file.toUri().toURL().toString());
    assertThat(addresses(code, "p/./../p/a.txt")).containsExactly(file.toUri().toURL().toString());
    for (String each : List.of("none", "../made.jar", made.toString(), "nul\0")) {
      assertThat(addresses(code, each)).as(each).isEmpty();
    }
  }

  private static List<String> addresses(GuestCode code, String name) {
    return code.resources(name).stream().map(URL::toString).toList();
  }

  private Path zip(String name, String... entries) throws IOException {
    Path file = folder.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String each : entries) {
        zip.putNextEntry(new ZipEntry(each));
      }
    }
    return file;
  }

  @Test
  void manyLoadersNeedFewFileDescriptors() throws IOException {
    List<Path> files = new ArrayList<>();
    DexPaths vm = vm();
    for (int i = 0; i < 100; i++) {
      files.add(Files.copy(dex, folder.resolve(i + ".dex")));
      open(vm, files.getLast()).classFile("One");
    }
    vm.saveCaches();
    DexPaths next = nextRun();
    List<GuestCode> all = new ArrayList<>();
    int before = descriptors();
    for (int i = 0; i < 100; i++) {
      all.add(open(next, files.get(i)));
      all.add(open(next, dex));
    }
    for (int i = 0; i < all.size(); i += 2) {
      assertThat(all.get(i).classFile("One")).isNotNull();
    }
    assertThat(descriptors() - before).isLessThan(60);
  }

  @Test
  @Timeout(60)
  void whatNoLoaderUsesIsSavedAndClosed() throws IOException {
    DexPaths vm = vm();
    for (int i = 0; i < 20; i++) {
      open(vm, Files.copy(dex, folder.resolve(i + ".dex"))).classFile("One");
    }
    while (vm.translations().cachesInUse() > 0) {
      System.gc();
    }
    // Nobody has ended that VM.
    assertThat(open(nextRun(), folder.resolve("7.dex")).classFile("One")).isNotNull();
  }

  private static int descriptors() throws IOException {
    if (!Files.exists(DESCRIPTORS)) {
      return 0;
    }
    try (var open = Files.list(DESCRIPTORS)) {
      return (int) open.count();
    }
  }
}
