package dev.dexscope.dex.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The hand-written tables: every rule broken once, and its near misses; each also verified by ART.
 */
class VerifierCasesTest {
  private static final List<VerifierCase> CASES = new ArrayList<>();
  private static final Map<String, ClassVerdict> OURS = new HashMap<>();
  private static Path dex;

  @TempDir private static Path folder;

  static List<VerifierCase> cases() {
    if (CASES.isEmpty()) {
      for (String table : List.of("registers", "objects", "flow", "structure")) {
        CASES.addAll(VerifierCase.read(table + ".cases"));
      }
    }
    return CASES;
  }

  @BeforeAll
  static void assemble() throws IOException {
    dex = CaseDex.assemble(cases(), folder);
    CasePatches.apply(dex, cases());
    OURS.putAll(verify(ClassPath.ofHostJdk()));
  }

  private static Map<String, ClassVerdict> verify(ClassPath path) throws IOException {
    Map<String, ClassVerdict> verdicts = new HashMap<>();
    var file = DexFile.parse("cases.dex", Files.readAllBytes(dex)).getFirst();
    for (ClassVerdict each : new Verifier(path, List.of(file)).verify()) {
      verdicts.put(each.descriptor(), each);
    }
    return verdicts;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void says(VerifierCase expected) {
    ClassVerdict verdict = Objects.requireNonNull(OURS.get(expected.descriptor()));
    assertThat(verdict.verdict()).as("%s", verdict.failures()).isEqualTo(expected.verdict());
    if (expected.verdict() != Verdict.OK) {
      assertThat(verdict.failures()).anyMatch(each -> each.toString().contains(expected.message()));
    }
  }

  @Test
  @NeedsPeer(Peer.ART)
  void artSaysTheSame() throws IOException {
    ArtOracle.Answer art = new ArtOracle().verify(dex);
    for (VerifierCase each : cases()) {
      assertThat(art.verdict(each.className()))
          .as("%s: %s", each, art.messages().get(each.className()))
          .isEqualTo(each.art());
    }
  }
}
