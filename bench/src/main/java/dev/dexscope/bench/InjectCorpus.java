package dev.dexscope.bench;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.apk.sign.SigningException;
import dev.dexscope.base.zip.ZipFormatException;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.verify.ClassPath;
import dev.dexscope.inject.InjectionReport;
import dev.dexscope.inject.Injector;
import dev.dexscope.inject.Left;
import dev.dexscope.inject.Mode;
import dev.dexscope.inject.PackageChanges;
import dev.dexscope.inject.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Instruments every file of some folders and has others judge what comes out: {@code apksigner},
 * {@code zipalign}, {@code aapt}, {@code dexdump}, and Android's own verifier on each class before
 * and after.
 *
 * <pre>
 * InjectCorpus [--mode edges|full] [--boot android.jar] [--art DIR] [--framework FILE.zip] FILE|DIR...
 *
 * --art        the folder of the command art-verify
 * --framework  Android's framework as dex files, to be seen together with each file
 * </pre>
 */
public final class InjectCorpus {
  private static final Pattern VERDICT =
      Pattern.compile("(ACCESS_CHECKS|SOFT|HARD|LOAD_FAILED) ([^ :]+):?.*");
  private static final List<String> ORDER =
      List.of("OK", "ACCESS_CHECKS", "SOFT", "HARD", "LOAD_FAILED");

  private Mode mode = Mode.EDGES;
  private ClassPath platform = ClassPath.ofUnknownPlatform();
  private String art = "";
  private String framework = "";
  private final Path folder;
  private final Signer signer;
  private int files;
  private int refused;
  private int failed;
  private long eligible;
  private long instrumented;
  private long bytesBefore;
  private long bytesAfter;

