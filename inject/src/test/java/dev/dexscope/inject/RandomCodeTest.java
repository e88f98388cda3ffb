package dev.dexscope.inject;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationMode;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.inject.coverage.CoveredCode;
import dev.dexscope.inject.coverage.CoveredMethod;
import dev.dexscope.inject.coverage.ReachedPlaces;
import dev.dexscope.inject.random.RandomMain;
import dev.dexscope.inject.select.Selection;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Random methods: instrumented they are as right as before, do the same and count their calls. */
class RandomCodeTest {
  private static final int METHODS = 60;

  @TempDir private Path folder;

  private static Settings settings(Mode mode) {
    return Settings.standard()
        .withMode(mode)
        .withSelection(new Selection().include("p.Gen"))
        .withTrivial(true);
  }

  @Property(tries = 40)
  void everyMethodIsInstrumentedAndVerifies(@ForAll long seed, @ForAll Mode mode)
      throws IOException {
    byte[] original = RandomCode.dex(seed, 20);
    assertThat(verdict(original)).as("what was generated").isEqualTo(Verdict.OK);
    Path file = Files.createTempFile("random", ".dex");
    Path out = Files.createTempFile("random", ".dex");
    try (Injector app = Injector.open(List.of(Files.write(file, original)))) {
      InjectionReport report = app.inject(settings(mode), PackageChanges.least());
      app.write(0, Optional.empty(), out);

      assertThat(report.left()).isEmpty();
      assertThat(report.instrumented()).isEqualTo(20);
      assertThat(verdict(Files.readAllBytes(out))).isEqualTo(Verdict.OK);
    } finally {
      Files.delete(file);
      Files.delete(out);
    }
  }

  private static Verdict verdict(byte[] dex) {
    SequencedMap<String, byte[]> files = new LinkedHashMap<>();
    files.put("classes.dex", dex);
    return Verifier.ofBytes(ClassPath.ofHostJdk(), files).verify().stream()
        .filter(each -> each.descriptor().equals(RandomCode.TYPE))
        .map(ClassVerdict::verdict)
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({"FULL, 1", "FULL, 2", "EDGES, 3", "EDGES, 4"})
  @NeedsPeer(Peer.ART)
  void onAndroidTheyDoTheSame(Mode mode, long seed) throws Exception {
    Art art = new Art();
    Path original = program(seed);
    Path injected = folder.resolve("injected.jar");
    String conf = "TAU_ALFRED_PORT=0\nTAU_THROTTLE=0\nPROFILEDIR=" + folder + "\n";

    try (Injector app = Injector.open(List.of(original))) {
      InjectionReport report =
          app.inject(
              settings(mode),
              PackageChanges.least().withTauConf(conf.getBytes(StandardCharsets.UTF_8)));
      app.write(0, Optional.empty(), injected);
      assertThat(report.instrumented()).isEqualTo(METHODS);
    }

    assertThat(art.verdicts(injected)).isEqualTo(art.verdicts(original)).isEmpty();
    Art.Run before = art.run(original, RandomMain.class.getName());
    Art.Run after = art.run(injected, RandomMain.class.getName());
    assertThat(before.output()).contains("returns").contains("throws").contains("calls");
    assertThat(after.output()).isEqualTo(before.output());
    assertThat(new Profiles(folder).calls("p\\.Gen\\.(m\\d+)\\(.*"))
        .isEqualTo(Profiles.counted(after.output()));
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 6})
  @NeedsPeer(Peer.ART)
  void onAndroidTheyReportWhichRan(long seed) throws Exception {
    Art art = new Art();
    Path original = program(seed);
    Path injected = folder.resolve("injected.jar");
    String conf = "TAU_ALFRED_PORT=0\nPROFILEDIR=" + folder + "\n";
    CoveredCode code;
    try (Injector app = Injector.open(List.of(original))) {
      app.inject(
          settings(Mode.COVERAGE),
          PackageChanges.least().withTauConf(conf.getBytes(StandardCharsets.UTF_8)));
      app.write(0, Optional.empty(), injected);
      code = app.covered();
    }

    assertThat(art.verdicts(injected)).isEqualTo(art.verdicts(original)).isEmpty();
    Art.Run before = art.run(original, RandomMain.class.getName());
    Art.Run after = art.run(injected, RandomMain.class.getName());
    assertThat(after.output()).isEqualTo(before.output());
    ReachedPlaces reached = ReachedPlaces.read(folder.resolve("dexscope.0.places"));
    assertThat(reached.code()).isEqualTo(code.name());
    Set<String> ran = new TreeSet<>();
    for (CoveredMethod each : code.covered(reached.reached()).getFirst().methods()) {
      if (each.hasRun()) {
        ran.add(each.name());
      }
    }
    assertThat(ran).isEqualTo(Profiles.counted(after.output()).keySet());
  }

  private Path program(long seed) throws IOException {
    Path main =
        Dexer.dex(
            folder.resolve("main.jar"), RandomMain.class.getPackage(), 26, CompilationMode.RELEASE);
    Path jar = folder.resolve("original.jar");
    try (ZipArchive zip = ZipArchive.open(main)) {
      byte[] mainDex = zip.find("classes.dex").orElseThrow().read();
      new ZipRewriter(ZipArchive.empty("program"))
          .put("classes.dex", RandomCode.dex(seed, METHODS))
          .put("classes2.dex", mainDex)
          .write(jar);
    }
    return jar;
  }
}
