package dev.dexscope.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.Version;
import dev.dexscope.base.install.MissingToolException;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DebugInfo;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.NoCodeException;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.OddClasses;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class DexProgramTest {
  private static final D8 D8_OF_TESTS = new D8(jarOfD8(), "test", true);

  @TempDir private Path folder;
  private final StringWriter said = new StringWriter();

  private static Path jarOfD8() {
    try {
      return Path.of(Version.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (java.net.URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private DexProgram open(Path file) throws IOException {
    return open(file, DexOptions.ALONE);
  }

  private DexProgram open(Path file, DexOptions options) throws IOException {
    return DexProgram.of(
        ProgramForm.of(file), file, options, new PrintWriter(said, true), Optional.of(D8_OF_TESTS));
  }

  private static DexOptions with(Path... classPath) {
    return new DexOptions(List.of(classPath), DexOptions.LEVEL, DexOptions.Dexing.RELEASE);
  }

  private static DexOptions forLevel(int api) {
    return new DexOptions(List.of(), api, DexOptions.Dexing.RELEASE);
  }

  private Path source(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private Path compiled(Path... sources) {
    Path classes = folder.resolve("classes");
    String[] arguments = new String[2 + sources.length];
    arguments[0] = "-d";
    arguments[1] = classes.toString();
    for (int i = 0; i < sources.length; i++) {
      arguments[2 + i] = sources[i].toString();
    }
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments)).isZero();
    return classes;
  }

  private static List<String> types(Path file) throws IOException {
    return DexFile.open(file).stream()
        .flatMap(dex -> dex.classes().stream())
        .map(ClassDef::type)
        .toList();
  }

  private static String text(Path file, String entry) throws IOException {
    try (ZipArchive zip = ZipArchive.open(file)) {
      return new String(zip.find(entry).orElseThrow().read(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void aSourceIsCompiledWithThoseThatItUses() throws IOException {
    source("src/p/q/Other.java", "package p.q; record Other(int x) {}");
    Path main =
        source(
            "src/p/q/Hello.java",
            """
            package p.q;
            interface First {}
            public class Hello {
              public static void main(String[] args) { System.out.println(new Other(1)); }
            }
            """);
    Path made;

    try (DexProgram program = open(main)) {
      made = program.path();
      assertThat(made).hasFileName("Hello.jar");
      assertThat(types(made)).contains("Lp/q/Hello;", "Lp/q/Other;", "Lp/q/First;");
      assertThat(text(made, "META-INF/MANIFEST.MF")).contains("Main-Class: p.q.Hello");
    }

    // Where it was: what is kept of it by its place and times is found again.
    FileTime time = Files.getLastModifiedTime(made);
    try (DexProgram program = open(main)) {
      assertThat(program.path()).isEqualTo(made);
      assertThat(Files.getLastModifiedTime(made)).isEqualTo(time);
    }
    assertThat(said.toString()).isEmpty();
  }

  @Test
  @FullTier("a process of D8 for each program")
  void aSourceIsCompiledAgainstTheClassPath() throws IOException {
    Path lib = jar(compiled(source("A.java", "public class A {}")));
    source("more/p/B.java", "package p; public class B {}");
    Path main = source("own/Main.java", "class Main { A a; p.B b; }");

    try (DexProgram program = open(main, with(lib, folder.resolve("more")))) {
      assertThat(types(program.path())).containsExactlyInAnyOrder("LMain;", "Lp/B;");
    }
  }

  @Test
  @FullTier("a process of D8 for each program")
  void allSourcesOfAFolderAreOneProgram() throws IOException {
    source("src/p/Main.java", "package p; class Main {}");
    source("src/q/r/Other.java", "package q.r; class Other {}");
    source("src/module-info.java", "module x { requires not.there; }");

    try (DexProgram program = open(folder.resolve("src"))) {
      assertThat(program.path()).hasFileName("src.jar");
      assertThat(types(program.path())).containsExactlyInAnyOrder("Lp/Main;", "Lq/r/Other;");
    }
  }

  @Test
  void allClassFilesOfAFolderAreOneProgram() throws IOException {
    Path classes = compiled(source("A.java", "class A { class B {} }"));

    try (DexProgram program = open(classes)) {
      assertThat(types(program.path())).containsExactlyInAnyOrder("LA;", "LA$B;");
      assertThat(DexProgram.resources(List.of(program)))
          .containsExactly(Map.entry(program.path(), classes));
    }
  }

  /** As on the class path of a JVM: what a build has copied there. */
  @Test
  void aFolderWithoutCodeHasResourcesOnTheClassPath() throws IOException {
    source("resources/a.properties", "a = b");
    Path resources = folder.resolve("resources");
    try (DexProgram program = open(resources, with(resources))) {
      assertThatThrownBy(() -> types(program.path())).isInstanceOf(NoCodeException.class);
      assertThat(DexProgram.resources(List.of(program)))
          .containsExactly(Map.entry(program.path(), resources));
    }
  }

  /** What is kept of one is not found as the other. */
  @Test
  @FullTier("a process of D8 for each program")
  void twoFilesMayHaveTheSameContent() throws IOException {
    Path classes = compiled(source("Hello.java", "class Hello {}"));
    Path base = folder.resolve("base.jar");
    try (var out = new ZipOutputStream(Files.newOutputStream(base))) {
      out.putNextEntry(new ZipEntry("Hello.class"));
      out.write(Files.readAllBytes(classes.resolve("Hello.class")));
    }
    Path head = Files.copy(base, folder.resolve("head.jar"));
    for (Path each : List.of(base, head)) {
      try (DexProgram program = open(each)) {
        assertThat(program.path()).hasFileName(each.getFileName() + "");
        assertThat(types(program.path())).containsExactly("LHello;");
      }
    }
  }

  @Test
  @FullTier("a process of D8 for each program")
  void messagesNameTheFileThatTheUserKnows() throws IOException {
    Path file = source("Hello.java", "class Hello {}");

    try (DexProgram program = open(file)) {
      assertThat(program.named("no main, " + program.path() + "; add one"))
          .isEqualTo("no main, " + file + "; add one");
    }
  }

  @Test
  void aFolderWithoutCodeIsNoProgram() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));

    assertThatThrownBy(() -> open(empty))
        .isInstanceOf(CompileException.class)
        .hasMessage(
            "no Java source and no class file in the folder, "
                + empty
                + "; name another one, or a file");
  }

  @Test
  void kotlinHasToBeCompiledBefore() throws IOException {
    Path file = source("k/Hello.kt", "fun main() {}");

    for (Path each : List.of(file, file.getParent())) {
      assertThatThrownBy(() -> open(each))
          .isInstanceOf(CompileException.class)
          .hasMessage(
              "Kotlin source is not compiled here, "
                  + each
                  + "; first type: kotlinc "
                  + each
                  + " -include-runtime -d app.jar, then use app.jar");
    }
  }

  @Test
  void whatDoesNotCompileIsSaidByTheCompiler() throws IOException {
    Path file = source("Bad.java", "class Bad { int x = ; }");

    assertThatThrownBy(() -> open(file))
        .isInstanceOf(CompileException.class)
        .hasMessage("does not compile, " + file + "; see the compiler's messages above");
    assertThat(said.toString()).contains("Bad.java:1: error: illegal start of expression");
  }

  @Test
  @FullTier("a process of D8 for each program")
  void aClassFileBringsItsInnerClasses() throws IOException {
    Path classes = compiled(source("Outer.java", "class Outer { class Inner {} } class Outer2 {}"));

    try (DexProgram program = open(classes.resolve("Outer.class"))) {
      assertThat(types(program.path())).containsExactlyInAnyOrder("LOuter;", "LOuter$Inner;");
    }
  }

  private Path jar(Path classes, String... others) throws IOException {
    Path jar = folder.resolve("lib.jar");
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (String name : new String[] {"A.class", "module-info.class"}) {
        if (Files.exists(classes.resolve(name))) {
          zip.putNextEntry(new ZipEntry(name));
          Files.copy(classes.resolve(name), zip);
        }
      }
      zip.putNextEntry(new ZipEntry("META-INF/versions/21/A.class"));
      Files.copy(classes.resolve("A.class"), zip);
      for (String name : others) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write("Manifest-Version: 1.0\nMulti-Release: true\n".getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  @Test
  @FullTier("a process of D8 for each program")
  void aJarKeepsWhatIsNoClass() throws IOException {
    Path classes =
        compiled(source("A.java", "class A {}"), source("module-info.java", "module m {}"));
    Path jar = jar(classes, "META-INF/MANIFEST.MF", "META-INF/X.SF", "META-INF/X.RSA", "a.txt");

    try (DexProgram program = open(jar)) {
      assertThat(types(program.path())).containsExactly("LA;");
      try (ZipArchive zip = ZipArchive.open(program.path())) {
        assertThat(zip.entries().stream().map(Entry::name))
            .containsExactlyInAnyOrder("META-INF/MANIFEST.MF", "a.txt", "classes.dex");
      }
      assertThat(text(program.path(), "META-INF/MANIFEST.MF")).contains("Multi-Release");
      assertThat(DexProgram.resources(List.of(program)))
          .containsExactly(Map.entry(program.path(), jar));
    }
  }

  @Test
  void classesOfTheFutureAreSaidToBeTooNew() throws IOException {
    Path file = compiled(source("A.java", "class A {}")).resolve("A.class");
    byte[] bytes = Files.readAllBytes(file);
    bytes[7] = 99;
    Files.write(file, bytes);

    assertThatThrownBy(() -> open(file))
        .isInstanceOf(CompileException.class)
        .hasMessage(
            "its classes are newer than this D8 knows (Unsupported class file major version 99), "
                + file
                + "; compile them with javac --release 21");
  }

  @Test
  void damagedClassesAreRefused() throws IOException {
    Path file = compiled(source("A.java", "class A {}")).resolve("A.class");
    Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), 60));

    assertThatThrownBy(() -> open(file))
        .isInstanceOf(CompileException.class)
        .hasMessageStartingWith("D8 refuses it: ");
  }

  @Test
  void aFileOfAnotherKindIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "hello");

    assertThatThrownBy(() -> DexProgram.of(file, new PrintWriter(said)))
        .isInstanceOf(CompileException.class)
        .hasMessageStartingWith("is text, not a program, " + file);
  }

  @Test
  void aMissingFileOfTheClassPathIsNamed() throws IOException {
    Path source = source("A.java", "class A {}");
    Path jar = jar("First", 0);
    Path missing = folder.resolve("missing.jar");

    for (Path file : List.of(source, jar)) {
      assertThatThrownBy(() -> open(file, with(jar, missing)))
          .isInstanceOf(NoSuchFileException.class)
          .hasMessage(missing.toString());
    }
  }

  @Test
  @FullTier("a process of D8 for each program")
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNoFaultOfTheClasses() throws IOException {
    Path file = compiled(source("A.java", "class A {}")).resolve("A.class");
    Path full = Files.createSymbolicLink(folder.resolve("full.zip"), Path.of("/dev/full"));
    var work = new D8.Work(file, List.of(file), full);

    assertThatThrownBy(() -> D8_OF_TESTS.run(work, List.of(), DexOptions.ALONE))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining("No space left on device");
  }

  /** Jars of a class path are made together; without D8 the second is found where it is kept. */
  @Test
  void theJarsOfAClassPathAreMadeByOneProcess() throws IOException {
    Path first = jar("First", 0);
    Path second = jar("Second", 0);
    var none = new D8(folder.resolve("none.jar"), "test", true);

    try (DexProgram program = open(first, with(first, second))) {
      assertThat(types(program.path())).hasSize(1);
    }

    var messages = new PrintWriter(said, true);
    try (DexProgram program =
        DexProgram.of(ProgramForm.JAR, second, with(first, second), messages, Optional.of(none))) {
      assertThat(types(program.path())).singleElement().asString().startsWith("LSecond");
      assertThat(text(program.path(), "about.txt")).isEqualTo("Second");
    }
  }

  @Test
  void aJarThatIsRefusedIsNamedWhenItIsItsTurn() throws IOException {
    Path first = jar("First", 0);
    Path second = jar("Second", 99);

    try (DexProgram program = open(first, with(first, second))) {
      assertThat(types(program.path())).hasSize(1);
    }

    assertThatThrownBy(() -> open(second, with(first, second)))
        .isInstanceOf(CompileException.class)
        .hasMessageContaining("its classes are newer")
        .hasMessageContaining(second.toString());
  }

  /** A jar that no other test has made. */
  private Path jar(String name, int version) throws IOException {
    String own = name + System.nanoTime();
    Path classes = compiled(source(own + ".java", "class " + own + " {}"));
    byte[] bytes = Files.readAllBytes(classes.resolve(own + ".class"));
    bytes[7] = version == 0 ? bytes[7] : (byte) version;
    Path jar = folder.resolve(name + ".jar");
    try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry(own + ".class"));
      out.write(bytes);
      out.putNextEntry(new ZipEntry("about.txt"));
      out.write(name.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  /** See TetherTest of base: then it ends with this process, whatever ends that. */
  @Test
  void d8IsTiedToThisProcess() throws IOException {
    Path classes =
        compiled(
            source(
                "com/android/tools/r8/D8.java",
                """
                package com.android.tools.r8;
                public class D8 {
                  public static void main(String[] args) {
                    System.out.println("tied: " + Thread.getAllStackTraces().keySet().stream()
                        .anyMatch(thread -> thread.getName().equals("tether")));
                    System.exit(1);
                  }
                }
                """));
    var d8 = new D8(classes, "test", true);
    Path program = classes.resolve("com/android/tools/r8/D8.class");

    assertThatThrownBy(() ->
            DexProgram.of(
                ProgramForm.CLASS,
                program,
                DexOptions.ALONE,
                new PrintWriter(said),
                Optional.of(d8)))
        .isInstanceOf(CompileException.class)
        .hasMessageContaining("tied: true");
  }

  @Test
  void allElseIsAsItIs() throws IOException {
    Path dex = source("a.txt", "dex\n035\0");
    Path zip = folder.resolve("a.zip");
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("a.class"));
      out.putNextEntry(new ZipEntry("classes.dex"));
    }
    Path broken = Files.write(folder.resolve("b.jar"), new byte[] {'P', 'K', 3, 4});

    for (Path each : List.of(dex, zip, broken)) {
      try (DexProgram program = DexProgram.of(each, new PrintWriter(said, true))) {
        assertThat(program.path()).isEqualTo(each);
        assertThat(DexProgram.resources(List.of(program))).containsExactly(Map.entry(each, each));
      }
      assertThat(each).exists();
    }
  }

  /** As JUnit's jar that only depends on others: it has no dex code, but may have resources. */
  @Test
  void aJarWithADescriptionOfAModuleAloneIsNoJarOfClasses() throws IOException {
    for (String name : List.of("module-info.class", "META-INF/versions/9/module-info.class")) {
      Path jar = jar("only.jar", Map.of(name, new byte[] {1}, "a.txt", new byte[] {2}));

      assertThat(ProgramForm.of(jar)).as(name).isEqualTo(ProgramForm.OTHER);
    }
  }

  /** D8 leaves them out of a method in which nothing can fail. */
  @Test
  void agentsGetAllLinesAndTheNamesOfVariables() throws IOException {
    Path file = source("A.java", "class A {\n  int m(int number) {\n    return -number;\n  }\n}");

    assertThat(debugInfo(file, DexOptions.ALONE)).isNull();
    DebugInfo found =
        Objects.requireNonNull(
            debugInfo(file, new DexOptions(List.of(), DexOptions.LEVEL, DexOptions.Dexing.DEBUG)));
    assertThat(found.parameterNames()).containsExactly("number");
  }

  /** The first level with {@code java.lang.Record} in its library, as D8 sees it, is 35. */
  @Test
  @FullTier("a process of D8 for each program")
  void recordsAreRecordsFromTheLevelThatHasThem() throws IOException {
    Path file = source("A.java", "record A(int value) {}");

    assertThat(superclassOfA(file, DexOptions.LEVEL)).isEqualTo("Lcom/android/tools/r8/RecordTag;");
    assertThat(superclassOfA(file, 35)).isEqualTo("Ljava/lang/Record;");
  }

  private @Nullable String superclassOfA(Path file, int api) throws IOException {
    try (DexProgram program = open(file, forLevel(api))) {
      for (ClassDef each : DexFile.open(program.path()).getFirst().classes()) {
        if (each.type().equals("LA;")) {
          return each.superclass();
        }
      }
    }
    throw new AssertionError("no A");
  }

  private @Nullable DebugInfo debugInfo(Path file, DexOptions options) throws IOException {
    try (DexProgram program = open(file, options)) {
      ClassDef type = DexFile.open(program.path()).getFirst().classes().getFirst();
      for (EncodedMethod each : type.data().methods()) {
        if (each.ref().name().equals("m")) {
          return Objects.requireNonNull(each.code()).debugInfo();
        }
      }
    }
    throw new AssertionError("no m");
  }

  @Test
  void withoutD8ItSaysWhatToType() throws IOException {
    Path file = source("A.java", "class A {}");
    var out = new PrintWriter(said, true);

    assertThatThrownBy(
            () -> DexProgram.of(ProgramForm.JAVA, file, DexOptions.ALONE, out, Optional.empty()))
        .isInstanceOf(MissingToolException.class)
        .hasMessage(
            "Java source, of which D8 makes dex code, which is not here, "
                + file
                + "; type: dexscope d8 install");
  }

  private static final DexOptions QUICK =
      new DexOptions(List.of(), DexOptions.LEVEL, DexOptions.Dexing.QUICK);

  private DexProgram quickly(Path file, Optional<D8> d8) throws IOException {
    return DexProgram.of(ProgramForm.of(file), file, QUICK, new PrintWriter(said, true), d8);
  }

  @Test
  void ourOwnDexerMakesProgramsWithoutD8() throws IOException {
    Path main = source("s/Main.java", "class Main { record R(int x) {} Runnable r = () -> {}; }");
    compiled(main);
    try (DexProgram program = quickly(main, Optional.empty());
        DexProgram folderOfClasses = quickly(folder.resolve("classes"), Optional.empty());
        DexProgram file = quickly(folder.resolve("classes/Main.class"), Optional.empty())) {
      for (DexProgram each : List.of(program, folderOfClasses, file)) {
        assertThat(types(each.path()))
            .contains("LMain;", "LMain$R;", "LMain$$ExternalSyntheticLambda0;")
            .contains("Lcom/android/tools/r8/RecordTag;");
      }
    }
  }

  /** D8 alone calls them {@code Main$0}, which traces of both would show as two classes. */
  @Test
  void lambdaExpressionsAreNamedTheSameByWhateverMakesThem() throws IOException {
    Path main = source("s/Main.java", "class Main { Runnable r = () -> {}; }");

    for (DexOptions.Dexing each : DexOptions.Dexing.values()) {
      try (DexProgram program = open(main, new DexOptions(List.of(), DexOptions.LEVEL, each))) {
        assertThat(types(program.path()))
            .contains("LMain;", "LMain$$ExternalSyntheticLambda0;")
            .doesNotContain("LMain$0;");
      }
    }
  }

  private Path jar(String name, Map<String, byte[]> classes) throws IOException {
    Path jar = folder.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, byte[]> each : classes.entrySet()) {
        zip.putNextEntry(new ZipEntry(each.getKey()));
        zip.write(each.getValue());
        zip.closeEntry();
      }
    }
    return jar;
  }

  @Test
  void d8MakesWhatOurOwnDexerLeaves() throws IOException {
    compiled(source("New.java", "class New { Runnable r = () -> {}; }"));
    byte[] other = Files.readAllBytes(folder.resolve("classes/New.class"));
    Path jar =
        jar(
            "both.jar",
            Map.of("New.class", other, "Odd.class", OddClasses.withDynamicConstant("Odd")));

    try (DexProgram program = quickly(jar, Optional.of(D8_OF_TESTS))) {
      assertThat(types(program.path()))
          .contains("LNew;", "LNew$$ExternalSyntheticLambda0;", "LOdd;");
    }
    assertThatThrownBy(() -> quickly(jar, Optional.empty()))
        .isInstanceOf(MissingToolException.class)
        .hasMessageContaining("a class of which only D8 makes dex code, which is not here")
        .hasMessageContaining("type: dexscope d8 install");
  }

  @Test
  void aDamagedClassIsReportedByD8() throws IOException {
    Path jar = jar("broken.jar", Map.of("A.class", new byte[] {1, 2, 3}));
    assertThatThrownBy(() -> quickly(jar, Optional.of(D8_OF_TESTS)))
        .isInstanceOf(CompileException.class)
        .hasMessageContaining("D8 refuses it")
        .hasMessageContaining(jar.toString());
  }

  /** The program is large enough for a process of its own. */
  @Test
  void aLargeProgramIsMadeInAnotherProcessAndIsTheSame() throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    byte[] noise = new byte[500_000];
    new Random(1).nextBytes(noise);
    for (int i = 0; i < 20; i++) {
      classes.put("C" + i + ".class", plain("C" + i));
    }
    classes.put("data.bin", noise);
    Path large = jar("large.jar", classes);
    classes.remove("data.bin");
    Path small = jar("small.jar", classes);

    var first = new D8.Work(large, List.of(large), folder.resolve("first.zip"));
    var other = new D8.Work(small, List.of(small), folder.resolve("other.zip"));
    var here = new D8.Work(small, List.of(small), folder.resolve("here.zip"));
    var dexer = new QuickDex(QUICK, Optional.empty());

    // Only another process makes those that come after the first one.
    assertThat(dexer.run(first, List.of(other))).isTrue();
    assertThat(dexer.run(here, List.of())).isTrue();

    assertThat(types(first.output())).hasSize(20);
    assertThat(entry(first.output())).isEqualTo(entry(here.output()));
    assertThat(entry(other.output())).isEqualTo(entry(here.output()));
  }

  private static byte[] entry(Path jar) throws IOException {
    try (ZipArchive zip = ZipArchive.open(jar)) {
      return zip.find("classes.dex").orElseThrow().read();
    }
  }

  private static byte[] plain(String name) {
    return ClassFile.of().build(ClassDesc.of(name), to -> to.withVersion(49, 0));
  }
}
