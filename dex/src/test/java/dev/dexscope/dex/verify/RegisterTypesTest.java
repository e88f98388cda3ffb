package dev.dexscope.dex.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.dex.verify.verdict.Problem;
import dev.dexscope.dex.verify.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegisterTypesTest {
  private static final String CLASS = "Lcases/Types;";

  @TempDir private static Path folder;

  private static Verifier verifier(String... body) throws IOException {
    var types = new VerifierCase("types", Verdict.OK, Verdict.OK, "", List.of(body), List.of());
    Path dex = CaseDex.assemble(List.of(types), folder);
    var files = new LinkedHashMap<String, byte[]>();
    files.put("classes.dex", Files.readAllBytes(dex));
    return Verifier.ofBytes(ClassPath.ofHostJdk(), files);
  }

  @Test
  void typesBeforeEachInstruction() throws IOException {
    Verifier verifier =
        verifier(
            "(ILjava/lang/Integer;Ljava/lang/Long;)Ljava/lang/Number; 6",
            "const/4 v0, 0", // 0
            "const-wide/16 v1, 7", // 1
            "if-eqz v3, :join", // 3
            "move-object v0, v4", // 5
            ":join",
            "return-object v0", // 6
            "nop");
    RegisterTypes types =
        verifier.registerTypes(
            CLASS, "test(ILjava/lang/Integer;Ljava/lang/Long;)Ljava/lang/Number;");

    assertThat(types.kind(0, 0)).isEqualTo(RegisterTypes.Kind.UNDEFINED);
    assertThat(types.kind(0, 3)).isEqualTo(RegisterTypes.Kind.INT);
    assertThat(types.kind(0, 4)).isEqualTo(RegisterTypes.Kind.REFERENCE);
    assertThat(types.descriptor(0, 4)).isEqualTo("Ljava/lang/Integer;");
    assertThat(types.kind(3, 0)).isEqualTo(RegisterTypes.Kind.ZERO);
    assertThat(types.kind(3, 1)).isEqualTo(RegisterTypes.Kind.WIDE_CONSTANT_LOW);
    assertThat(types.kind(3, 2)).isEqualTo(RegisterTypes.Kind.WIDE_CONSTANT_HIGH);
    assertThat(types.kind(6, 0)).isEqualTo(RegisterTypes.Kind.REFERENCE);
    assertThat(types.descriptor(6, 0)).isEqualTo("Ljava/lang/Integer;");
    assertThat(types.isReached(7)).isFalse();
    assertThatThrownBy(() -> types.kind(7, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void uninitializedReferences() throws IOException {
    Verifier verifier =
        verifier(
            ".method public constructor <init>()V",
            ".registers 2",
            "new-instance v0, Ljava/lang/Object;", // 0
            "invoke-direct {v0}, Ljava/lang/Object;-><init>()V", // 2
            "invoke-direct {p0}, Ljava/lang/Object;-><init>()V", // 5
            "return-void", // 8
            ".end method");
    RegisterTypes types = verifier.registerTypes(CLASS, "<init>()V");

    assertThat(types.kind(2, 0)).isEqualTo(RegisterTypes.Kind.UNINITIALIZED);
    assertThat(types.descriptor(2, 0)).isEqualTo("Ljava/lang/Object;");
    assertThat(types.kind(5, 0)).isEqualTo(RegisterTypes.Kind.REFERENCE);
    assertThat(types.kind(5, 1)).isEqualTo(RegisterTypes.Kind.UNINITIALIZED_THIS);
    assertThat(types.descriptor(5, 1)).isEqualTo(CLASS);
  }

  /** Uninitialized references are known to the worker that has seen them only. */
  @Test
  void threadsAskAtOnce() throws Exception {
    List<String> made =
        List.of("Ljava/lang/Object;", "Ljava/lang/StringBuilder;", "Ljava/util/Random;");
    List<String> body = new ArrayList<>();
    for (String each : made) {
      body.addAll(
          List.of(
              ".method public static m" + made.indexOf(each) + "()V",
              ".registers 1",
              "new-instance v0, " + each,
              "invoke-direct {v0}, " + each + "-><init>()V",
              "return-void",
              ".end method"));
    }
    Verifier verifier = verifier(body.toArray(String[]::new));
    List<Callable<Set<String>>> asking = new ArrayList<>();
    for (String each : made) {
      String method = "m" + made.indexOf(each) + "()V";
      asking.add(() -> {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 5_000; i++) {
          seen.add(verifier.registerTypes(CLASS, method).descriptor(2, 0));
        }
        return seen;
      });
    }

    try (ExecutorService threads = Executors.newFixedThreadPool(made.size())) {
      List<Future<Set<String>>> found = threads.invokeAll(asking);
      for (int i = 0; i < made.size(); i++) {
        assertThat(found.get(i).get()).containsExactly(made.get(i));
      }
    }
  }

  @Test
  void oneMethodAlone() throws IOException {
    Verifier verifier = verifier("(I)Ljava/lang/Object; 1", "return-object v0");
    assertThat(verifier.verifyMethod(CLASS, "test(I)Ljava/lang/Object;"))
        .singleElement()
        .satisfies(failure -> {
          assertThat(failure.problem()).isEqualTo(Problem.BAD_CLASS_HARD);
          assertThat(failure.dexPc()).isZero();
          assertThat(failure.toString())
              .isEqualTo(
                  "java.lang.Object cases.Types.test(int): [0x0] return-object returns a"
                      + " non-reference type Integer");
        });
    assertThatThrownBy(() -> verifier.verifyMethod(CLASS, "other()V"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
