package dev.dexscope.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.apk.sign.DebugKeystore;
import dev.dexscope.apk.sign.Signer;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.base.zip.Entry;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.dex.AccessFlags;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.write.DexBuilder;
import dev.dexscope.inject.select.OwnPackages;
import dev.dexscope.inject.select.Selection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files of every kind: what comes out is of the same kind, with the run time in the right place.
 */
class InjectorTest {
  private static final String PROFILER = "Ldev/dexscope/probe/Profiler;";

  @TempDir private Path folder;

  /** A class whose only method calls something and returns. */
  private static byte[] dex(String... types) {
    DexBuilder dex = DexBuilder.ofVersion(35);
    for (String type : types) {
      dex.define(
          type,
          c ->
              c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "run", Proto.of("V", "I"))
                  .code(
                      0,
                      b -> {
                        b.literal(Opcode.ADD_INT_LIT8, 0, 0, 1);
                        b.literal(Opcode.ADD_INT_LIT8, 0, 0, 2);
                        b.invoke(
                            Opcode.INVOKE_STATIC,
                            MethodRef.of(
                                "Ljava/lang/Integer;", "toString", "(I)Ljava/lang/String;"),
                            0);
                        b.emit(Opcode.RETURN_VOID);
                      }));
    }
    return dex.build();
  }

  private static byte[] manifest(int minSdk, String split) {
    Manifest manifest = Manifest.create("com.acme", minSdk, 34);
    if (!split.isEmpty()) {
      manifest.set("manifest@split=" + split);
    }
    return manifest.write();
  }

  private Path apk(String name, byte[] manifest, byte[]... dexFiles) throws IOException {
    var rewriter =
        new ZipRewriter(ZipArchive.empty(name))
            .put(Manifest.ENTRY, manifest)
            .put("META-INF/services/a", new byte[1]);
    for (int i = 0; i < dexFiles.length; i++) {
      rewriter.put("classes" + (i == 0 ? "" : i + 1) + ".dex", dexFiles[i]);
    }
    Path file = folder.resolve(name);
    rewriter.write(file);
    return file;
  }

  private InjectionReport inject(List<Path> inputs, List<Path> outputs) throws IOException {
    return inject(inputs, outputs, PackageChanges.least());
  }

  private InjectionReport inject(List<Path> inputs, List<Path> outputs, PackageChanges changes)
      throws IOException {
    var signer = new Signer(DebugKeystore.openOrCreate(folder.resolve("key.p12")));
    try (Injector app = Injector.open(inputs)) {
      InjectionReport report = app.inject(Settings.standard(), changes);
      for (int i = 0; i < inputs.size(); i++) {
        app.write(i, app.isSigned() ? Optional.of(signer) : Optional.empty(), outputs.get(i));
      }
      assertThat(new String(app.names(), StandardCharsets.UTF_8).lines())
          .hasSize(report.instrumented() + report.left().size());
      return report;
    }
  }

  private static List<String> names(Path file) throws IOException {
    try (ZipArchive zip = ZipArchive.open(file)) {
      return zip.entries().stream().map(Entry::name).toList();
    }
  }

  private static String text(Path file, String entry) throws IOException {
    try (ZipArchive zip = ZipArchive.open(file)) {
      return new String(zip.find(entry).orElseThrow().read(), StandardCharsets.UTF_8);
    }
  }

  private static byte[] entry(Path file, String entry) throws IOException {
    try (ZipArchive zip = ZipArchive.open(file)) {
      return zip.find(entry).orElseThrow().read();
    }
  }

  private static boolean defines(Path file, String entry, String type) throws IOException {
    try (ZipArchive zip = ZipArchive.open(file)) {
      byte[] bytes = zip.find(entry).orElseThrow().read();
      return DexFile.parse(entry, bytes).getFirst().findClass(type) != null;
    }
  }

  @Test
  void aPackageGetsTheRunTimeAsItsNextFile() throws IOException {
    Path apk = apk("app.apk", manifest(21, ""), dex("La/A;"), dex("La/B;"));
    Path out = folder.resolve("out.apk");
    byte[] conf = "TAU_VERBOSE=1\n".getBytes(StandardCharsets.UTF_8);

    InjectionReport report =
        inject(
            List.of(apk),
            List.of(out),
            PackageChanges.least().withDebuggable(true).withProfileable(true).withTauConf(conf));

    assertThat(report.instrumented()).isEqualTo(2);
    assertThat(names(out))
        .contains("classes3.dex", "META-INF/services/a", "assets/tau.conf")
        .doesNotContain("classes4.dex");
    assertThat(defines(out, "classes3.dex", PROFILER)).isTrue();
    assertThat(text(out, "assets/dexscope/methods.txt"))
        .isEqualTo("a.A\trun\t(I)V\t\na.B\trun\t(I)V\t\n");
    try (ZipArchive zip = ZipArchive.open(out)) {
      Manifest manifest = Manifest.of(zip);
      assertThat(manifest.permissions()).containsExactly("android.permission.INTERNET");
      assertThat(manifest.isDebuggable()).isTrue();
      assertThat(manifest.isProfileableByShell()).isTrue();
    }
  }

  @Test
  void oldDevicesFindTheRunTimeInTheFirstFile() throws IOException {
    Path apk = apk("app.apk", manifest(16, ""), dex("La/A;"));
    Path out = folder.resolve("out.apk");

    inject(List.of(apk), List.of(out));

    assertThat(names(out)).doesNotContain("classes2.dex");
    assertThat(defines(out, "classes.dex", PROFILER)).isTrue();
    assertThat(defines(out, "classes.dex", "La/A;")).isTrue();
  }

  @Test
  void splitsGetTheirCallsAndTheBaseTheRunTime() throws IOException {
    Path split = apk("split.apk", manifest(21, "feature"), dex("La/B;"));
    Path base = apk("base.apk", manifest(21, ""), dex("La/A;"));
    Path resources = apk("split_de.apk", manifest(21, "config.de"));
    List<Path> outputs =
        List.of(folder.resolve("1.apk"), folder.resolve("2.apk"), folder.resolve("3.apk"));

    InjectionReport report = inject(List.of(split, base, resources), outputs);

    assertThat(report.instrumented()).isEqualTo(2);
    assertThat(names(outputs.get(0))).contains("classes.dex").doesNotContain("classes2.dex");
    assertThat(names(outputs.get(1))).contains("classes2.dex", "assets/dexscope/methods.txt");
    assertThat(names(outputs.get(2))).doesNotContain("classes2.dex");
    try (ZipArchive zip = ZipArchive.open(outputs.get(0))) {
      assertThat(Manifest.of(zip).permissions()).isEmpty();
    }
  }

  @Test
  void aSetOfPackagesStaysOne() throws IOException {
    Path base = apk("base.apk", manifest(21, ""), dex("La/A;"));
    Path split = apk("split.apk", manifest(21, "feature"), dex("La/B;"));
    Path set = folder.resolve("app.xapk");
    new ZipRewriter(ZipArchive.empty("set"))
        .put("manifest.json", "{}".getBytes(StandardCharsets.UTF_8))
        .put("split.apk", Files.readAllBytes(split))
        .put("base.apk", Files.readAllBytes(base))
        .write(set);
    Path out = folder.resolve("out.xapk");

    InjectionReport report = inject(List.of(set), List.of(out));

    assertThat(report.instrumented()).isEqualTo(2);
    assertThat(names(out)).containsExactly("manifest.json", "split.apk", "base.apk");
    try (ZipArchive zip = ZipArchive.open(out);
        ZipArchive inner = ZipArchive.inside(zip.find("base.apk").orElseThrow())) {
      assertThat(inner.find("classes2.dex")).isPresent();
    }
  }

  /** A manifest with an application, as protocol buffer. */
  private static byte[] bundleManifest(int minSdk) {
    byte[] android = "http://schemas.android.com/apk/res/android".getBytes(StandardCharsets.UTF_8);
    var minimum = new ByteArrayOutputStream();
    minimum.writeBytes(field(1, android));
    minimum.writeBytes(field(2, "minSdkVersion".getBytes(StandardCharsets.UTF_8)));
    minimum.writeBytes(field(3, Integer.toString(minSdk).getBytes(StandardCharsets.UTF_8)));
    // The attribute's id, 0x0101020c, and a primitive's int_decimal_value.
    minimum.writeBytes(new byte[] {5 << 3, (byte) 0x8c, (byte) 0x84, (byte) 0x84, 8});
    minimum.writeBytes(field(6, field(7, new byte[] {6 << 3, (byte) minSdk})));
    byte[] application = field(1, field(3, "application".getBytes(StandardCharsets.UTF_8)));
    var sdk = new ByteArrayOutputStream();
    sdk.writeBytes(field(3, "uses-sdk".getBytes(StandardCharsets.UTF_8)));
    sdk.writeBytes(field(4, minimum.toByteArray()));
    var manifest = new ByteArrayOutputStream();
    manifest.writeBytes(field(3, "manifest".getBytes(StandardCharsets.UTF_8)));
    manifest.writeBytes(field(5, field(1, sdk.toByteArray())));
    manifest.writeBytes(field(5, application));
    return field(1, manifest.toByteArray());
  }

  private static byte[] field(int number, byte[] value) {
    var out = new ByteArrayOutputStream();
    out.write(number << 3 | 2);
    out.write(value.length);
    out.writeBytes(value);
    return out.toByteArray();
  }

  private Path bundle(int minSdk) throws IOException {
    Path bundle = folder.resolve("app.aab");
    new ZipRewriter(ZipArchive.empty("bundle"))
        .put("BundleConfig.pb", new byte[] {1})
        .put("feature/dex/classes.dex", dex("La/B;"))
        .put("base/dex/classes.dex", dex("La/A;"))
        .put(BundleManifest.ENTRY, bundleManifest(minSdk))
        .write(bundle);
    return bundle;
  }

  @Test
  void aBundleForOldDevicesHasTheRunTimeInTheFirstFileOfItsBase() throws IOException {
    Path out = folder.resolve("out.aab");

    inject(List.of(bundle(19)), List.of(out));

    assertThat(names(out)).doesNotContain("base/dex/classes2.dex");
    assertThat(defines(out, "base/dex/classes.dex", PROFILER)).isTrue();
  }

  @Test
  void aBundleGetsTheRunTimeInItsBase() throws IOException {
    Path bundle = bundle(21);
    Path out = folder.resolve("out.aab");

    InjectionReport report = inject(List.of(bundle), List.of(out));

    assertThat(report.instrumented()).isEqualTo(2);
    assertThat(names(out))
        .contains(
            "base/dex/classes2.dex", "base/assets/dexscope/methods.txt", "META-INF/MANIFEST.MF");
    assertThat(text(out, "base/assets/dexscope/methods.txt")).startsWith("a.A\trun");
    try (ZipArchive zip = ZipArchive.open(out)) {
      BundleManifest manifest = BundleManifest.of(zip);
      assertThat(manifest.permissions()).containsExactly("android.permission.INTERNET");
      assertThat(manifest.isDebuggable()).isFalse();
    }
  }

  @Test
  void aJarStaysAJarAndIsNotSigned() throws IOException {
    Path jar = folder.resolve("app.jar");
    String manifest = "Manifest-Version: 1.0\nMain-Class: a.A\n";
    new ZipRewriter(ZipArchive.empty("jar"))
        .put("META-INF/MANIFEST.MF", manifest.getBytes(StandardCharsets.UTF_8))
        .put("classes.dex", dex("La/A;"))
        .write(jar);
    Path out = folder.resolve("out.jar");

    inject(List.of(jar), List.of(out));

    assertThat(names(out))
        .containsExactlyInAnyOrder(
            "META-INF/MANIFEST.MF", "classes.dex", "classes2.dex", "assets/dexscope/methods.txt");
    assertThat(text(out, "META-INF/MANIFEST.MF")).isEqualTo(manifest);
  }

  @Test
  void aDexFileHoldsTheRunTime() throws IOException {
    Path file = Files.write(folder.resolve("a.dex"), dex("La/A;"));
    Path out = folder.resolve("b.dex");

    inject(List.of(file), List.of(out));

    DexFile dex = DexFile.open(out).getFirst();
    assertThat(dex.findClass("La/A;")).isNotNull();
    assertThat(dex.findClass(PROFILER)).isNotNull();
  }

  @Test
  void whatHasTheProfilerInItIsRefused() throws IOException {
    Path apk = apk("app.apk", manifest(21, ""), dex("La/A;"));
    Path once = folder.resolve("once.apk");
    inject(List.of(apk), List.of(once));
    Path calls = Files.write(folder.resolve("calls.dex"), entry(once, "classes.dex"));
    Path home = Files.write(folder.resolve("home.dex"), entry(once, "classes2.dex"));

    for (Path each : List.of(once, calls, home)) {
      assertThatThrownBy(() -> inject(List.of(each), List.of(folder.resolve("twice"))))
          .isInstanceOf(RefusedFileException.class)
          .hasMessageStartingWith("the profiler is in this code already");
    }
    assertThat(folder.resolve("twice")).doesNotExist();
  }

  /** TAU's own takes a text: an app with it is not one of ours, unless ours has the same name. */
  @Test
  void anotherProfilerIsRefusedOnlyWhereItsNameIsNeeded() throws IOException {
    Path file = Files.write(folder.resolve("tau.dex"), dex("Ledu/uoregon/TAU/Profiler;", "La/A;"));
    InjectionReport report = inject(List.of(file), List.of(folder.resolve("out.dex")));
    assertThat(report.instrumented()).isEqualTo(1);
    assertThat(report.skipped()).containsEntry(Skip.PROFILER, 1);

    Settings tau = Settings.standard().withTauNames(true);
    try (Injector app = Injector.open(List.of(file))) {
      assertThatThrownBy(() -> app.inject(tau, PackageChanges.least()))
          .isInstanceOf(RefusedFileException.class);
    }
  }

  private static Settings forced() {
    return Settings.standard().withForce(true);
  }

  /** Every frame grows there. */
  private static Settings full(Settings settings) {
    return settings.withMode(Mode.FULL);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, its code is damaged: ",
    "1, 0, its code is damaged: ",
    "4, 2, its code is damaged: ",
    "65535, 65535, its code is damaged: ",
    "65535, 1, its frame cannot grow: ",
  })
  void aMethodWhoseFrameDoesNotFitIsLeftAsItIs(int registers, int arguments, String reason)
      throws IOException {
    byte[] code = dex("La/A;", "La/B;");
    DexFile parsed = DexFile.parse("a.dex", code).getFirst();
    int at = parsed.classDef(0).data().directMethods().getFirst().codeOffset();
    ByteBuffer.wrap(code)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putShort(at, (short) registers)
        .putShort(at + 2, (short) arguments);
    Path file = Files.write(folder.resolve("a.dex"), code);

    InjectionReport report;
    try (Injector app = Injector.open(List.of(file))) {
      report = app.inject(full(forced()), PackageChanges.least());
      app.write(0, Optional.empty(), folder.resolve("out.dex"));
    }

    assertThat(report.left()).hasSize(1);
    assertThat(report.instrumented()).isEqualTo(1);
    assertThat(report.left().getFirst().method()).isEqualTo("a.A.run(I)V");
    assertThat(report.left().getFirst().reason()).startsWith(reason);
  }

  @Test
  void damagedCodeIsTakenOnlyByForce() throws IOException {
    byte[] code = dex("La/A;");
    code[code.length - 1] ^= 1;
    Path apk = apk("app.apk", manifest(21, ""), dex("La/B;"), code);

    try (Injector app = Injector.open(List.of(apk))) {
      assertThatThrownBy(() -> app.inject(Settings.standard(), PackageChanges.least()))
          .isInstanceOf(RefusedFileException.class)
          .hasMessageStartingWith("the code is damaged")
          .hasMessageContaining("app.apk!classes2.dex");
      assertThat(app.inject(forced(), PackageChanges.least()).instrumented()).isEqualTo(2);
    }
  }

  @Test
  void twoDifferentEntriesOfOneNameAreRefused() throws IOException {
    for (boolean same : new boolean[] {true, false}) {
      Path jar = folder.resolve(same + ".jar");
      // The second is renamed in place, which our own writer never does.
      new ZipRewriter(ZipArchive.empty("jar"))
          .put("classes.dex", dex("La/A;"))
          .put("classes.deX", same ? dex("La/A;") : dex("La/B;"))
          .write(jar);
      String bytes = new String(Files.readAllBytes(jar), StandardCharsets.ISO_8859_1);
      Files.write(
          jar, bytes.replace("classes.deX", "classes.dex").getBytes(StandardCharsets.ISO_8859_1));

      if (same) {
        assertThat(inject(List.of(jar), List.of(folder.resolve("o.jar"))).instrumented())
            .isEqualTo(1);
      } else {
        assertThatThrownBy(() -> Injector.open(List.of(jar)))
            .isInstanceOf(ApkFormatException.class)
            .hasMessageContaining("two different entries are named classes.dex");
      }
    }
  }

  @Test
  void oldDevicesGetNoFileThatTheyDoNotLoad() throws IOException {
    Path apk = apk("full.apk", manifest(19, ""), full(8, 8_191));

    try (Injector app = Injector.open(List.of(apk))) {
      assertThatThrownBy(() -> app.inject(Settings.standard(), PackageChanges.least()))
          .isInstanceOf(RefusedFileException.class)
          .hasMessageContaining("no room for the run time (");
      assertThat(app.inject(forced(), PackageChanges.least()).notes()).hasSize(1);
    }
  }

  @Test
  void anArchiveWithoutCodeIsRefused() throws IOException {
    Path resources = apk("res.apk", manifest(21, ""));
    Path zip = folder.resolve("a.zip");
    new ZipRewriter(ZipArchive.empty("a")).put("a.txt", new byte[1]).write(zip);

    assertThatThrownBy(() -> Injector.open(List.of(resources)))
        .isInstanceOf(ApkFormatException.class)
        .hasMessageContaining("has no dex code");
    assertThatThrownBy(() -> Injector.open(List.of(zip))).isInstanceOf(ApkFormatException.class);
  }

  @Test
  void namesAreThoseThatAreAskedFor() throws IOException {
    Path file = Files.write(folder.resolve("a.dex"), dex("La/A;", "La/B;"));
    var settings =
        full(Settings.standard())
            .withSelection(new Selection().include("a.B"))
            .withNames(
                name -> new MethodName("org.Real\tName", "go\n", name.signature(), "Real.java"));

    try (Injector app = Injector.open(List.of(file))) {
      InjectionReport report = app.inject(settings, PackageChanges.least());

      assertThat(report.instrumented()).isEqualTo(1);
      assertThat(report.skipped().get(Skip.FILTERED)).isEqualTo(1);
      assertThat(new String(app.names(), StandardCharsets.UTF_8))
          .isEqualTo("org.Real?Name\tgo?\t(I)V\tReal.java\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "()I | int p.C:run()",
        "(I[[JLjava/lang/String;[La/B;)Ljava/util/List; |"
            + " java.util.List p.C:run(int, long[][], java.lang.String, a.B[])",
        "() | ' p.C:run()'",
        "(La/B)V | void p.C:run(L, a, /, byte)",
        "([ | ' p.C:run()'",
        "'' | ' p.C:run()'",
      })
  void tausNamesBeginWithTheResult(String signature, String name) {
    assertThat(new MethodName("p.C", "run", signature, "").tauName()).endsWith(name);
  }

  @Test
  void tausNamesAreOneMoreColumn() throws IOException {
    Path file = Files.write(folder.resolve("a.dex"), dex("La/A;", "La/B;"));
    var settings =
        full(Settings.standard()).withSelection(new Selection().include("a.B")).withTauNames(true);

    try (Injector app = Injector.open(List.of(file))) {
      app.inject(settings, PackageChanges.least());

      assertThat(new String(app.names(), StandardCharsets.UTF_8))
          .matches("a\\.B\t(.*)\t\\(I\\)V\t.*\tvoid a\\.B:\\1\\(int\\)\n");
    }
  }

  @Test
  void eachMethodThatIsNotMeasuredIsListedWithItsReason() throws IOException {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "La/A;",
        c -> {
          c.method(AccessFlags.PUBLIC | AccessFlags.ABSTRACT, "open", Proto.of("V", "I"));
          c.method(AccessFlags.PUBLIC | AccessFlags.NATIVE, "bound", Proto.of("V"));
          c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "small", Proto.of("V"))
              .code(0, b -> b.emit(Opcode.RETURN_VOID));
        });
    Path file = Files.write(folder.resolve("a.dex"), dex.build());
    Path more = Files.write(folder.resolve("b.dex"), dex("La/B;", "La/C;"));

    try (Injector app = Injector.open(List.of(file, more))) {
      InjectionReport report =
          app.inject(
              Settings.standard().withSelection(new Selection().exclude("a.C")),
              PackageChanges.least());

      assertThat(report.notMeasured())
          .containsExactlyInAnyOrder(
              new Left("a.A.open(I)V", "abstract"),
              new Left("a.A.bound()V", "native"),
              new Left("a.A.small()V", Skip.TRIVIAL.words()),
              new Left("a.C.run(I)V", "not selected"));
      assertThat(report.seen() - report.instrumented()).isEqualTo(report.notMeasured().size());
    }
  }

  private InjectionReport select(Path file, Selection selection) throws IOException {
    try (Injector app = Injector.open(List.of(file))) {
      return app.inject(full(Settings.standard()).withSelection(selection), PackageChanges.least());
    }
  }

  @Test
  void whatNamesNothingIsRefusedWithWhatIsThere() throws IOException {
    Path file =
        Files.write(folder.resolve("a.dex"), dex("Lcom/acme/Main;", "Lcom/acme/net/Client;"));

    assertThatThrownBy(() -> select(file, new Selection().include("com.acne.Main")))
        .isInstanceOf(RefusedFileException.class)
        .hasMessage(
            "no method is com.acne.Main, "
                + file
                + "; near it are com.acme.Main; names are those of the code, see dexscope dump");
    assertThatThrownBy(() -> select(file, new Selection().include("com.acme").include("Client")))
        .hasMessageContaining("near it are com.acme.net.Client;");
    assertThatThrownBy(() -> select(file, new Selection().include("com.acme.Main#rum")))
        .hasMessageContaining("near it are com.acme.Main#run;");
    assertThatThrownBy(() -> select(file, new Selection().exclude("com.acme")))
        .hasMessageStartingWith("no methods remain to be instrumented, " + file);
    InjectionReport report = select(file, new Selection().exclude("com.acme.nets"));
    assertThat(report.instrumented()).isEqualTo(2);
    assertThat(report.notes()).hasSize(1);
    assertThat(report.notes().getFirst())
        .startsWith("no method is com.acme.nets, which is excluded; near it are com.acme.net");
  }

  @Test
  void theAppsOwnPackagesAreToldFromItsLibraries() throws IOException {
    Manifest manifest = Manifest.create("com.acme.app", 21, 34);
    manifest.addLauncherActivity("org.other.ui.Main");
    Path apk =
        apk(
            "app.apk",
            manifest.write(),
            dex("Lcom/acme/core/A;", "Lorg/other/B;", "Lcom/acmeother/C;", "Landroidx/D;"));

    try (Injector app = Injector.open(List.of(apk))) {
      assertThat(OwnPackages.of(app.manifest().orElseThrow(), app.classes()))
          .containsExactly("com.acme", "org.other");
    }
  }

  /** Classes with methods that call so many others, all of them different. */
  private static byte[] full(int classes, int calls) {
    DexBuilder dex = DexBuilder.ofVersion(35);
    for (int i = 0; i < classes; i++) {
      String type = "La/A" + i + ";";
      dex.define(
          type,
          c ->
              c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "run", Proto.of("V"))
                  .code(
                      1,
                      b -> {
                        for (int j = 0; j < calls; j++) {
                          b.invoke(Opcode.INVOKE_STATIC, MethodRef.of(type, "m" + j, "()V"));
                        }
                        b.emit(Opcode.RETURN_VOID);
                      }));
    }
    return dex.build();
  }

  @Test
  void theClassesOfAFullFileAreDividedAmongTwo() throws IOException {
    // 8 * 8,192 ids: not one is left.
    Path file = apk("full.apk", manifest(21, ""), full(8, 8_191), dex("La/B;", "La/A0;", "La/A7;"));
    Path out = folder.resolve("out.apk");

    InjectionReport report = inject(List.of(file), List.of(out));

    assertThat(report.left()).isEmpty();
    assertThat(report.instrumented()).isEqualTo(11);
    assertThat(report.notes()).hasSize(1);
    assertThat(names(out))
        .contains("classes.dex", "classes2.dex", "classes3.dex", "classes4.dex")
        .doesNotContain("classes5.dex");
    assertThat(defines(out, "classes.dex", "La/A1;")).isTrue();
    assertThat(defines(out, "classes3.dex", "La/A6;")).isTrue();
    assertThat(defines(out, "classes.dex", "La/A7;")).as("it would not count there").isTrue();
    assertThat(defines(out, "classes4.dex", PROFILER)).isTrue();
  }

  @Test
  void halvesThatAreFullAreDividedAgain() throws IOException {
    DexBuilder dex = DexBuilder.ofVersion(35);
    for (int i = 0; i < 4; i++) {
      // Those of even numbers call the first methods of X, the others the rest: 65,532 with theirs.
      int from = i % 2 == 0 ? 0 : 40_000;
      int to = i % 2 == 0 ? 40_000 : 65_532;
      dex.define(
          "La/A" + i + ";",
          c ->
              c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "run", Proto.of("V"))
                  .code(
                      1,
                      b -> {
                        for (int j = from; j < to; j++) {
                          b.invoke(Opcode.INVOKE_STATIC, MethodRef.of("La/X;", "m" + j, "()V"));
                        }
                        b.emit(Opcode.RETURN_VOID);
                      }));
    }
    Path file = apk("full.apk", manifest(21, ""), dex.build());
    Path out = folder.resolve("out.apk");

    InjectionReport report = inject(List.of(file), List.of(out));

    assertThat(report.left()).isEmpty();
    assertThat(report.instrumented()).isEqualTo(4);
    for (int i = 0; i < 4; i++) {
      String entry = "classes" + (i == 0 ? "" : i + 1) + ".dex";
      assertThat(defines(out, entry, "La/A" + i + ";")).isTrue();
    }
  }

  @Test
  void aFullFileOfOneClassIsLeftAsItIs() throws IOException {
    DexBuilder dex = DexBuilder.ofVersion(35);
    dex.define(
        "La/A;",
        c ->
            c.method(AccessFlags.PUBLIC | AccessFlags.STATIC, "run", Proto.of("V"))
                .code(
                    1,
                    b -> {
                      // With its own 65,535 ids: no room for what it would call.
                      for (int i = 0; i < 65_534; i++) {
                        b.invoke(Opcode.INVOKE_STATIC, MethodRef.of("La/X;", "m" + i, "()V"));
                      }
                      b.emit(Opcode.RETURN_VOID);
                    }));
    Path file = Files.write(folder.resolve("a.dex"), dex.build());
    Path out = folder.resolve("b.dex");

    InjectionReport report = inject(List.of(file), List.of(out));

    assertThat(report.instrumented()).isZero();
    assertThat(report.left())
        .containsExactly(
            new Left("a.A.run()V", "its file has no room in method_ids (65536 at most)"));
    assertThat(report.notes()).hasSize(1);
  }
}
