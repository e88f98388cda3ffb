package dev.dexscope.apk.sign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.android.apksig.ApkVerifier;
import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.Samples;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.Method;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignerTest {
  private static final char[] PASSWORD = "secret1".toCharArray();
  private static final char[] SAME = {};

  @TempDir private static Path home;
  private static SigningKey key;

  @TempDir private Path folder;

  @BeforeAll
  static void makeKey() throws IOException {
    key = DebugKeystore.openOrCreate(home.resolve("sub/debug.keystore"));
  }

  @Test
  void theDebugKeyIsPrivateAndStays() throws Exception {
    Path keystore = home.resolve("sub/debug.keystore");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keystore)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve("sub"))))
        .isEqualTo("rwx------");
    assertThat(DebugKeystore.openOrCreate(keystore)).isEqualTo(key);
    X509Certificate certificate = key.certificates().getFirst();
    assertThat(((RSAPublicKey) certificate.getPublicKey()).getModulus().bitLength())
        .isGreaterThanOrEqualTo(2048);
    certificate.verify(certificate.getPublicKey());
    certificate.checkValidity();
    assertThat(certificate.getSubjectX500Principal().getName()).isEqualTo("CN=Dexscope Debug");
    try (Stream<Path> files = Files.list(home.resolve("sub"))) {
      assertThat(files).containsExactly(keystore);
    }
  }

  @Test
  void commandsThatStartTogetherGetOneKey() {
    Path keystore = folder.resolve("debug.keystore");
    Set<SigningKey> keys =
        IntStream.range(0, 4)
            .parallel()
            .mapToObj(_ -> {
              try {
                return DebugKeystore.openOrCreate(keystore);
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            })
            .collect(Collectors.toSet());

    assertThat(keys).hasSize(1);
  }

  /** The judges are Android's own tools, which look at v2 only where it counts. */
  @ParameterizedTest
  @CsvSource({"14,true,true", "21,true,true", "24,false,true", "33,false,false"})
  @NeedsPeer({Peer.APKSIGNER, Peer.ZIPALIGN})
  void theLowestVersionDecidesTheSchemes(int minSdk, boolean v1, boolean v2) throws Exception {
    Path apk = apk("in.apk", minSdk);
    Path signed = folder.resolve("signed.apk");
    new Signer(key).sign(apk, 1, signed, Optional.empty());

    Peer.Answer apksigner = Peer.APKSIGNER.run("verify", "-v", signed.toString());
    assertThat(apksigner.exit()).as(apksigner.out()).isZero();
    assertThat(apksigner.out())
        .contains(
            "v1 scheme (JAR signing): " + v1,
            "v2 scheme (APK Signature Scheme v2): " + v2,
            "v3 scheme (APK Signature Scheme v3): true");
    Peer.Answer zipalign = Peer.ZIPALIGN.run("-c", "-p", "4", signed.toString());
    assertThat(zipalign.exit()).as(zipalign.out()).isZero();
    try (ZipArchive archive = ZipArchive.open(signed)) {
      assertThat(archive.find("META-INF/services/java.lang.Runnable")).isPresent();
      assertThat(archive.find("lib/arm64-v8a/libx.so").orElseThrow().offset() % 16384).isZero();
    }
  }

  @Test
  @NeedsPeer(Peer.APKSIGNER)
  void aChangeAfterSigningIsSeen() throws Exception {
    Path signed = folder.resolve("signed.apk");
    new Signer(key).sign(apk("in.apk", 24), 1, signed, Optional.empty());
    byte[] bytes = Files.readAllBytes(signed);
    bytes[40]++;

    Path changed = Files.write(folder.resolve("changed.apk"), bytes);
    assertThat(Peer.APKSIGNER.run("verify", changed.toString()).exit()).isNotZero();
  }

  @Test
  @NeedsPeer(Peer.APKSIGNER)
  void v4StandsInAFileOfItsOwn() throws Exception {
    Path signed = folder.resolve("signed.apk");
    Path v4 = folder.resolve("signed.apk.idsig");
    try (ZipArchive apk = ZipArchive.open(apk("in.apk", 24))) {
      new Signer(key).sign(new ZipRewriter(apk), 24, signed, Optional.of(v4));
    }

    Peer.Answer apksigner =
        Peer.APKSIGNER.run("verify", "-v", "--v4-signature-file", v4.toString(), signed.toString());
    assertThat(apksigner.exit()).as(apksigner.out()).isZero();
    assertThat(apksigner.out()).contains("v4 scheme (APK Signature Scheme v4): true");
  }

  /** Debian's apksigner is older than v3.1: the library judges its own work here. */
  @Test
  void aChangedKeyIsProvedByV31() throws Exception {
    SigningKey next = DebugKeystore.openOrCreate(folder.resolve("next.keystore"));
    Path signed = folder.resolve("signed.apk");
    new Signer(key, next).sign(apk("in.apk", 24), 1, signed, Optional.empty());

    ApkVerifier.Result result = new ApkVerifier.Builder(signed.toFile()).build().verify();
    assertThat(result.isVerified()).as(result.getAllErrors().toString()).isTrue();
    assertThat(result.isVerifiedUsingV3Scheme()).isTrue();
    assertThat(result.isVerifiedUsingV31Scheme()).isTrue();
    assertThat(result.getV31SchemeSigners().getFirst().getCertificate())
        .isEqualTo(next.certificates().getFirst());
    assertThat(result.getV3SchemeSigners().getFirst().getCertificate())
        .isEqualTo(key.certificates().getFirst());
  }

  @Test
  @NeedsPeer(Peer.APKSIGNER)
  void devicesThatKnowNoV31SeeTheOldKey() throws Exception {
    SigningKey next = DebugKeystore.openOrCreate(folder.resolve("next.keystore"));
    Path signed = folder.resolve("signed.apk");
    new Signer(key, next).sign(apk("in.apk", 24), 1, signed, Optional.empty());

    Peer.Answer old = Peer.APKSIGNER.run("verify", "--print-certs", "-v", signed.toString());
    assertThat(old.out()).as(old.out()).contains("v2 scheme (APK Signature Scheme v2): true");
  }

  @Test
  void everyPackageOfASetGetsTheSameKey() throws Exception {
    Manifest split = Samples.manifest();
    split.set("manifest@split=config.de");
    byte[] set =
        Samples.write(
            new ZipRewriter(ZipArchive.empty("empty"))
                .put("toc.pb", new byte[] {1})
                .put("splits/base.apk", Method.STORED, Samples.apk(Samples.manifest()))
                .put("splits/config.apk", Method.DEFLATED, Samples.apk(split)));
    Path output = folder.resolve("out.apks");
    new Signer(key).sign(Files.write(folder.resolve("in.apks"), set), 1, output, Optional.empty());

    try (ZipArchive signed = ZipArchive.open(output)) {
      assertThat(signed.find("toc.pb").orElseThrow().read()).containsExactly(1);
      for (String name : List.of("splits/base.apk", "splits/config.apk")) {
        Path apk = folder.resolve("one.apk");
        Files.write(apk, signed.find(name).orElseThrow().read());
        ApkVerifier.Result result = new ApkVerifier.Builder(apk.toFile()).build().verify();
        assertThat(result.isVerified()).as(result.getAllErrors().toString()).isTrue();
        assertThat(result.getSignerCertificates()).isEqualTo(key.certificates());
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .as("nothing else is left")
          .containsExactlyInAnyOrder("in.apks", "out.apks", "one.apk");
    }
  }

  @Test
  void aBundleIsSignedAsAJar() throws Exception {
    byte[] bundle =
        Samples.write(
            new ZipRewriter(ZipArchive.empty("empty"))
                .put("BundleConfig.pb", new byte[] {1})
                .put("base/manifest/AndroidManifest.xml", new byte[] {2})
                .put("base/dex/classes.dex", new byte[] {3}));
    Path output = folder.resolve("out.aab");
    new Signer(key)
        .sign(Files.write(folder.resolve("in.aab"), bundle), 1, output, Optional.empty());

    try (var jar = new JarFile(output.toFile(), true)) {
      JarEntry dex = jar.getJarEntry("base/dex/classes.dex");
      assertThat(jar.getInputStream(dex).readAllBytes()).containsExactly(3);
      assertThat(dex.getCertificates()).containsExactlyElementsOf(key.certificates());
    }
    try (ZipArchive archive = ZipArchive.open(output)) {
      assertThat(archive.signingBlock().ids()).isEmpty();
    }
  }

  @Test
  void whatCannotBeSignedIsNamed() throws Exception {
    byte[] odd =
        Samples.write(
            new ZipRewriter(ZipArchive.empty("empty"))
                .put(Manifest.ENTRY, Samples.manifest().write())
                .put("a\nb", new byte[] {1}));
    Path apk = Files.write(folder.resolve("odd.apk"), odd);

    assertThatThrownBy(() -> new Signer(key).sign(apk, 1, folder.resolve("out"), Optional.empty()))
        .isInstanceOf(SigningException.class)
        .hasMessageStartingWith("cannot be signed: ")
        .hasMessageEndingWith(", " + apk + "; mend it");
  }

  @Test
  void splitsThatDoNotSayItRunWhereTheBaseRuns() throws Exception {
    Path base = apk("base.apk", 26);
    assertThat(Signer.minSdk(List.of(base))).isEqualTo(26);
    assertThat(Signer.minSdk(List.of())).isEqualTo(1);
  }

  @Test
  void whatIsNeitherPackageNorSetIsRefused() throws IOException {
    Path zip =
        Files.write(folder.resolve("x.zip"), Samples.write(new ZipRewriter(ZipArchive.empty("x"))));

    assertThatThrownBy(() -> new Signer(key).sign(zip, 1, folder.resolve("out"), Optional.empty()))
        .isInstanceOf(ApkFormatException.class)
        .hasMessageContaining("neither a package");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"PKCS12,RSA,2048", "JKS,RSA,3072", "PKCS12,EC,256"})
  @NeedsPeer(Peer.APKSIGNER)
  void keystoresOfUsersWork(String type, String algorithm, String bits) throws Exception {
    Path keystore = keytool("mine", type, algorithm, bits);
    SigningKey mine = SigningKey.load(keystore, PASSWORD, "", SAME);
    Path signed = folder.resolve("signed.apk");
    new Signer(mine).sign(apk("in.apk", 21), 1, signed, Optional.empty());

    Peer.Answer apksigner = Peer.APKSIGNER.run("verify", "-v", signed.toString());
    assertThat(apksigner.exit()).as(apksigner.out()).isZero();
    assertThat(mine.alias()).isEqualTo("mine");
  }

  @Test
  void keysThatCannotBeHadAreExplained() throws Exception {
    Path keystore = keytool("mine", "PKCS12", "RSA", "2048");
    Path noKeystore = Files.write(folder.resolve("text"), new byte[] {1, 2, 3});

    assertThatThrownBy(() -> SigningKey.load(keystore, "wrong12".toCharArray(), "", SAME))
        .isInstanceOf(SigningException.class)
        .hasMessage("wrong password of the keystore, " + keystore + "; check it");
    assertThatThrownBy(() -> SigningKey.load(keystore, PASSWORD, "other", SAME))
        .hasMessage("no key 'other', " + keystore + "; its keys are [mine]");
    assertThatThrownBy(() -> SigningKey.load(noKeystore, PASSWORD, "", SAME))
        .isInstanceOf(SigningException.class)
        .hasMessageEndingWith(noKeystore + "; convert it with keytool");
    assertThatThrownBy(() -> SigningKey.load(folder.resolve("none"), PASSWORD, "", SAME))
        .isInstanceOf(NoSuchFileException.class);
    keytool("second", "PKCS12", "RSA", "2048");
    assertThatThrownBy(() -> SigningKey.load(keystore, PASSWORD, "", SAME))
        .hasMessage("several keys, " + keystore + "; name one of [mine, second]");
  }

  private Path keytool(String alias, String type, String algorithm, String bits) throws Exception {
    Path keystore = folder.resolve("user.keystore");
    var builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                keystore.toString(),
                "-storetype",
                type,
                "-storepass:env",
                "STOREPASS",
                "-keypass:env",
                "STOREPASS",
                "-alias",
                alias,
                "-keyalg",
                algorithm,
                algorithm.equals("EC") ? "-groupname" : "-keysize",
                algorithm.equals("EC") ? "secp" + bits + "r1" : bits,
                "-dname",
                "CN=Test")
            .redirectErrorStream(true);
    builder.environment().put("STOREPASS", new String(PASSWORD));
    Process process = builder.start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return keystore;
  }

  private Path apk(String name, int minSdk) throws IOException {
    Manifest manifest = Samples.manifest();
    manifest.set("uses-sdk@minSdkVersion=" + minSdk);
    return Files.write(folder.resolve(name), Samples.apk(manifest));
  }
}
