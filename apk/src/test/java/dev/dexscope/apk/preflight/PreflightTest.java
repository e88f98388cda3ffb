package dev.dexscope.apk.preflight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.tools.r8.D8;
import com.android.tools.r8.D8Command;
import com.android.tools.r8.OutputMode;
import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.Samples;
import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.apk.sign.SigningKey;
import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreflightTest {
  private static final byte[] CODE = dex("Ldev/dexscope/sample/Main;");

  @TempDir private Path folder;

  /** The strings of a dex file, without the rest that Preflight does not look at. */
  private static byte[] dex(String... strings) {
    var out = new ByteArrayOutputStream();
    out.write(0);
    for (String text : strings) {
      out.write(text.length());
      out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
      out.write(0);
    }
    return out.toByteArray();
  }

  private static ZipRewriter empty() {
    return new ZipRewriter(ZipArchive.empty("empty"));
  }

  private Path write(String name, ZipRewriter apk) throws IOException {
    return Files.write(folder.resolve(name), Samples.write(apk));
  }

  private static ZipRewriter apk(String... assignments) {
    Manifest manifest = Samples.manifest();
    Arrays.stream(assignments).forEach(manifest::set);
    return empty().put(Manifest.ENTRY, manifest.write()).put("classes.dex", CODE);
  }

  private Report report(ZipRewriter apk) throws IOException {
    return Preflight.of(List.of(write("app.apk", apk)));
  }

  private static Finding find(Report report, String id) {
    return report.findings().stream()
        .filter(finding -> finding.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " is not among " + report.findings()));
  }

  @Test
  void aPlainAppOnlyGetsAnotherSigner() throws IOException {
    Report report = report(apk("uses-sdk@targetSdkVersion=34"));

    assertThat(report.packageName()).isEqualTo("dev.dexscope.sample");
    assertThat(report.minSdk()).isEqualTo(21);
    assertThat(report.targetSdk()).isEqualTo(34);
    assertThat(report.packages()).containsExactly(folder.resolve("app.apk").toString());
    assertThat(report.findings()).extracting(Finding::id).containsExactly("new-signer");
    assertThat(report.isClear()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "application@testOnly=true,test-only,WARNING",
    "application@hasCode=false,no-code,BLOCKER",
    "application@debuggable=true,debuggable,NOTE",
    "manifest@sharedUserId=com.example.all,shared-user-id,WARNING",
    "manifest@sharedUserId=android.uid.system,shared-user-id,BLOCKER",
    "manifest@isSplitRequired=true,splits-missing,BLOCKER",
    "manifest@split=config.de,no-base,BLOCKER",
    "application/activity@isolatedProcess=true,isolated-process,WARNING",
    "application/activity@process=:ui,several-processes,NOTE",
    "application/meta-data@name=com.google.android.geo.API_KEY,api-key,NOTE",
    "application@name=.Hidden,code-elsewhere,WARNING",
    "application@name=com.stub.StubApp,packer,BLOCKER",
    "uses-sdk@targetSdkVersion=22,old-target,WARNING",
    "uses-sdk@targetSdkVersion=37,local-network,NOTE",
    "uses-sdk@minSdkVersion=16,old-minimum,NOTE",
  })
  void theManifestTells(String assignment, String id, Severity severity) throws IOException {
    Report report = report(apk(assignment));

    assertThat(find(report, id).severity()).isEqualTo(severity);
    assertThat(report.isClear()).isEqualTo(severity != Severity.BLOCKER);
    assertThat(report.findings()).extracting(Finding::severity).isSorted();
    assertThat(report(apk("uses-sdk@targetSdkVersion=34")).findings())
        .as("without it")
        .noneMatch(finding -> finding.id().equals(id));
  }

  @Test
  void permissionsTell() throws IOException {
    Manifest manifest = Samples.manifest();
    manifest.set("uses-sdk@targetSdkVersion=30");
    manifest.addPermission("android.permission.WRITE_EXTERNAL_STORAGE");

    Report report = report(empty().put(Manifest.ENTRY, manifest.write()).put("classes.dex", CODE));
    assertThat(find(report, "storage-permission").what()).contains("target is 30");
  }

  @ParameterizedTest
  @CsvSource({
    "getSigningCertificateHistory,signature-check",
    "Lcom/google/android/play/core/integrity/IntegrityManager;,integrity-service",
    "com.android.vending.licensing.ILicensingService,licence-check",
    "classes.dex,code-checksum",
    "isDebuggerConnected,debugger-check",
    "Ldev/dexscope/probe/Profiler;,already-profiled",
    "Ledu/uoregon/TAU/Profiler;,already-profiled",
  })
  void stringsOfTheCodeTell(String text, String id) throws IOException {
    Report report = report(apk().put("classes2.dex", dex("Lx/Y;", text, "zzz")));

    assertThat(find(report, id).where()).endsWith("app.apk!classes2.dex");
    assertThat(report(apk().put("classes2.dex", dex("x" + text))).findings())
        .as("only the whole string")
        .noneMatch(finding -> finding.id().equals(id));
  }

  /** The strings that the rules search for, in a class that D8 compiles. */
  static final class Checks {
    static boolean isOriginal(Object file) {
      return file.equals("classes.dex");
    }
  }

  @Test
  void stringsOfRealDexFilesAreFound() throws Exception {
    String name = Checks.class.getName().replace('.', '/') + ".class";
    Path classFile = Path.of(Checks.class.getClassLoader().getResource(name).toURI());
    D8.run(
        D8Command.builder()
            .addProgramFiles(classFile)
            .setMinApiLevel(26)
            .setDisableDesugaring(true)
            .setOutput(folder, OutputMode.DexIndexed)
            .build());
    byte[] code = Files.readAllBytes(folder.resolve("classes.dex"));

    List<String> strings = new java.util.ArrayList<>();
    DexStrings.forEach(code, strings::add);
    assertThat(strings)
        .contains("classes.dex", "isOriginal", "Ljava/lang/Object;", "equals")
        .contains("L" + Checks.class.getName().replace('.', '/') + ";");
    assertThat(find(report(apk().put("classes2.dex", code)), "code-checksum")).isNotNull();
    assertThat(report(apk().put("classes2.dex", code)).isClear()).isTrue();
    for (int at : new int[] {8, code.length - 1, 35}) {
      byte[] damaged = code.clone();
      damaged[at] ^= 1;
      Report report = report(apk().put("classes2.dex", damaged));
      assertThat(find(report, "damaged-code").where()).endsWith("app.apk!classes2.dex");
    }
  }

  @Test
  void aBundleIsLookedAtAsThePackagesThatItBecomes() throws IOException {
    Path bundle =
        write(
            "app.aab",
            empty()
                .put("BundleConfig.pb", new byte[1])
                .put(BundleManifest.ENTRY, bundleManifest())
                .put("base/dex/classes.dex", dex("isDebuggerConnected"))
                .put("base/lib/arm64-v8a/libjiagu.so", new byte[10]));

    Report report = Preflight.of(List.of(bundle));

    assertThat(report.packageName()).isEqualTo("com.acme");
    assertThat(find(report, "debugger-check").where()).endsWith("!base/dex/classes.dex");
    assertThat(find(report, "packer").what()).contains("base/lib/arm64-v8a/libjiagu.so");
    assertThat(report.findings()).extracting(Finding::id).doesNotContain("no-dex");
  }

  /** {@code <manifest package="com.acme"><application/></manifest>}. */
  private static byte[] bundleManifest() {
    byte[] name = new ProtoWriter().bytes(2, utf8("package")).bytes(3, utf8("com.acme")).toBytes();
    byte[] application =
        new ProtoWriter()
            .bytes(1, new ProtoWriter().bytes(3, utf8("application")).toBytes())
            .toBytes();
    byte[] manifest =
        new ProtoWriter().bytes(3, utf8("manifest")).bytes(4, name).bytes(5, application).toBytes();
    return new ProtoWriter().bytes(1, manifest).toBytes();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aPinnedSignerIsFoundWithEachScheme() throws Exception {
    SigningKey key = DebugKeystore.openOrCreate(folder.resolve("key"));
    byte[] digest =
        MessageDigest.getInstance("SHA-256").digest(key.certificates().getFirst().getEncoded());
    String pin = HexFormat.ofDelimiter(":").withUpperCase().formatHex(digest);
    Path unsigned = write("unsigned.apk", apk().put("classes2.dex", dex(pin)));
    Path v1 = folder.resolve("v1.apk");
    Path v2 = folder.resolve("v2.apk");
    try (ZipArchive archive = ZipArchive.open(unsigned)) {
      new Signer(key).sign(new ZipRewriter(archive), 21, v1, Optional.empty());
      new Signer(key).sign(new ZipRewriter(archive), 24, v2, Optional.empty());
    }
    // The same without the block, so that only the v1 files show it.
    Files.write(v1, withoutBlock(v1));

    for (Path signed : List.of(v1, v2)) {
      Report report = Preflight.of(List.of(signed));
      assertThat(find(report, "signature-pinned").where()).endsWith("!classes2.dex");
      assertThat(report.isClear()).isFalse();
    }
    assertThat(Preflight.of(List.of(unsigned)).isClear()).isTrue();
  }

  private static byte[] withoutBlock(Path signed) throws IOException {
    byte[] bytes = Files.readAllBytes(signed);
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.replace("APK Sig Block 42", "no block at all.")
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lib/arm64-v8a/libjiagu.so", "assets/libjiagu_x86.so", "lib/x86/libpairipcore.so"})
  void packersAreKnownByTheirLibraries(String library) throws IOException {
    Report report = report(apk().put(library, new byte[10]));

    assertThat(find(report, "packer").what()).contains(library);
    assertThat(report(apk().put("lib/x86/libexecutor.so", new byte[10])).isClear()).isTrue();
  }

  @Test
  void librariesThatAreNotMappableAreNamed() throws IOException {
    String library = "lib/arm64-v8a/libx.so";
    Report compressed =
        report(
            apk("application@extractNativeLibs=false")
                .put(library, Method.DEFLATED, new byte[100]));

    assertThat(find(compressed, "libraries-compressed").severity()).isEqualTo(Severity.BLOCKER);
    assertThat(report(apk().put(library, Method.DEFLATED, new byte[100])).isClear()).isTrue();
  }

  @Test
  void otherArchivesThanOursAreLookedAtToo() throws Exception {
    Path apk = folder.resolve("java.apk");
    Manifest manifest = Samples.manifest();
    manifest.set("uses-sdk@targetSdkVersion=30");
    try (var zip = new java.util.zip.ZipOutputStream(Files.newOutputStream(apk))) {
      put(zip, Manifest.ENTRY, manifest.write(), false);
      put(zip, "resources.arsc", new byte[100], false);
      put(zip, "lib/x86/libx.so", new byte[100], true);
      put(zip, "res/1", new byte[100], false);
      put(zip, "res/2", new byte[100], false);
    }
    String twice =
        new String(Files.readAllBytes(apk), StandardCharsets.ISO_8859_1).replace("res/2", "res/1");
    Files.write(apk, twice.getBytes(StandardCharsets.ISO_8859_1));

    Report report = Preflight.of(List.of(apk));
    assertThat(find(report, "resources-compressed").where()).endsWith("!resources.arsc");
    assertThat(find(report, "libraries-unaligned").severity()).isEqualTo(Severity.NOTE);
    assertThat(find(report, "duplicate-entries").what()).endsWith(": res/1");
    assertThat(find(report, "no-dex").severity()).isEqualTo(Severity.BLOCKER);
  }

  private static void put(
      java.util.zip.ZipOutputStream zip, String name, byte[] content, boolean stored)
      throws IOException {
    var entry = new java.util.zip.ZipEntry(name);
    if (stored) {
      var crc = new java.util.zip.CRC32();
      crc.update(content);
      entry.setMethod(java.util.zip.ZipEntry.STORED);
      entry.setSize(content.length);
      entry.setCrc(crc.getValue());
    }
    zip.putNextEntry(entry);
    zip.write(content);
  }

  @Test
  void setsAreLookedAtTogether() throws IOException {
    ZipRewriter split = apk("manifest@split=config.de").remove("classes.dex");
    Path base = write("base.apk", apk("manifest@isSplitRequired=true"));
    Path config = write("config.apk", split);
    Consumer<Report> together =
        report -> {
          assertThat(find(report, "split-set").what()).startsWith("2 packages");
          assertThat(report.isClear()).isTrue();
          assertThat(report.packages().getFirst()).endsWith("base.apk");
        };

    together.accept(Preflight.of(List.of(config, base)));
    together.accept(
        Preflight.of(
            List.of(
                write(
                    "all.apks",
                    empty()
                        .put("splits/config.apk", Files.readAllBytes(config))
                        .put("splits/base.apk", Method.STORED, Files.readAllBytes(base))))));
    Path other = write("other.apk", apk("manifest@package=dev.dexscope.other"));
    assertThat(find(Preflight.of(List.of(base, other)), "different-apps").what())
        .endsWith("dev.dexscope.other, dev.dexscope.sample");
    assertThatThrownBy(() -> Preflight.of(List.of(write("none.zip", empty()))))
        .isInstanceOf(ApkFormatException.class)
        .hasMessageContaining("neither a package");
  }
}
