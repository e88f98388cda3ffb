package dev.dexscope.inject;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.CompilationMode;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.inject.program.Main;
import dev.dexscope.inject.select.Selection;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A program that counts its calls itself runs on Android's runtime, before and after it was
 * instrumented: its output is the same, and its profiles have the calls that it counted.
 */
@FullTier("runs instrumented programs in processes")
class InjectedProgramTest {

  @TempDir private Path folder;
  private Path profiles;

  @BeforeEach
  void writeProfilesBesidePrograms() {
    profiles = folder;
  }

  @ParameterizedTest
  @CsvSource({
    "FULL, 26, RELEASE, false",
    "FULL, 24, DEBUG, true",
    "EDGES, 26, DEBUG, false",
    "EDGES, 24, RELEASE, true"
  })
  @NeedsPeer(Peer.ART)
  void saysTheSameAndCountsTheSame(
      Mode mode, int minApi, CompilationMode compilation, boolean tauNames) throws Exception {
    Art art = new Art();
    Path original =
        Dexer.dex(folder.resolve("original.jar"), Main.class.getPackage(), minApi, compilation);
    Path injected = folder.resolve("injected.jar");

    InjectionReport report = inject(original, injected, mode, tauNames);

    assertThat(report.left()).isEmpty();
    assertThat(names(injected, "Ledu/uoregon/TAU/Profiler;")).isEqualTo(tauNames);
    assertThat(names(injected, "Ldev/dexscope/probe/Profiler;")).isNotEqualTo(tauNames);
    assertThat(art.verdicts(injected)).isEqualTo(art.verdicts(original));
    Art.Run before = art.run(original, Main.class.getName());
    Art.Run after = art.run(injected, Main.class.getName());
    assertThat(after.exitCode()).as(after.output()).isZero();
    assertThat(saidBy(after)).isEqualTo(saidBy(before));
    Map<String, Long> counted = Profiles.counted(after.output());
    assertThat(counted).as(after.output()).hasSizeGreaterThan(40);
    if (tauNames) {
      counted = tauNames(counted);
    }
    Map<String, Long> profiled = new Profiles(folder).calls("([^=]*)");
    profiled.keySet().retainAll(counted.keySet());
    assertThat(profiled).isEqualTo(counted);
  }

  private static Map<String, Long> tauNames(Map<String, Long> calls) {
    Map<String, Long> named = new TreeMap<>();
    calls.forEach((name, number) -> {
      int signature = name.indexOf('(');
      int dot = name.lastIndexOf('.', signature);
      var method =
          new MethodName(
              name.substring(0, dot),
              name.substring(dot + 1, signature),
              name.substring(signature),
              "");
      named.put(method.tauName(), number);
    });
    return named;
  }

  /** Everything in one file, constructors covered after the call of another one. */
  @Test
  @NeedsPeer(Peer.ART)
  void anAppForOldAndroidCountsTheSame() throws Exception {
    Art art = new Art();
    Path jar =
        Dexer.dex(folder.resolve("old.jar"), Main.class.getPackage(), 19, CompilationMode.RELEASE);
    Path original = folder.resolve("old.apk");
    try (ZipArchive zip = ZipArchive.open(jar)) {
      new ZipRewriter(zip)
          .put(Manifest.ENTRY, Manifest.create("com.acme", 19, 30).write())
          .write(original);
    }
    Path signed = folder.resolve("signed.apk");
    InjectionReport report = inject(original, signed, Mode.FULL, false);
    // The oracle's core library lacks what checks the signatures of jars.
    Path injected = folder.resolve("injected.apk");
    try (ZipArchive zip = ZipArchive.open(signed)) {
      new ZipRewriter(zip).write(injected);
    }

    assertThat(report.left()).isEmpty();
    assertThat(art.verdicts(injected)).isEqualTo(art.verdicts(original));
    Art.Run before = art.run(original, Main.class.getName());
    Art.Run after = art.run(injected, Main.class.getName());
    assertThat(saidBy(after)).isEqualTo(saidBy(before));
    Map<String, Long> counted = Profiles.counted(after.output());
    // Old Androids know no default methods: D8 puts this one elsewhere.
    counted.keySet().removeIf(name -> name.contains("$Greeter."));
    Map<String, Long> profiled = new Profiles(folder).calls("([^=]*)");
    profiled.keySet().retainAll(counted.keySet());
    assertThat(profiled).isEqualTo(counted);
  }

  /** Returns whether some dex file of a jar has a text. */
  private static boolean names(Path jar, String text) throws IOException {
    try (var zip = new ZipFile(jar.toFile())) {
      for (ZipEntry each : Collections.list(zip.entries())) {
        byte[] bytes = zip.getInputStream(each).readAllBytes();
        if (each.getName().endsWith(".dex")
            && new String(bytes, StandardCharsets.ISO_8859_1).contains(text)) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * Checks the callers: they are wrong if a call that an exception left is still taken to be
   * running.
   */
  @ParameterizedTest
  @EnumSource
  @NeedsPeer(Peer.ART)
  void callersAreTheSameInBothModes(CompilationMode compilation) throws Exception {
    Art art = new Art();
    Path original =
        Dexer.dex(folder.resolve("original.jar"), Main.class.getPackage(), 26, compilation);
    List<Map<String, Long>> paths = new ArrayList<>();

    for (Mode mode : List.of(Mode.EDGES, Mode.FULL)) {
      profiles = folder.resolve(mode.name());
      Path injected = folder.resolve(mode + ".jar");
      inject(original, injected, mode, false);
      Art.Run run = art.run(injected, Main.class.getName());
      assertThat(run.exitCode()).as(run.output()).isZero();
      paths.add(new Profiles(profiles).calls("(.* => .*)"));
    }

    assertThat(paths.getFirst()).hasSizeGreaterThan(60).isEqualTo(paths.getLast());
    assertThat(paths.getFirst().keySet())
        .noneMatch(each -> each.startsWith("dev.dexscope.inject.program.Main.fail("));
  }

  private InjectionReport inject(Path original, Path injected, Mode mode, boolean tauNames)
      throws IOException {
    String conf =
        "TAU_ALFRED_PORT=0\nTAU_THROTTLE=0\nTAU_CALLPATH=1\nPROFILEDIR="
            + Files.createDirectories(profiles)
            + "\n";
    var settings =
        Settings.standard()
            .withMode(mode)
            .withSelection(new Selection().exclude("dev.dexscope.inject.program.Counter"))
            .withTrivial(true)
            .withTauNames(tauNames);
    try (Injector app = Injector.open(List.of(original))) {
      InjectionReport report =
          app.inject(
              settings, PackageChanges.least().withTauConf(conf.getBytes(StandardCharsets.UTF_8)));
      var signer = new Signer(DebugKeystore.openOrCreate(folder.resolve("key.p12")));
      app.write(0, Optional.of(signer), injected);
      return report;
    }
  }

  private static String saidBy(Art.Run run) {
    return run.output()
        .lines()
        .filter(line -> !line.startsWith("TAU"))
        .collect(Collectors.joining("\n"));
  }
}
