package dev.dexscope.bench;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.dex.verify.Verifier;
import dev.dexscope.vm.translate.ClassTranslator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * How fast the VM verifies all classes of a file, and verifies and translates them: megabytes of
 * dex in a second of CPU time of one thread, in the first round as in a program's first start, and
 * in the best.
 *
 * <pre>{@code
 * bench/run MeasureTranslation app.apk 10
 * }</pre>
 */
public final class MeasureTranslation {
  private int classes;
  private int refused;
  private long bytesMade;

  private MeasureTranslation() {}

  /** The work of a round on each class. */
  private interface Work {
    void with(ClassDef classDef);
  }

  /** A file with dex code, and the number of rounds. */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    int rounds = Integer.parseInt(args[1]);
    long size = 0;
    for (DexFile dex : DexFile.open(file)) {
      size += dex.segment().byteSize();
    }
    double[] verifying = new double[rounds];
    double[] translating = new double[rounds];
    var measure = new MeasureTranslation();
    for (int i = 0; i < rounds; i++) {
      measure = new MeasureTranslation();
      translating[i] = measure.translate(DexFile.open(file));
      verifying[i] = measure.verify(DexFile.open(file));
    }
    System.out.printf(
        Locale.ROOT,
        "%,d bytes of dex, %,d classes (%d refused), %,d bytes of class files%n",
        size,
        measure.classes,
        measure.refused,
        measure.bytesMade);
    print("verify and translate", size, translating);
    print("verify alone", size, verifying);
  }

  private double translate(List<DexFile> files) {
    var translator = ClassTranslator.translating(verifier(files));
    return seconds(
        files,
        each -> {
          classes++;
          try {
            bytesMade += translator.translate(each).length;
          } catch (LinkageError e) {
            refused++;
          }
        });
  }

  private double verify(List<DexFile> files) {
    Verifier verifier = verifier(files);
    return seconds(files, each -> verifier.verifyClass(each.type(), (_, _) -> {}));
  }

  private static Verifier verifier(List<DexFile> files) {
    ClassPath boot = ClassPath.ofLoader(ClassLoader.getPlatformClassLoader());
    return Verifier.of(boot, files);
  }

  private static double seconds(List<DexFile> files, Work work) {
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    for (DexFile dex : files) {
      dex.classes().forEach(work::with);
    }
    return (threads.getCurrentThreadCpuTime() - start) / 1e9;
  }

  private static void print(String what, long size, double[] seconds) {
    double best = Double.MAX_VALUE;
    for (double each : seconds) {
      best = Math.min(best, each);
    }
    System.out.printf(
        Locale.ROOT,
        "%-22s first %6.2f MB/s, best %6.2f MB/s%n",
        what,
        size / 1e6 / seconds[0],
        size / 1e6 / best);
  }
}
