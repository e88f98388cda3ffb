package dev.dexscope.apk.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.dexscope.apk.ApkFormatException;
import dev.dexscope.base.zip.ZipArchive;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceTableTest {
  private static final int ID = 0x7f030000;
  private static final int NONE = -1;

  private static ByteBuffer buffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] written(ByteBuffer full) {
    byte[] bytes = new byte[full.capacity()];
    full.get(0, bytes);
    return bytes;
  }

  /** A chunk of a header and what is in it. */
  private static byte[] chunk(int type, byte[] header, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    content.writeBytes(header);
    Arrays.stream(parts).forEach(content::writeBytes);
    int size = 8 + content.size();
    return written(
        buffer(size)
            .putShort((short) type)
            .putShort((short) (8 + header.length))
            .putInt(size)
            .put(content.toByteArray()));
  }

  private static byte[] pool(String... texts) {
    var strings = new ByteArrayOutputStream();
    ByteBuffer offsets = buffer(4 * texts.length);
    for (String each : texts) {
      offsets.putInt(strings.size());
      byte[] bytes = each.getBytes(StandardCharsets.UTF_8);
      strings.write(each.length());
      strings.write(bytes.length);
      strings.writeBytes(bytes);
      strings.write(0);
    }
    byte[] header =
        written(
            buffer(20)
                .putInt(texts.length)
                .putInt(0)
                .putInt(StringPool.UTF8)
                .putInt(28 + 4 * texts.length)
                .putInt(0));
    return chunk(Chunk.STRING_POOL, header, written(offsets), strings.toByteArray());
  }

  /** A type with the id 3 and a configuration of 8 bytes, of which one is the language's. */
  private static byte[] type(int flags, int language, byte[] offsets, int count, byte[] entries) {
    byte[] header =
        written(
            buffer(20)
                .put((byte) 3)
                .put((byte) flags)
                .putShort((short) 0)
                .putInt(count)
                .putInt(28 + offsets.length)
                .putInt(8)
                .putInt(language));
    return chunk(0x0201, header, offsets, entries);
  }

  private static byte[] entry(int type, int data) {
    return written(
        buffer(16)
            .putShort((short) 8)
            .putShort((short) 0)
            .putInt(0)
            .putShort((short) 8)
            .put((byte) 0)
            .put((byte) type)
            .putInt(data));
  }

  private static ResourceTable table(byte[]... types) {
    return ResourceTable.read("r.arsc", bytes(types));
  }

  private static byte[] bytes(byte[]... types) {
    byte[] header = written(buffer(280).putInt(0x7f));
    byte[] container = chunk(0x0200, header, types);
    return chunk(0x0002, written(buffer(4).putInt(1)), pool("zero", "one", "two"), container);
  }

  private static byte[] ints(int... values) {
    ByteBuffer out = buffer(4 * values.length);
    Arrays.stream(values).forEach(out::putInt);
    return written(out);
  }

  private static byte[] shorts(int... values) {
    ByteBuffer out = buffer(2 * values.length);
    Arrays.stream(values).forEach(each -> out.putShort((short) each));
    return written(out);
  }

  @Test
  void theValueForAllPhonesIsShown() {
    ResourceTable table =
        table(
            type(0, 'f', ints(0), 1, entry(Value.STRING, 2)),
            type(0, 0, ints(0), 1, entry(Value.STRING, 1)));
    assertThat(table.text(ID)).contains("one");
  }

  @Test
  void whatIsForSomePhonesOnlyIsBetterThanNothing() {
    ResourceTable table =
        table(
            type(0, 0, ints(NONE), 1, new byte[0]),
            type(0, 'f', ints(0), 1, entry(Value.STRING, 2)));
    assertThat(table.text(ID)).contains("two");
    assertThat(table.text(ID + 1)).isEmpty();
    assertThat(table.text(0x7f040000)).isEmpty();
  }

  @Test
  void referencesAreFollowedButNotInCircles() {
    byte[] entries = new byte[32];
    System.arraycopy(entry(Value.REFERENCE, ID + 1), 0, entries, 0, 16);
    System.arraycopy(entry(Value.STRING, 1), 0, entries, 16, 16);
    assertThat(table(type(0, 0, ints(0, 16), 2, entries)).text(ID)).contains("one");
    ResourceTable circle = table(type(0, 0, ints(0), 1, entry(Value.REFERENCE, ID)));
    assertThat(circle.text(ID)).isEmpty();
  }

  @Test
  void offsetsMayBeSparseOrShort() {
    byte[] sparse = shorts(5, 0);
    ResourceTable few = table(type(1, 0, sparse, 1, entry(Value.STRING, 1)));
    assertThat(few.text(ID + 5)).contains("one");
    assertThat(few.text(ID)).isEmpty();
    byte[] padded = shorts(0xffff, 0);
    ResourceTable small = table(type(2, 0, padded, 2, entry(Value.STRING, 2)));
    assertThat(small.text(ID)).isEmpty();
    assertThat(small.text(ID + 1)).contains("two");
  }

  @Test
  void compactEntriesHaveTheirValueInTheHeader() {
    byte[] compact =
        written(buffer(8).putShort((short) 0).putShort((short) (Value.STRING << 8 | 8)).putInt(2));
    assertThat(table(type(0, 0, ints(0), 1, compact)).text(ID)).contains("two");
  }

  @Test
  void noTextIsAnotherKindOfValue() {
    assertThat(table(type(0, 0, ints(0), 1, entry(Value.INT_DEC, 1))).text(ID)).isEmpty();
    assertThat(table(type(0, 0, ints(0), 1, entry(Value.STRING, 3))).text(ID)).isEmpty();
    byte[] many = written(buffer(16).putShort((short) 16).putShort((short) 1));
    assertThat(table(type(0, 0, ints(0), 1, many)).text(ID)).isEmpty();
  }

  @Test
  void damageIsReported() {
    ResourceTable outside = table(type(0, 0, ints(100), 1, entry(Value.STRING, 1)));
    assertThatExceptionOfType(ApkFormatException.class)
        .isThrownBy(() -> outside.text(ID))
        .withMessageContaining("is outside the chunk");
    ResourceTable counted = table(type(0, 0, ints(0), 1 << 30, entry(Value.STRING, 1)));
    assertThatExceptionOfType(ApkFormatException.class).isThrownBy(() -> counted.text(ID));
    byte[] whole = bytes(type(0, 0, ints(0), 1, entry(Value.STRING, 1)));
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatExceptionOfType(ApkFormatException.class)
          .isThrownBy(() -> ResourceTable.read("r.arsc", cut))
          .withMessageContaining("at 0x");
    }
    assertThatExceptionOfType(ApkFormatException.class)
        .isThrownBy(() -> ResourceTable.read("r.arsc", pool("a")))
        .withMessageContaining("no table of resources");
  }

  /** What aapt2 has compiled. */
  @Test
  @NeedsPeer(Peer.AAPT2)
  void tablesOfAndroidsOwnToolAreRead(@TempDir Path folder)
      throws IOException, InterruptedException {
    Path values = Files.createDirectories(folder.resolve("res/values"));
    Path french = Files.createDirectories(folder.resolve("res/values-fr"));
    Files.writeString(
        values.resolve("a.xml"),
        """
        <resources>
          <string name="app">Bird &amp; \u201cBook\u201d</string>
          <string name="same">@string/app</string>
          <bool name="flag">true</bool>
        </resources>
        """);
    Files.writeString(
        french.resolve("a.xml"), "<resources><string name=\"app\">Oiseaux</string></resources>");
    Path manifest = Files.writeString(folder.resolve("m.xml"), "<manifest package=\"a.b\"/>");
    Path compiled = folder.resolve("c.zip");
    Path apk = folder.resolve("a.apk");
    assertThat(
            Peer.AAPT2
                .run("compile", "--dir", folder.resolve("res") + "", "-o", compiled + "")
                .exit())
        .isZero();
    assertThat(
            Peer.AAPT2
                .run("link", "-o", apk + "", "--manifest", manifest + "", compiled + "")
                .exit())
        .isZero();
    try (ZipArchive archive = ZipArchive.open(apk)) {
      byte[] bytes = archive.find(ResourceTable.ENTRY).orElseThrow().read();
      ResourceTable table = ResourceTable.read(ResourceTable.ENTRY, bytes);
      assertThat(table.text(0x7f020000)).contains("Bird & \u201cBook\u201d");
      assertThat(table.text(0x7f020001)).contains("Bird & \u201cBook\u201d");
      assertThat(table.text(0x7f010000)).as("a truth value").isEmpty();
    }
  }
}
