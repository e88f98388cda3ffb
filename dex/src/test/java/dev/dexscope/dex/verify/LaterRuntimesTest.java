package dev.dexscope.dex.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.dex.write.DexBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules of ART 11 that later versions do not have. */
class LaterRuntimesTest {
  /** A class whose method is not public, and a default method of an interface. */
  private static ClassVerdict verdict(ClassPath path) {
    DexBuilder dex = DexBuilder.ofVersion(39);
    dex.define(
        "Lp/Later;",
        c -> {
          c.accessFlags(AccessFlags.PUBLIC | AccessFlags.INTERFACE | AccessFlags.ABSTRACT);
          c.method(AccessFlags.PUBLIC, "show", Proto.of("V"))
              .code(0, b -> b.emit(Opcode.RETURN_VOID));
        });
    dex.define(
        "Lp/Old;",
        c -> {
          c.interfaces(List.of("Lp/Later;"));
          c.method(0, "show", Proto.of("V")).code(0, b -> b.emit(Opcode.RETURN_VOID));
        });
    List<DexFile> files = DexFile.parse("later.dex", dex.build());
    return new Verifier(path, files).verifyClass("Lp/Old;", (_, _) -> {});
  }

  /** As the genuine runtime does: IllegalAccessError at the first use of the class. */
  @Test
  void android11LinksNoClassWhoseImplementationIsNotPublic() {
    ClassVerdict verdict = verdict(ClassPath.ofHostJdk());
    assertThat(verdict.verdict()).isEqualTo(Verdict.LOAD_FAILED);
    assertThat(verdict.failures().toString()).contains("is not public");
  }

  @Test
  void laterVersionsFailAtTheCall() {
    assertThat(verdict(ClassPath.ofHostJdk().withLevel(35)).verdict()).isEqualTo(Verdict.OK);
  }
}
