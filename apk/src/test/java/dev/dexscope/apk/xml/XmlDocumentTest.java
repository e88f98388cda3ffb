package dev.dexscope.apk.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class XmlDocumentTest {
  @TempDir Path folder;

  @Test
  void writingWhatWasReadGivesTheSameBytes() {
    assertThat(sample().write()).isEqualTo(sampleBytes());
  }

  @Test
  void readsWhatAaptCompiled() {
    XmlDocument manifest = sample();

    Element application = manifest.find("manifest", "application").orElseThrow();
    assertThat(
            application
                .attribute(AndroidAttribute.named("label").orElseThrow().id())
                .orElseThrow()
                .text())
        .isEqualTo("Größe & more");
    assertThat(manifest.find("manifest").orElseThrow().attribute("package").orElseThrow().text())
        .isEqualTo("dev.dexscope.sample");
    assertThat(manifest.find("manifest", "application", "activity", "intent-filter", "action"))
        .isPresent();
    assertThat(manifest.find("manifest", "action")).isEmpty();
    assertThat(manifest.elements()).hasSize(9);
  }

  @Test
  void printsReadableXml() {
    assertThat(sample().toXml())
        .contains("<manifest\n    xmlns:android=\"http://schemas.android.com/apk/res/android\"\n")
        .contains("android:versionName=\"1.2 &lt;b&gt;\"")
        .contains("  <uses-permission android:name=\"android.permission.CAMERA\"/>\n")
        .contains("      </intent-filter>\n")
        .endsWith("</manifest>\n");
  }

  @Test
  void aNewAttributeStandsWhereItsIdSortsAndTheRestStays() {
    XmlDocument manifest = sample();
    String before = manifest.toXml();
    manifest.set(
        manifest.find("manifest", "application").orElseThrow(),
        AndroidAttribute.DEBUGGABLE,
        Value.bool(true));

    XmlDocument again = XmlDocument.read("changed", manifest.write());
    Element application = again.find("manifest", "application").orElseThrow();
    assertThat(application.attributes())
        .extracting(Attribute::resourceId)
        .isSorted()
        .contains(AndroidAttribute.DEBUGGABLE.id());
    assertThat(again.toXml().replaceAll("\\s*android:debuggable=\"true\"", "")).isEqualTo(before);
  }

  @Test
  void anExistingAttributeIsReplaced() {
    XmlDocument manifest = sample();
    Element root = manifest.find("manifest").orElseThrow();
    int attributes = root.attributes().size();

    manifest.set(root, AndroidAttribute.VERSION_CODE, Value.integer(8));
    manifest.set(root, AndroidAttribute.VERSION_NAME, "новая версия");

    Element again = XmlDocument.read("changed", manifest.write()).find("manifest").orElseThrow();
    assertThat(again.attributes()).hasSize(attributes);
    assertThat(again.attribute(AndroidAttribute.VERSION_CODE.id()).orElseThrow().text())
        .isEqualTo("8");
    assertThat(again.attribute(AndroidAttribute.VERSION_NAME.id()).orElseThrow().text())
        .isEqualTo("новая версия");
  }

  /** The judge is aapt's own reader: what it prints of our output is what Android would see. */
  @Test
  @NeedsPeer(Peer.AAPT)
  void aaptReadsWhatWeChanged() throws Exception {
    XmlDocument manifest = sample();
    manifest.set(
        manifest.find("manifest", "application").orElseThrow(),
        AndroidAttribute.DEBUGGABLE,
        Value.bool(true));
    manifest.set(
        manifest.add(manifest.find("manifest").orElseThrow(), "uses-permission"),
        AndroidAttribute.NAME,
        "android.permission.INTERNET");

    Path apk = folder.resolve("a.apk");
    try (var zip = new ZipOutputStream(Files.newOutputStream(apk))) {
      zip.putNextEntry(new ZipEntry("AndroidManifest.xml"));
      zip.write(manifest.write());
    }
    Peer.Answer tree = Peer.AAPT.run("dump", "xmltree", apk.toString(), "AndroidManifest.xml");

    assertThat(tree.exit()).as(tree.out()).isZero();
    assertThat(tree.out())
        .contains("A: android:debuggable(0x0101000f)=(type 0x12)0xffffffff")
        .contains("A: android:name(0x01010003)=\"android.permission.INTERNET\"")
        .contains("A: android:name(0x01010003)=\"android.permission.CAMERA\"")
        .contains("A: package=\"dev.dexscope.sample\"")
        .contains("A: android:label(0x01010001)=\"Größe & more\"");
  }

  @Test
  void attributesWithoutNamespaceAreSetAndAdded() {
    XmlDocument manifest = sample();
    Element root = manifest.find("manifest").orElseThrow();
    manifest.set(root, "package", "dev.dexscope.other");
    manifest.set(root, "split", "config.de");

    assertThat(XmlDocument.read("changed", manifest.write()).toXml())
        .contains("package=\"dev.dexscope.other\"", "split=\"config.de\"")
        .doesNotContain("\"dev.dexscope.sample\"");
  }

  @Test
  void oneLongStringThatIsNamedEverywhereIsNoBomb() {
    XmlDocument manifest = sample();
    String name = "x".repeat(30_000);
    for (int i = 0; i < 1000; i++) {
      manifest.add(manifest.find("manifest").orElseThrow(), name);
    }
    byte[] bytes = manifest.write();
    assertThat(bytes).hasSizeLessThan(200_000);

    XmlDocument bomb = XmlDocument.read("bomb", bytes);
    assertThat(bomb.elements()).hasSize(1009);
    assertThatThrownBy(bomb::toXml)
        .isInstanceOf(ApkFormatException.class)
        .hasMessageContaining("the text would be longer than ");
  }

  @Test
  void complexNumbersAreWrittenAsInSourceFiles() {
    assertThat(new Value(Value.DIMENSION, 0x00001001).text()).isEqualTo("16dip");
    assertThat(new Value(Value.DIMENSION, 0x00003202).text()).isEqualTo("50sp");
    assertThat(new Value(Value.FRACTION, 0x40000030).text()).isEqualTo("50%");
    assertThat(new Value(Value.INT_HEX, 0xff).text()).isEqualTo("0xff");
    assertThat(new Value(0x1d, 0xff00ff00).text()).isEqualTo("#ff00ff00");
  }

  @Property
  void anyTextSurvives(@ForAll @StringLength(max = 40_000) String text) {
    // A lone surrogate has no encoding in UTF-8 or UTF-16 files.
    String encodable =
        new String(text.getBytes(StandardCharsets.UTF_16LE), StandardCharsets.UTF_16LE);
    XmlDocument manifest = sample();
    manifest.set(manifest.find("manifest").orElseThrow(), AndroidAttribute.VERSION_NAME, encodable);

    assertThat(
            XmlDocument.read("changed", manifest.write())
                .find("manifest")
                .orElseThrow()
                .attribute(AndroidAttribute.VERSION_NAME.id())
                .orElseThrow()
                .text())
        .isEqualTo(encodable);
  }

  @Property(tries = 2000)
  void damageIsReportedAndNeverWorse(
      @ForAll @IntRange(max = 2227) int at,
      @ForAll byte value,
      @ForAll @IntRange(max = 3) int how) {
    byte[] bytes = sampleBytes();
    if (how == 0) {
      bytes = java.util.Arrays.copyOf(bytes, at);
    } else {
      bytes[at] = value;
    }
    useAll(bytes);
  }

  @FuzzTest
  void anyBytesAreReadOrRefused(byte[] bytes) {
    useAll(bytes);
  }

  private static void useAll(byte[] bytes) {
    try {
      XmlDocument document = XmlDocument.read("fuzz", bytes);
      assertThat(document.write()).isEqualTo(bytes);
      document.toXml();
      var root = document.find("manifest");
      if (root.isPresent()) {
        document.set(root.get(), AndroidAttribute.DEBUGGABLE, Value.bool(true));
        document.set(document.add(root.get(), "x"), AndroidAttribute.NAME, "y");
        XmlDocument.read("written", document.write()).toXml();
      }
    } catch (ApkFormatException e) {
      assertThat(e).hasMessageContaining("at 0x");
    }
  }

  @Test
  void whatIsNoBinaryXmlIsNamed() {
    byte[] text = "<?xml version=\"1.0\"?><manifest/>".getBytes(StandardCharsets.UTF_8);

    assertThatThrownBy(() -> XmlDocument.read("AndroidManifest.xml", text))
        .isInstanceOf(ApkFormatException.class)
        .hasMessage("AndroidManifest.xml: at 0x0: the XML is text already, not binary");
  }

  private static XmlDocument sample() {
    return XmlDocument.read("sample.axml", sampleBytes());
  }

  /** Our own manifest, compiled by aapt. */
  private static byte[] sampleBytes() {
    try (InputStream in = XmlDocumentTest.class.getResourceAsStream("sample.axml")) {
      assertThat(in).isNotNull();
      return in.readAllBytes();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
