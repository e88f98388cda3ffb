package dev.dexscope.vm.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.JdkClassFileProvider;
import com.android.tools.r8.OutputMode;
import dalvik.system.InMemoryDexClassLoader;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.dex.verify.verdict.ClassVerdict;
import dev.dexscope.dex.verify.verdict.Verdict;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import dev.dexscope.vm.Engine;
import dev.dexscope.vm.Unobserved;
import dev.dexscope.vm.Vm;
import dev.dexscope.vm.differential.kin.Kin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random methods do the same on both engines, and on Android's own. {@code suites/random-methods}
 * runs as many as wanted.
 */
@FullTier("runs random methods on both engines and on Android's own")
class DifferentialTest {
  private static final int METHODS = Integer.getInteger("random.methods", 1_000);
  private static final long SEED = Long.getLong("random.seed", 1);
  private static final int PER_CLASS = 100;

  /** The number of classes with random methods in one run of ART. */
  private static final int ART_BATCHES = Integer.getInteger("random.art", 3);

  @TempDir static Path folder;
  private static byte[] fixture = {};

  @BeforeAll
  static void makeFixture() throws Exception {
    Path classes =
        Path.of(Fixture.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Path> files = new ArrayList<>();
    for (Class<?> each : List.of(Shape.class, Base.class, Fixture.class, Driver.class, Kin.class)) {
      files.add(classes.resolve(each.getName().replace('.', '/') + ".class"));
    }
    files.add(classes.resolve(Kin.class.getPackageName().replace('.', '/') + "/Elder.class"));
    Path jdk = Path.of(System.getProperty("java.home"));
    D8.run(
        D8Command.builder()
            .addProgramFiles(files)
            .addLibraryResourceProvider(JdkClassFileProvider.fromJdkHome(jdk))
            .setMinApiLevel(26)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
    fixture = Files.readAllBytes(folder.resolve("classes.dex"));
  }

  @Test
  void methodsAreVerified() {
    for (int i = 0; i < 3; i++) {
      byte[] dex = RandomMethods.dex(SEED + i, PER_CLASS);
      List<DexFile> files = new ArrayList<>(DexFile.parse("random", dex));
      files.addAll(DexFile.parse("fixture", fixture));
      Verifier verifier = Verifier.of(ClassPath.ofHostJdk(), files);
      ClassVerdict verdict = verifier.verifyClass("Lrandom/Methods;", (_, _) -> {});
      assertThat(verdict.failures()).isEmpty();
      assertThat(verdict.verdict()).isEqualTo(Verdict.OK);
    }
  }

  @Test
  void enginesAgree() throws Exception {
    int done = 0;
    for (long seed = SEED; done < METHODS; seed++) {
      byte[] dex = RandomMethods.dex(seed, PER_CLASS);
      String interpreted = report(Engine.INTERPRETED, dex, false);
      String translated = report(Engine.TRANSLATED, dex, false);
      assertSame(seed, "translated", translated, "interpreted", interpreted);
      done += PER_CLASS;
      if (done % 10_000 == 0) {
        System.out.println(done + " random methods without a difference");
      }
    }
  }

  @Test
  @NeedsPeer(Peer.ART)
  void androidAgrees() throws Exception {
    for (long seed = SEED; seed < SEED + ART_BATCHES; seed++) {
      byte[] dex = RandomMethods.dex(seed, PER_CLASS);
      String here = report(Engine.INTERPRETED, dex, true);
      assertSame(seed, "interpreted", here, "ART", onAndroid(dex));
    }
  }

  /** Shows the first lines that differ. */
  private static void assertSame(long seed, String name, String a, String other, String b) {
    List<String> first = a.lines().toList();
    List<String> second = b.lines().toList();
    List<String> different = new ArrayList<>();
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      if (!first.get(i).equals(second.get(i)) && different.size() < 10) {
        different.add(name + " " + first.get(i) + ", " + other + " " + second.get(i));
      }
    }
    assertThat(different).as("seed %d", seed).isEmpty();
    assertThat(first).as("seed %d", seed).hasSameSizeAs(second);
  }

  private static String report(Engine engine, byte[] dex, boolean storeMessages) throws Exception {
    Vm.start(engine, new Unobserved());
    var loader =
        new InMemoryDexClassLoader(
            new ByteBuffer[] {ByteBuffer.wrap(fixture), ByteBuffer.wrap(dex)}, null);
    return (String)
        Objects.requireNonNull(
            loader
                .loadClass(Driver.class.getName())
                .getMethod("report", String.class, boolean.class)
                .invoke(null, RandomMethods.CLASS, storeMessages));
  }

  private static String onAndroid(byte[] dex) throws IOException {
    Path jar = folder.resolve("random.jar");
    try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("classes.dex"));
      zip.write(fixture);
      zip.putNextEntry(new ZipEntry("classes2.dex"));
      zip.write(dex);
    }
    Process process =
        new ProcessBuilder(
                Peer.ART.path().resolve("art").toString(),
                "-Xint",
                "-cp",
                jar.toString(),
                Driver.class.getName(),
                RandomMethods.CLASS)
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}
