package dev.dexscope.dex.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Problem;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.dex.write.CodeBuilder;
import dev.dexscope.dex.write.DexBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Code for a missing platform: known problems are found, unknown classes do not end verification.
 */
class UnknownPlatformTest {
  private static final String SCREEN = "Lp/Screen;";
  private static final MethodRef SHOW =
      MethodRef.of("Landroid/widget/Toast;", "show", "(Landroid/content/Context;)V");

  /** A class that extends one of Android's, with a method whose v1 is {@code this}. */
  private static DexFile screen(Consumer<CodeBuilder> code) {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        SCREEN,
        c -> {
          c.superclass("Landroid/app/Activity;");
          c.method(AccessFlags.PUBLIC, "run", Proto.of("V")).code(1, code);
          c.method(AccessFlags.PUBLIC, "bad", Proto.of("V"))
              .code(
                  1,
                  b -> {
                    b.emit(Opcode.MOVE_OBJECT, 0, 1);
                    b.literal(Opcode.ADD_INT_LIT8, 0, 0, 1);
                    b.emit(Opcode.RETURN_VOID);
                  });
        });
    return DexFile.parse("screen.dex", dex.build()).getFirst();
  }

  private static void passItself(CodeBuilder b) {
    b.invoke(Opcode.INVOKE_STATIC, SHOW, 1);
    b.invoke(Opcode.INVOKE_VIRTUAL, MethodRef.of(SCREEN, "finish", "()V"), 1);
    b.emit(Opcode.RETURN_VOID);
  }

  @Test
  void classesOfUnknownOnesAreVerified() {
    var verifier =
        new Verifier(
            ClassPath.ofUnknownPlatform(), List.of(screen(UnknownPlatformTest::passItself)));
    ClassVerdict verdict = verifier.verify().getFirst();
    assertThat(verdict.verdict()).isEqualTo(Verdict.HARD);
    assertThat(verdict.failures())
        .filteredOn(each -> each.problem() == Problem.BAD_CLASS_HARD)
        .singleElement()
        .satisfies(each -> assertThat(each.method()).isEqualTo("void p.Screen.bad()"));
    assertThat(verifier.openClasses()).isEqualTo(1);
  }

  @Test
  void theHostsJdkAloneSaysNothingOfThem() {
    var verifier =
        new Verifier(ClassPath.ofHostJdk(), List.of(screen(UnknownPlatformTest::passItself)));
    assertThat(verifier.verify().getFirst().verdict()).isEqualTo(Verdict.LOAD_FAILED);
    assertThat(verifier.openClasses()).isZero();
  }

  @Test
  void whatFollowsAnUnknownClassIsVerifiedToo() {
    DexFile dex =
        screen(b -> {
          b.invoke(Opcode.INVOKE_STATIC, SHOW, 1);
          b.emit(Opcode.RETURN_OBJECT, 1);
        });
    var verifier = new Verifier(ClassPath.ofUnknownPlatform(), List.of(dex));
    assertThat(verifier.verify().getFirst().failures())
        .anySatisfy(each -> {
          assertThat(each.method()).isEqualTo("void p.Screen.run()");
          assertThat(each.problem()).isEqualTo(Problem.BAD_CLASS_HARD);
        });
  }

  @Test
  void onlyTheMethodsThatAreAskedForAreVerified() {
    var verifier =
        new Verifier(
            ClassPath.ofUnknownPlatform(), List.of(screen(UnknownPlatformTest::passItself)));
    List<ClassVerdict> verdicts =
        verifier.verify(Map.of(SCREEN, Set.of("void p.Screen.run()"), "Lp/None;", Set.of()));
    assertThat(verdicts)
        .singleElement()
        .satisfies(each -> {
          assertThat(each.verdict()).isNotEqualTo(Verdict.HARD);
          assertThat(each.failures())
              .allSatisfy(f -> assertThat(f.method()).isEqualTo("void p.Screen.run()"));
        });
  }
}
