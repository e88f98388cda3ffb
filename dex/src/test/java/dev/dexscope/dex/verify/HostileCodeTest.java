package dev.dexscope.dex.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jf.smali.Smali;
import org.jf.smali.SmaliOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Code that is legal to write down, made to cost time or memory: there is an end to both. */
class HostileCodeTest {
  @TempDir private Path folder;

  private List<ClassVerdict> verify(String... classes) throws IOException {
    List<String> files = new ArrayList<>();
    for (String each : classes) {
      Path file = folder.resolve(files.size() + ".smali");
      Files.writeString(file, each);
      files.add(file.toString());
    }
    var options = new SmaliOptions();
    options.apiLevel = 15;
    options.jobs = 1;
    options.outputDexFile = folder.resolve("hostile.dex").toString();
    assertThat(Smali.assemble(options, files)).isTrue();
    return Verifier.ofFiles(ClassPath.ofHostJdk(), Path.of(options.outputDexFile)).verify();
  }

  private static String classWith(String name, String superclass, String method) {
    return ".class public L" + name + ";\n.super " + superclass + "\n" + method;
  }

  @Test
  void allRegistersAtManyTargets() throws IOException {
    var code = new StringBuilder(".method public static test(I)V\n.registers 65535\nconst v0, 0\n");
    for (int i = 0; i < 200; i++) {
      code.append("if-eqz v0, :l").append(i).append("\nnop\n:l").append(i).append('\n');
    }
    code.append("return-void\n.end method\n");
    List<ClassVerdict> verdicts = verify(classWith("Wide", "Ljava/lang/Object;", code.toString()));
    assertThat(verdicts.getFirst().verdict()).isEqualTo(Verdict.HARD);
    assertThat(verdicts.getFirst().failures().getFirst().reason()).contains("too many registers");
  }

  @Test
  void deepHierarchy() throws IOException {
    String[] classes = new String[1200];
    for (int i = 0; i < classes.length; i++) {
      String superclass = i + 1 < classes.length ? "Ldeep/C" + (i + 1) + ";" : "Ljava/lang/Object;";
      classes[i] = classWith("deep/C" + i, superclass, "");
    }
    assertThat(verify(classes))
        .extracting(ClassVerdict::verdict)
        .contains(Verdict.OK, Verdict.LOAD_FAILED)
        .doesNotContain(Verdict.HARD);
  }

  @Test
  void classesInACircle() throws IOException {
    List<ClassVerdict> verdicts =
        verify(
            classWith("circle/A", "Lcircle/B;", ""),
            classWith("circle/B", "Lcircle/C;", ""),
            classWith("circle/C", "Lcircle/A;", ""));
    assertThat(verdicts)
        .allSatisfy(each -> {
          assertThat(each.verdict()).isEqualTo(Verdict.LOAD_FAILED);
          assertThat(each.failures().getFirst().reason()).contains("ClassCircularityError");
        });
  }

  @Test
  void everyInstructionInATryWithManyHandlers() throws IOException {
    var code = new StringBuilder(".method public static test()V\n.registers 300\n:start\n");
    for (int i = 0; i < 3000; i++) {
      code.append("const-string v").append(i % 250).append(", \"x\"\n");
    }
    code.append(":end\nreturn-void\n");
    for (int i = 0; i < 250; i++) {
      code.append(".catch Lmissing/E")
          .append(i)
          .append("; {:start .. :end} :h")
          .append(i)
          .append('\n');
    }
    for (int i = 0; i < 250; i++) {
      code.append(":h").append(i).append("\nreturn-void\n");
    }
    code.append(".end method\n");
    List<ClassVerdict> verdicts = verify(classWith("Tries", "Ljava/lang/Object;", code.toString()));
    assertThat(verdicts.getFirst().verdict()).isEqualTo(Verdict.OK);
  }
}
