package dev.dexscope.dex.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.Corpus;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real programs: none is rejected, and ART's verdict of each class is the same.
 *
 * <p>More programs: {@code -Dsurefire.args=-Dverifier.files=A.jar:B.apk}. ART's own test programs
 * in smali, a folder for each: {@code -Dverifier.smali=FOLDER:FOLDER}.
 */
class VerifierCorpusTest {
  @TempDir private static Path folder;

  private static List<Path> paths(String property) {
    List<Path> paths = new ArrayList<>();
    for (String each : System.getProperty(property, "").split(":")) {
      if (!each.isEmpty()) {
        paths.add(Path.of(each));
      }
    }
    return paths;
  }

  static List<Path> programs() throws IOException {
    List<Path> programs = new ArrayList<>(List.of(Corpus.libraries()));
    programs.addAll(paths("verifier.files"));
    return programs;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void noClassIsRejected(Path program) throws IOException {
    assertThat(Verifier.ofFiles(ClassPath.ofHostJdk(), program).verify())
        .isNotEmpty()
        .noneMatch(each -> each.verdict() == Verdict.HARD);
  }

  @ParameterizedTest
  @MethodSource("programs")
  @NeedsPeer(Peer.ART)
  void artSaysTheSame(Path program) throws IOException {
    ArtOracle art = new ArtOracle();
    assertThat(art.differences(Verifier.ofFiles(art.platform(), program).verify(), program))
        .isEmpty();
  }

  @Test
  @NeedsPeer(Peer.ART)
  void artSaysTheSameOfItsTests() throws IOException {
    ArtOracle art = new ArtOracle();
    ClassPath platform = art.platform();
    List<String> differences = new ArrayList<>();
    List<String> refused = new ArrayList<>();
    for (Path test : paths("verifier.smali")) {
      Path dex = CaseDex.assembleFolder(test, Files.createTempDirectory(folder, "smali"));
      List<ClassVerdict> ours = Verifier.ofFiles(platform, dex).verify();
      String name = test.subpath(test.getNameCount() - 2, test.getNameCount()).toString();
      if (art.refuses(dex)) {
        refused.add(name);
      } else {
        art.differences(ours, dex).forEach(each -> differences.add(name + ": " + each));
      }
    }
    System.out.println("not opened by ART: " + refused);
    assertThat(differences).isEmpty();
  }
}
