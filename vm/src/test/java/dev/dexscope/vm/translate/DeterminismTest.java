package dev.dexscope.vm.translate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.testkit.FullTier;
import dev.dexscope.vm.Assembled;
import dev.dexscope.vm.RealCode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A class is translated to the same bytes whenever that is: the map of its code is made by
 * translating it again, perhaps in another process than the one that kept it in the cache.
 */
@FullTier("translates whole libraries")
class DeterminismTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(RealCode.class)
  void orderThreadsAndProcessesDoNotMatter(RealCode code) throws Exception {
    List<DexFile> files = code.dex(folder, true);
    List<ClassDef> classes = classes(files);
    Map<String, String> once = translate(files, classes, 1);
    List<ClassDef> shuffled = new ArrayList<>(classes);
    Collections.shuffle(shuffled, new Random(1));

    assertThat(once).hasSizeGreaterThan(100);
    assertThat(translate(files, shuffled, 4)).isEqualTo(once);
    assertThat(inAnotherProcess(folder.resolve(code.name() + true))).isEqualTo(once);
  }

  /** Such a handler needs JVM code of its own, which discards the exception. */
  @Test
  void handlersThatDoNotTakeTheirExceptionAreInOneOrder() throws Exception {
    var smali = new StringBuilder(".class public LC;\n.super Ljava/lang/Object;\n");
    smali.append(".method public static m(II)I\n  .registers 3\n");
    for (int i = 0; i < 16; i++) {
      smali.append("  :from%d\n  div-int v0, p0, p1\n  :to%d\n".formatted(i, i));
    }
    smali.append("  return v0\n");
    for (int i = 0; i < 16; i++) {
      smali.append("  :handler%d\n  const/16 v0, %d\n  return v0\n".formatted(i, i));
    }
    for (int i = 0; i < 16; i++) {
      smali.append("  .catchall {:from%d .. :to%d} :handler%d\n".formatted(i, i, i));
    }
    byte[] dex = Assembled.dex(folder, smali.append(".end method\n").toString());
    List<DexFile> files = DexFile.parse("C", dex);
    List<ClassDef> classes = classes(files);

    assertThat(translate(files, classes, 1)).isEqualTo(translate(files, classes, 1));
  }

  private static List<ClassDef> classes(List<DexFile> files) {
    List<ClassDef> classes = new ArrayList<>();
    files.forEach(each -> classes.addAll(each.classes()));
    return classes;
  }

  /** Returns the digest of each class, or the reason for its absence. */
  private static Map<String, String> translate(
      List<DexFile> files, List<ClassDef> classes, int threads) {
    Verifier verifier =
        Verifier.of(ClassPath.ofLoader(ClassLoader.getPlatformClassLoader()), files);
    var translator = ClassTranslator.translating(verifier);
    Map<String, String> digests = new ConcurrentSkipListMap<>();
    try (var executor = Executors.newFixedThreadPool(threads)) {
      for (ClassDef each : classes) {
        executor.execute(() -> digests.put(each.type(), digest(translator, each)));
      }
    }
    return digests;
  }

  private static String digest(ClassTranslator translator, ClassDef classDef) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(translator.translate(classDef));
      return new BigInteger(1, hash).toString(16);
    } catch (Exception | LinkageError e) {
      return e.toString();
    }
  }

  private Map<String, String> inAnotherProcess(Path dex) throws IOException, InterruptedException {
    Path output = folder.resolve("digests");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Digests.class.getName(),
                dex.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    assertThat(process.waitFor()).as(() -> "exit code").isZero();
    Map<String, String> digests = new TreeMap<>();
    for (String each : Files.readAllLines(output)) {
      String[] words = each.split(" ", 2);
      digests.put(words[0], words[1]);
    }
    return digests;
  }

  /** Prints the digests of a folder's classes, which it translates in the opposite order. */
  static final class Digests {
    private Digests() {}

    public static void main(String[] args) throws IOException {
      List<DexFile> files = new ArrayList<>();
      try (var written = Files.list(Path.of(args[0]))) {
        for (Path each : written.sorted().toList()) {
          files.addAll(DexFile.open(each));
        }
      }
      translate(files, classes(files).reversed(), 2)
          .forEach((type, digest) -> System.out.println(type + " " + digest));
    }
  }
}
