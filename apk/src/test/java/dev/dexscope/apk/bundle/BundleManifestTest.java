package dev.dexscope.apk.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.apk.manifest.Manifest;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.base.zip.ZipRewriter;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Manifests of bundles, the small ones written field by field, the others by aapt2. */
class BundleManifestTest {
  private static final String INTERNET = "android.permission.INTERNET";

  @TempDir private Path folder;

  private static Message message() {
    return Message.empty("test");
  }

  private static Message node(Message element) {
    return message().add(1, element);
  }

  /**
   * A manifest with unknown fields in front, between and at the end, one in a longer form than
   * needed.
   */
  private static byte[] manifest() {
    Message application =
        message().add(3, "application").add(99, "unknown").add(4, message().add(2, "label"));
    Message manifest =
        message()
            .add(77, 1L << 40)
            .add(
                1, message().add(1, "android").add(2, "http://schemas.android.com/apk/res/android"))
            .add(3, "manifest")
            .add(5, message().add(2, "a text"))
            .add(5, node(application).add(3, message().add(1, 12)))
            .add(88, "behind");
    byte[] known = node(manifest).write();
    byte[] all = Arrays.copyOf(known, known.length + 3);
    // Field 3 with the number 1 in two bytes.
    all[known.length] = 0x18;
    all[known.length + 1] = (byte) 0x81;
    return all;
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Test
  void staysAsItIsWhenNothingChanges() {
    byte[] bytes = manifest();
    assertThat(BundleManifest.read("test", bytes).write()).isEqualTo(bytes);
  }

  @Test
  void changesAreSeenAndTheRestStays() {
    BundleManifest manifest = BundleManifest.read("test", manifest());
    assertThat(manifest.isDebuggable()).isFalse();
    assertThat(manifest.isProfileableByShell()).isFalse();
    manifest.addPermission(INTERNET);
    manifest.addPermission(INTERNET);
    manifest.makeDebuggable();
    manifest.makeProfileableByShell();
    manifest.makeProfileableByShell();

    byte[] written = manifest.write();
    BundleManifest again = BundleManifest.read("test", written);
    assertThat(again.permissions()).containsExactly(INTERNET);
    assertThat(again.isDebuggable()).isTrue();
    assertThat(again.isProfileableByShell()).isTrue();
    assertThat(latin1(written))
        .contains("unknown", "behind", "a text", "label")
        .contains(latin1(message().add(77, 1L << 40).write()))
        .endsWith(latin1(new byte[] {0x18, (byte) 0x81, 0}));
    assertThat(latin1(written).split("profileable", -1)).hasSize(2);
  }

  private static Message attribute(String namespace, String name, String text, long id) {
    Message attribute = message().add(1, namespace).add(2, name).add(3, text);
    return id == 0 ? attribute : attribute.add(5, id);
  }

  private static Message primitive(int number, long value) {
    return message().add(7, message().add(number, value));
  }

  @Test
  void saysWhatAPackagesManifestSays() {
    String android = "http://schemas.android.com/apk/res/android";
    Message sdk =
        message()
            .add(3, "uses-sdk")
            .add(4, attribute(android, "minSdkVersion", "19", 0x0101020c).add(6, primitive(6, 19)));
    Message application =
        message()
            .add(3, "application")
            .add(4, attribute(android, "name", ".App", 0x01010003))
            .add(4, attribute(android, "testOnly", "true", 0x01010272).add(6, primitive(8, 1)))
            .add(
                4,
                attribute(android, "label", "@string/app", 0x01010001)
                    .add(6, message().add(1, message().add(2, 0x7f010002))));
    Message manifest =
        message()
            .add(1, message().add(1, "dist").add(2, "urn:dist"))
            .add(3, "manifest")
            .add(4, attribute("", "package", "com.acme", 0))
            .add(5, node(sdk))
            .add(5, node(message().add(2, "urn:dist").add(3, "module")))
            .add(5, node(application));

    Manifest same = BundleManifest.read("test", node(manifest).write()).asPackages();

    assertThat(same.packageName()).isEqualTo("com.acme");
    assertThat(same.minSdk()).isEqualTo(19);
    assertThat(same.isTestOnly()).isTrue();
    assertThat(same.applicationClass()).isEqualTo("com.acme.App");
    assertThat(same.toXml()).contains("<dist:module", "@0x7f010002");
  }

  @Test
  void aManifestWithoutEndIsRefused() {
    Message deep = message().add(3, "a");
    for (int i = 0; i < 80; i++) {
      deep = message().add(3, "manifest").add(5, node(deep));
    }
    Message wide = message().add(3, "manifest");
    for (int i = 0; i < 30_000; i++) {
      wide.add(5, node(message().add(3, "a")));
    }
    for (Message each : new Message[] {deep, wide}) {
      BundleManifest manifest = BundleManifest.read("test", node(each).write());
      assertThatThrownBy(manifest::asPackages).isInstanceOf(ApkFormatException.class);
    }
  }

  @Test
  void whatIsNoManifestIsRefused() {
    byte[][] broken = {
      {}, {1}, {0x0a, 5, 1}, {0x0a, (byte) 0x80}, {0x0b}, {0, 0}, node(message()).write()
    };
    for (byte[] each : broken) {
      assertThatThrownBy(() -> BundleManifest.read("test", each))
          .isInstanceOf(ApkFormatException.class);
    }
  }

  /** aapt2 converts a package's manifest to the bundle's form, and ours to the package's form. */
  @Test
  @NeedsPeer(Peer.AAPT2)
  void aapt2ReadsWhatIsWritten() throws IOException, InterruptedException {
    Path apk = folder.resolve("a.apk");
    Manifest original = Manifest.create("com.acme", 21, 34);
    original.addLauncherActivity("com.acme.Main");
    try (ZipArchive none = ZipArchive.empty("a.apk")) {
      new ZipRewriter(none).put(Manifest.ENTRY, original.write()).write(apk);
    }
    Path proto = folder.resolve("proto.apk");
    convert("proto", apk, proto);
    Path changed = folder.resolve("changed.apk");
    try (ZipArchive archive = ZipArchive.open(proto)) {
      byte[] bytes = archive.find(Manifest.ENTRY).orElseThrow().read();
      BundleManifest manifest = BundleManifest.read("proto", bytes);
      assertThat(manifest.write()).isEqualTo(bytes);
      assertThat(manifest.permissions()).isEmpty();
      assertThat(manifest.asPackages().toXml()).isEqualTo(original.toXml());
      manifest.addPermission(INTERNET);
      manifest.makeDebuggable();
      manifest.makeProfileableByShell();
      new ZipRewriter(archive).put(Manifest.ENTRY, manifest.write()).write(changed);
    }
    Path binary = folder.resolve("binary.apk");
    convert("binary", changed, binary);
    try (ZipArchive archive = ZipArchive.open(binary)) {
      Manifest manifest = Manifest.of(archive);
      assertThat(manifest.permissions()).containsExactly(INTERNET);
      assertThat(manifest.isDebuggable()).isTrue();
      assertThat(manifest.isProfileableByShell()).isTrue();
      assertThat(manifest.launcherActivity()).isEqualTo("com.acme.Main");
      assertThat(manifest.minSdk()).isEqualTo(21);
    }
  }

  private static void convert(String format, Path from, Path to)
      throws IOException, InterruptedException {
    Peer.Answer run =
        Peer.AAPT2.run("convert", "--output-format", format, "-o", to.toString(), from.toString());
    assertThat(run.exit()).as(run.out()).isZero();
  }
}
