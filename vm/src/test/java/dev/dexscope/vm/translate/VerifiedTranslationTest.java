package dev.dexscope.vm.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.RealCode;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's verifier of class files takes what is made of real code. */
class VerifiedTranslationTest {
  @TempDir Path folder;

  /** Two methods, each with its own arithmetic. */
  private static final String SUM_AND_PRODUCT =
      """
      .class public LMain;
      .super Ljava/lang/Object;
      .method public static sum(II)I
        .registers 2
        add-int v0, p0, p1
        return v0
      .end method
      .method public static product(II)I
        .registers 2
        mul-int v0, p0, p1
        return v0
      .end method
      """;

  @Test
  void aMethodThatIsRefusedIsInterpretedTheRestOfItsClassIsNot() throws Exception {
    List<DexFile> files =
        List.copyOf(DexFile.parse("main", Assembled.dex(folder, SUM_AND_PRODUCT)));
    Verifier verifier =
        Verifier.of(ClassPath.ofLoader(ClassLoader.getPlatformClassLoader()), files);
    ClassTranslator translator =
        ClassTranslator.judged(
            verifier,
            classFile ->
                operations(classFile).contains("sum IADD")
                    ? List.of(new VerifyError("no sums"))
                    : List.of());

    List<String> made =
        operations(translator.translate(files.getFirst().classes().iterator().next()));

    assertThat(made).contains("product IMUL").doesNotContain("sum IADD", "product INVOKEINTERFACE");
    assertThat(made).contains("sum INVOKEINTERFACE");
  }

  /** Returns the opcodes of each method, after its name. */
  private static List<String> operations(byte[] classFile) {
    List<String> all = new ArrayList<>();
    for (MethodModel method : ClassFile.of().parse(classFile).methods()) {
      method
          .code()
          .ifPresent(code -> {
            for (CodeElement each : code) {
              if (each instanceof Instruction instruction) {
                all.add(method.methodName().stringValue() + " " + instruction.opcode());
              }
            }
          });
    }
    return all;
  }

  @Test
  void nothingIsRefused() throws Exception {
    List<DexFile> files = new ArrayList<>(RealCode.KOTLIN.dex(folder, false));
    Verifier verifier =
        Verifier.of(ClassPath.ofLoader(ClassLoader.getPlatformClassLoader()), files);
    ClassTranslator translator = ClassTranslator.translating(verifier);
    ClassHierarchyResolver hierarchy = new HierarchyResolver(verifier.hierarchy());
    ClassFile classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));

    Map<String, List<VerifyError>> refused = new TreeMap<>();
    int count = 0;
    for (DexFile dex : files) {
      for (ClassDef each : dex.classes()) {
        try {
          List<VerifyError> errors = classFile.verify(translator.translate(each));
          if (!errors.isEmpty()) {
            refused.put(each.type(), errors);
          }
          count++;
        } catch (NoClassDefFoundError e) {
          // A class of the part of the library that was left out.
        }
      }
    }

    assertThat(count).isGreaterThan(100);
    assertThat(refused).isEmpty();
  }
}
