package dev.dexscope.cli.packages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.dexscope.apk.bundle.BundleManifest;
import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.cli.Run;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code preflight}, {@code manifest} and {@code sign}, with a key in a keystore of the test. */
class PackageCommandsTest {
  @TempDir private Path folder;
  private Path apk;
  private Path keystore;
  private Path password;

  @BeforeEach
  void makeFiles() throws IOException {
    apk = folder.resolve("app.apk");
    try (var zip = new ZipOutputStream(Files.newOutputStream(apk))) {
      zip.putNextEntry(new ZipEntry("AndroidManifest.xml"));
      zip.write(manifest());
      zip.putNextEntry(new ZipEntry("classes.dex"));
      zip.write(new byte[100]);
    }
    keystore = folder.resolve("key.p12");
    dev.dexscope.apk.sign.DebugKeystore.openOrCreate(keystore);
    password = Files.writeString(folder.resolve("password"), "dexscope\n");
  }

  private static byte[] manifest() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(PackageCommandsTest.class.getResourceAsStream("manifest.axml"))) {
      return in.readAllBytes();
    }
  }

  private Run run(String... arguments) {
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 4);
    all[arguments.length] = "--keystore";
    all[arguments.length + 1] = keystore.toString();
    all[arguments.length + 2] = "--keystore-pass";
    all[arguments.length + 3] = "file:" + password;
    return Run.of(all);
  }

  private static boolean isSigned(Path file) throws IOException {
    return new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1)
        .contains("APK Sig Block 42");
  }

  @Test
  void manifestShowsReadableXml() {
    Run run = Run.of("manifest", apk.toString());

    assertThat(run.exit()).isZero();
    assertThat(run.out()).startsWith("<?xml").contains("package=\"dev.dexscope.sample\"");
  }

  @Test
  void anOutputThatIsTheInputIsRefusedAndKept() throws IOException {
    byte[] before = Files.readAllBytes(apk);

    for (String command : List.of("manifest", "sign", "inject")) {
      Run run = run(command, apk.toString(), "-o", apk.toString());
      assertThat(run.exit()).as(command).isEqualTo(3);
      assertThat(run.err()).startsWith("dexscope: output is the input, " + apk);
    }

    assertThat(apk).hasBinaryContent(before);
  }

  @Test
  void manifestWritesAChangedPackageThatIsSigned() throws IOException {
    Path out = folder.resolve("out.apk");
    Run run =
        run(
            "manifest",
            apk.toString(),
            "--debuggable",
            "--profileable",
            "--add-permission",
            "android.permission.INTERNET",
            "--set",
            "uses-sdk@targetSdkVersion=30",
            "-o",
            out.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEmpty();
    assertThat(Run.of("manifest", out.toString()).out())
        .contains(
            "android:debuggable=\"true\"",
            "<profileable android:shell=\"true\"/>",
            "<uses-permission android:name=\"android.permission.INTERNET\"/>",
            "android:targetSdkVersion=\"30\"");
    assertThat(isSigned(out)).isTrue();
  }

  @Test
  void bundlesAreShownAndChangedAsPackagesAre() throws IOException {
    Path bundle = folder.resolve("app.aab");
    Path out = folder.resolve("out.aab");
    byte[] application =
        new ProtoWriter()
            .bytes(1, new ProtoWriter().bytes(3, "application".getBytes(UTF_8)).toBytes())
            .toBytes();
    byte[] manifest =
        new ProtoWriter().bytes(3, "manifest".getBytes(UTF_8)).bytes(5, application).toBytes();
    new ZipRewriter(ZipArchive.empty("bundle"))
        .put("BundleConfig.pb", new byte[1])
        .put("base/dex/classes.dex", new byte[1])
        .put(BundleManifest.ENTRY, new ProtoWriter().bytes(1, manifest).toBytes())
        .write(bundle);

    assertThat(Run.of("manifest", bundle.toString()).out()).contains("<application");
    assertThat(run("manifest", bundle.toString(), "--debuggable", "-o", out.toString()).err())
        .isEmpty();
    assertThat(Run.of("manifest", out.toString()).out()).contains("android:debuggable=\"true\"");
    assertThat(run("manifest", bundle + "", "--set", "application@label=x", "-o", "x").err())
        .startsWith("dexscope: --set does not change bundles; ");
    assertThat(Run.of("preflight", bundle.toString()).out())
        .contains("new-signer")
        .endsWith("ready\n");
  }

  @Test
  void aManifestAloneIsWrittenAlone() throws IOException {
    Path xml = Files.write(folder.resolve("AndroidManifest.xml"), manifest());
    Path out = folder.resolve("out.xml");

    assertThat(Run.of("manifest", xml.toString(), "-o", out.toString()).exit()).isZero();
    assertThat(out).hasSameBinaryContentAs(xml);
  }

  @Test
  void mistakesAreOneLine() throws IOException {
    Path text = Files.writeString(folder.resolve("text.xml"), "<manifest/>");
    assertThat(Run.of("manifest", apk.toString(), "--debuggable").err())
        .isEqualTo("dexscope: a changed manifest needs a file; name it with -o OUT\n");
    assertThat(run("manifest", apk.toString(), "--set", "x@y=1", "-o", "out.apk"))
        .isEqualTo(
            new Run(
                2, "", "dexscope: --set: no <x> at this place; see 'dexscope manifest --help'\n"));
    Run notBinary = Run.of("manifest", text.toString());
    assertThat(notBinary.exit()).isEqualTo(3);
    assertThat(notBinary.err())
        .startsWith("dexscope: not a well-formed package, " + text + ": at 0x0: the XML is text");
  }

  @Test
  void signWritesOneFile() throws IOException {
    Path out = folder.resolve("signed.apk");
    Run run = run("sign", apk.toString(), "-o", out.toString(), "--v4");

    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(isSigned(out)).isTrue();
    assertThat(folder.resolve("signed.apk.idsig")).isNotEmptyFile();
    try (var zip = new ZipFile(out.toFile())) {
      assertThat(zip.getEntry("META-INF/MANIFEST.MF")).as("v1, for Android 5").isNotNull();
    }
  }

  @Test
  void signWritesAFolderForSeveral() throws IOException {
    Path other = Files.copy(apk, folder.resolve("other.apk"));
    Path out = folder.resolve("signed");
    Run run = run("sign", apk.toString(), other.toString(), "-o", out.toString());

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(isSigned(out.resolve("app.apk"))).isTrue();
    assertThat(isSigned(out.resolve("other.apk"))).isTrue();
    assertThat(run("sign", apk.toString(), apk.toString(), "-o", "x").err())
        .isEqualTo("dexscope: two files are named app.apk; rename one\n");
  }

  @Test
  void passwordsComeFromSourcesOnly() {
    String out = folder.resolve("signed.apk").toString();
    String key = keystore.toString();
    Run plain =
        Run.of("sign", apk + "", "-o", out, "--keystore", key, "--keystore-pass", "hunter2");
    Run unset =
        Run.of("sign", apk + "", "-o", out, "--keystore", key, "--keystore-pass", "env:NO_SUCH_X");

    assertThat(plain.exit()).isEqualTo(2);
    assertThat(plain.err())
        .isEqualTo(
            "dexscope: a password is specified by its source; use env:NAME, file:PATH or prompt\n");
    assertThat(unset.err())
        .isEqualTo("dexscope: the environment has no NO_SUCH_X; export it first\n");
  }

  @Test
  void aWrongPasswordIsBadInput() throws IOException {
    Files.writeString(password, "wrong");
    Run run = run("sign", apk.toString(), "-o", folder.resolve("signed.apk").toString());

    assertThat(run.exit()).isEqualTo(3);
    assertThat(run.err())
        .isEqualTo("dexscope: wrong password of the keystore, " + keystore + "; check it\n");
    assertThat(folder.resolve("signed.apk")).doesNotExist();
  }

  @Test
  void preflightSaysWhatWillGoWrong() {
    Run run = Run.of("preflight", apk.toString());

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .isEqualTo(
            """
            dev.dexscope.sample, Android API 21 and up, made for 29
            warning  code-elsewhere, APK: the system starts classes that are in no dex file: \
            dev.dexscope.sample.Main
                     the code comes from a missing split or is unpacked at run time: include all splits
            note     new-signer, APK: it gets another signer: a device that has the original \
            refuses it as an update
                     adb uninstall dev.dexscope.sample first, which deletes the app's data
            ready
            """
                .replace("APK", apk.toString()));
  }

  @Test
  void aBlockerMakesTheAnswerNo() {
    Path out = folder.resolve("out.apk");
    run("manifest", apk.toString(), "--set", "application@hasCode=false", "-o", out.toString());
    Run run = Run.of("preflight", "--json", out.toString());

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "\"package\" : \"dev.dexscope.sample\"",
            "\"ready\" : false",
            "\"severity\" : \"blocker\"",
            "\"id\" : \"no-code\"");
    assertThat(Run.of("preflight", out.toString()).out()).endsWith("not ready\n");
  }
}