  private InjectCorpus() throws IOException {
    folder = Files.createTempDirectory("inject-corpus");
    signer = new Signer(DebugKeystore.openOrCreate(folder.resolve("key.p12")));
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    var corpus = new InjectCorpus();
    List<Path> inputs = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--mode" -> corpus.mode = Mode.valueOf(args[++i].toUpperCase(Locale.ROOT));
        case "--boot" -> corpus.platform = ClassPath.ofClassFiles(Path.of(args[++i]));
        case "--art" -> corpus.art = args[++i];
        case "--framework" -> corpus.framework = args[++i];
        default -> inputs.addAll(filesOf(Path.of(args[i])));
      }
    }
    for (Path each : inputs) {
      corpus.check(each);
    }
    corpus.printTotals();
  }

  private static List<Path> filesOf(Path path) throws IOException {
    if (!Files.isDirectory(path)) {
      return List.of(path);
    }
    try (Stream<Path> all = Files.list(path)) {
      return all.filter(each -> each.toString().matches(".*\\.(apk|jar|dex|apks|xapk|aab)"))
          .sorted()
          .toList();
    }
  }

  private void check(Path file) throws IOException, InterruptedException {
    Path output = folder.resolve(file.getFileName());
    try (Injector app = Injector.open(List.of(file))) {
      var settings = Settings.standard().withMode(mode).withPlatform(platform);
      InjectionReport report = app.inject(settings, PackageChanges.least());
      app.write(0, Optional.of(signer), output);
      files++;
      count(file, report);
      List<String> complaints = complaints(app, file, output, report);
      failed += complaints.isEmpty() ? 0 : 1;
      complaints.forEach(each -> System.out.println("  COMPLAINT " + each));
    } catch (ApkFormatException | ZipFormatException | DexFormatException | SigningException e) {
      refused++;
      System.out.println(file.getFileName() + ": refused, " + e.getMessage());
    } finally {
      Files.deleteIfExists(output);
    }
  }

  private void count(Path file, InjectionReport report) {
    int wanted = report.instrumented() + report.left().size();
    eligible += wanted;
    instrumented += report.instrumented();
    bytesBefore += report.dexBefore();
    bytesAfter += report.dexAfter();
    System.out.printf(
        Locale.ROOT,
        "%s: %,d methods, %,d of %,d instrumented, code %,d -> %,d%n",
        file.getFileName(),
        report.seen(),
        report.instrumented(),
        wanted,
        report.dexBefore(),
        report.dexAfter());
    for (Left each : report.left()) {
      System.out.println("  left " + each.method() + ": " + each.reason());
    }
  }

  private List<String> complaints(Injector app, Path file, Path output, InjectionReport report)
      throws IOException, InterruptedException {
    List<String> complaints = new ArrayList<>();
    if (app.isPackage()) {
      expect(complaints, "apksigner", "verify", output.toString());
      expect(complaints, "zipalign", "-c", "-p", "4", output.toString());
      expect(complaints, "aapt", "dump", "badging", output.toString());
    }
    List<DexFile> dex = DexFile.open(output);
    if (dex.getFirst().version() < 40) {
      if (file.toString().endsWith(".dex") || dex.getFirst().version() < 39) {
        expect(complaints, "dexdump", "-c", output.toString());
      }
      if (!art.isEmpty()) {
        compareVerdicts(complaints, file, output, report);
      }
    }
    return complaints;
  }

  private static void expect(List<String> complaints, String... command)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      complaints.add(command[0] + ": " + out.lines().limit(3).toList());
    }
  }

  private void compareVerdicts(
      List<String> complaints, Path file, Path output, InjectionReport report)
      throws IOException, InterruptedException {
    Map<String, String> before = verdicts(file);
    Map<String, String> after = verdicts(output);
    after.forEach((name, verdict) -> {
      String old = before.getOrDefault(name, "OK");
      boolean listed =
          report.left().stream().anyMatch(each -> each.method().startsWith(name + "."));
      if (ORDER.indexOf(verdict) > ORDER.indexOf(old)
          && !listed
          && !name.startsWith("dev.dexscope.probe.")) {
        complaints.add("ART: " + name + " was " + old + ", is " + verdict);
      }
    });
  }

  /** ART lists the classes of the first file, but sees all: each file is the first once. */
  private Map<String, String> verdicts(Path file) throws IOException, InterruptedException {
    List<byte[]> dex = new ArrayList<>();
    for (DexFile each : DexFile.open(file)) {
      dex.add(each.segment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
    }
    int own = dex.size();
    if (!framework.isEmpty()) {
      for (DexFile each : DexFile.open(Path.of(framework))) {
        dex.add(each.segment().toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
      }
    }
    Map<String, String> verdicts = new TreeMap<>();
    for (int first = 0; first < own; first++) {
      int shown = first;
      List<byte[]> order = new ArrayList<>();
      order.add(dex.get(first));
      IntStream.range(0, dex.size()).filter(i -> i != shown).forEach(i -> order.add(dex.get(i)));
      Path jar = folder.resolve("verify.jar");
      try (var zip = new ZipOutputStream(Files.newOutputStream(jar))) {
        zip.setLevel(0);
        for (int i = 0; i < order.size(); i++) {
          zip.putNextEntry(new ZipEntry("classes" + (i == 0 ? "" : i + 1) + ".dex"));
          zip.write(order.get(i));
        }
      }
      Process process =
          new ProcessBuilder("timeout", "300", art + "/art-verify", jar.toString())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      if (!out.contains(", load-failed ")) {
        throw new IOException("ART did not come to an end: " + out.lines().limit(3).toList());
      }
      for (String line : out.lines().toList()) {
        Matcher matcher = VERDICT.matcher(line);
        if (matcher.matches()) {
          verdicts.put(matcher.group(2), matcher.group(1));
        }
      }
    }
    return verdicts;
  }

  private void printTotals() {
    System.out.printf(
        Locale.ROOT,
        "%d files, %d refused, %d with complaints; %,d of %,d methods instrumented (%.4f %%);"
            + " code %,d -> %,d bytes (%+.1f %%)%n",
        files,
        refused,
        failed,
        instrumented,
        eligible,
        100.0 * instrumented / Math.max(1, eligible),
        bytesBefore,
        bytesAfter,
        100.0 * (bytesAfter - bytesBefore) / Math.max(1, bytesBefore));
  }
}
