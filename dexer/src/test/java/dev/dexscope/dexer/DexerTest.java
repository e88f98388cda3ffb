package dev.dexscope.dexer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.CodeItem;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.EncodedMethod;
import dev.dexscope.dex.LineTable;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.testkit.OddClasses;
import dev.dexscope.testkit.TestCompiler;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DexerTest {
  @TempDir private Path folder;

  private List<byte[]> compile(String name, String source, String... options) throws IOException {
    Path file = Files.writeString(folder.resolve(name + ".java"), source);
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("-nowarn", "-d", folder.toString(), file.toString()));
    TestCompiler.javac(arguments.toArray(String[]::new));
    List<byte[]> files = new ArrayList<>();
    for (Path each : TestCompiler.classesIn(folder)) {
      files.add(Files.readAllBytes(each));
    }
    return files;
  }

  private static List<DexFile> parsed(List<byte[]> files) {
    List<DexFile> parsed = new ArrayList<>();
    for (byte[] each : files) {
      List<DexFile> read = DexFile.parse("made", each);
      read.forEach(DexFile::checkForLoading);
      parsed.addAll(read);
    }
    return parsed;
  }

  private static List<String> types(List<DexFile> files) {
    return files.stream().flatMap(each -> each.classes().stream()).map(ClassDef::type).toList();
  }

  private static List<ClassVerdict> verdicts(List<DexFile> files) {
    return Verifier.of(ClassPath.ofHostJdk(), files).verify();
  }

  @Test
  void whatItCannotMakeIsLeftOutAsAWhole() throws IOException {
    var dexer = new Dexer(30);
    List<byte[]> nest =
        compile("A", "class A { class B {} Runnable r() { return () -> new B(); } }");
    nest.add(OddClasses.withDynamicConstant("A$Odd"));

    assertThat(dexer.add(nest)).isFalse();
    assertThat(dexer.refusal()).isEqualTo("A$Odd: a dynamic constant");
    assertThat(dexer.add(List.of(new byte[] {1, 2, 3}))).isFalse();
    assertThat(dexer.finish()).isEmpty();

    assertThat(dexer.add(nest.subList(0, nest.size() - 1))).isTrue();
    assertThat(types(parsed(dexer.finish()))).contains("LA;", "LA$B;");
  }

  /** What loads the receiver is in the line before, and is no instruction of dex code. */
  @Test
  void anInstructionIsInTheLineThatBeginsLast() throws IOException {
    var dexer = new Dexer(30);
    List<byte[]> files = compile("A", "class A {\n int m(A a) {\n  return a\n    .m(this);\n }\n}");
    assertThat(dexer.add(files)).as(dexer.refusal()).isTrue();
    CodeItem code =
        parsed(dexer.finish()).getFirst().classes().getFirst().data().virtualMethods().stream()
            .map(EncodedMethod::code)
            .findFirst()
            .orElseThrow();

    assertThat(LineTable.of(code).line(0)).isEqualTo(4);
  }

  @Test
  void eachCallOfASubroutineHasItsCode() {
    var dexer = new Dexer(30);
    assertThat(dexer.add(List.of(OddClasses.withSubroutines("Old")))).as(dexer.refusal()).isTrue();
    List<DexFile> files = parsed(dexer.finish());
    assertThat(verdicts(files)).extracting(ClassVerdict::verdict).containsOnly(Verdict.OK);
  }

  @Test
  void moreMethodsThanAFileCanNameGoIntoAnother() {
    var dexer = new Dexer(30);
    for (int i = 0; i < 3; i++) {
      assertThat(dexer.add(List.of(withMethods("C" + i, 30_000)))).isTrue();
    }
    List<DexFile> files = parsed(dexer.finish());
    assertThat(files).hasSize(2);
    assertThat(types(files)).containsExactly("LC0;", "LC1;", "LC2;");
  }

  private static byte[] withMethods(String name, int count) {
    return ClassFile.of()
        .build(
            ClassDesc.of(name),
            to -> {
              for (int i = 0; i < count; i++) {
                to.withMethodBody(
                    "m" + i,
                    MethodTypeDesc.ofDescriptor("()V"),
                    ClassFile.ACC_STATIC,
                    code -> code.return_());
              }
            });
  }

  @Test
  void aSynchronizedMethodWithATypeThatIsAbsentIsAccepted() throws IOException {
    compile(
        "M",
        """
        class M {
          Absent r;
          synchronized Absent get() { hashCode(); return r; }
          static synchronized Absent make(int a) { return a > 0 ? null : make(a + 1); }
        }
        interface Absent {}
        """);
    var dexer = new Dexer(30);
    assertThat(dexer.add(List.of(Files.readAllBytes(folder.resolve("M.class"))))).isTrue();

    for (ClassVerdict each : verdicts(parsed(dexer.finish()))) {
      assertThat(each.verdict()).as("%s", each.failures()).isNotEqualTo(Verdict.HARD);
    }
  }

  @Test
  void parametersHaveEntriesForTheirNames() throws IOException {
    var dexer = new Dexer(30);
    dexer.add(compile("P", "class P { void m(int a, String b) {} }"));
    for (EncodedMethod each :
        parsed(dexer.finish()).getFirst().classes().getFirst().data().methods()) {
      var code = each.code();
      assertThat(code == null || code.debugInfo() == null).isFalse();
    }
  }

  @Test
  void aMethodThatIsCalledWithoutOverridingHasAPrivateCopy() throws IOException {
    byte[] file =
        ClassFile.of()
            .build(
                ClassDesc.of("S"),
                to -> {
                  var type = MethodTypeDesc.ofDescriptor("()V");
                  var self = ClassDesc.of("S");
                  to.withMethodBody("a", type, ClassFile.ACC_PUBLIC, code -> code.return_());
                  to.withMethodBody(
                      "b",
                      type,
                      ClassFile.ACC_PUBLIC,
                      code -> code.aload(0).invokespecial(self, "a", type).return_());
                });
    var dexer = new Dexer(30);
    assertThat(dexer.add(List.of(file))).isTrue();
    List<DexFile> files = parsed(dexer.finish());
    assertThat(files.getFirst().classes().getFirst().data().methods())
        .extracting(each -> each.ref().name())
        .containsExactlyInAnyOrder("a", "b", "a$special");
    assertThat(verdicts(files)).extracting(ClassVerdict::verdict).containsOnly(Verdict.OK);
  }

  /** Whatever is in a class file: it is refused, or what is made of it is a dex file. */
  @Test
  void damagedClassFilesDoNoHarm() throws IOException {
    List<byte[]> nest =
        compile(
            "D",
            """
            class D {
              private int x; int[] a = {1, 2, 3, 4, 5};
              record R(int a, String b) {}
              synchronized long m(Object o, long l) {
                try {
                  for (int i = 0; i < 3; i++) { l += a[i] * x++ / (i - 1); }
                } catch (ArithmeticException e) { l = -l; } finally { x = 3; }
                Runnable r = () -> System.out.println(x + "text" + o);
                return switch (o) { case String s -> s.length(); case R(int q, var t) -> q;
                  case null -> 1; default -> l; };
              }
              class I { int y = x; boolean[] z = new boolean[y]; { z[1] ^= true; } }
            }
            """);
    var random = new Random(7);
    int made = 0;
    for (int run = 0; run < 4_000; run++) {
      List<byte[]> damaged = new ArrayList<>(nest);
      int at = random.nextInt(nest.size());
      byte[] copy = nest.get(at).clone();
      copy[8 + random.nextInt(copy.length - 8)] = (byte) random.nextInt();
      damaged.set(at, copy);
      var dexer = new Dexer(30);
      if (dexer.add(damaged)) {
        parsed(dexer.finish());
        made++;
      }
    }
    assertThat(made).isBetween(100, 3_900);
  }
}
