package dev.dexscope.base.zip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipRewriterTest {
  @TempDir private Path folder;

  /** The entries written by java.util.zip: its deflated ones have data descriptors. */
  record Item(String name, byte[] content, boolean stored, byte[] extra) {}

  @Provide
  Arbitrary<List<Item>> items() {
    Arbitrary<String> names =
        Arbitraries.of(
                "lib/arm64-v8a/lib", "res/", "assets/é", "classes", "META-INF/services/x", "")
            .flatMap(prefix ->
                Combinators.combine(
                        Arbitraries.strings().alpha().ofMinLength(1).ofMaxLength(8),
                        Arbitraries.of(".so", ".dex", ".xml", "", ".arsc"))
                    .as((name, suffix) -> prefix + name + suffix));
    Arbitrary<byte[]> contents =
        Arbitraries.bytes().between((byte) 0, (byte) 9).array(byte[].class).ofMaxSize(3000);
    Arbitrary<byte[]> extras =
        Arbitraries.of(
            new byte[0],
            new byte[] {7, 7, 2, 0, 1, 2}, // An unknown block.
            new byte[] {0x35, (byte) 0xd9, 4, 0, 0, 16, 0, 0}); // Padding that requests 4 KB.
    return Combinators.combine(names, contents, Arbitraries.of(true, false), extras)
        .as(Item::new)
        .list()
        .uniqueElements(Item::name)
        .ofMaxSize(12);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void readsWhatOthersWrite(@ForAll("items") List<Item> items) throws IOException {
    try (ZipArchive archive = ZipArchive.of("a.apk", zip(items))) {
      assertThat(archive.entries()).extracting(Entry::name).isEqualTo(names(items));
      for (Item item : items) {
        Entry entry = archive.find(item.name()).orElseThrow();
        assertThat(entry.read()).isEqualTo(item.content());
        assertThat(entry.isWhole()).isTrue();
        assertThat(entry.method()).isEqualTo(item.stored() ? Method.STORED : Method.DEFLATED);
      }
    }
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void keepsWhatIsNotChanged(
      @ForAll("items") List<Item> items, @ForAll("items") List<Item> changes, @ForAll byte remove)
      throws IOException {
    Map<String, byte[]> expected = new LinkedHashMap<>();
    items.forEach(item -> expected.put(item.name(), item.content()));
    try (ZipArchive before = ZipArchive.of("a.apk", zip(items))) {
      var rewriter = new ZipRewriter(before);
      for (Item item : changes) {
        expected.put(item.name(), item.content());
        rewriter.put(item.name(), item.content());
      }
      if (!items.isEmpty()) {
        String name = items.get(Math.floorMod(remove, items.size())).name();
        rewriter.remove(name);
        expected.remove(name);
      }
      byte[] out = write(rewriter);
      try (ZipArchive after = ZipArchive.of("b.apk", out)) {
        assertThat(after.entries())
            .extracting(Entry::name)
            .containsExactlyElementsOf(expected.keySet());
        for (Entry entry : after.entries()) {
          assertThat(entry.read()).isEqualTo(expected.get(entry.name()));
          boolean changed = changes.stream().anyMatch(item -> item.name().equals(entry.name()));
          if (!changed && !entry.name().equals("resources.arsc")) {
            Entry old = before.find(entry.name()).orElseThrow();
            assertThat(entry.data().toArray(ValueLayout.JAVA_BYTE))
                .isEqualTo(old.data().toArray(ValueLayout.JAVA_BYTE));
            assertThat(entry.header().localExtra()).isEqualTo(old.header().localExtra());
            assertThat(entry.header().time()).isEqualTo(old.header().time());
          }
          if (entry.method() == Method.STORED) {
            assertThat(entry.offset() % (entry.name().endsWith(".so") ? 16384 : 4)).isZero();
            assertThat(entry.offset() % entry.header().alignment()).isZero();
          }
        }
        assertThat(write(new ZipRewriter(after))).as("written again").isEqualTo(out);
      }
      sameAsJavaReads(out, expected);
    }
  }

  @Property(tries = 12, edgeCases = EdgeCasesMode.NONE)
  void largeContentsAreCompressedInBlocks(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int halfMegabytes) throws IOException {
    var random = new Random(seed);
    byte[] content = new byte[(halfMegabytes << 19) + random.nextInt(3) - 1];
    random.nextBytes(content);
    // What repeats stands in the block before; the rest cannot be compressed.
    int repeated = random.nextInt(content.length);
    for (int i = repeated; i < content.length - 20_000; i++) {
      content[i + 20_000] = content[i];
    }
    byte[] out;
    try (ZipArchive none = ZipArchive.empty("none.apk")) {
      out = write(new ZipRewriter(none).put("large", Method.DEFLATED, content));
    }
    assertThat(out.length)
        .isLessThan(content.length * 11 / 10 - (content.length - repeated) * 9 / 10 + 40_000);
    sameAsJavaReads(out, Map.of("large", content));
    try (ZipArchive again = ZipArchive.of("b.apk", out)) {
      assertThat(again.find("large").orElseThrow().read()).isEqualTo(content);
    }
  }

  private static void sameAsJavaReads(byte[] zip, Map<String, byte[]> expected) throws IOException {
    Path file = Files.createTempFile("dexscope", ".zip");
    try {
      Files.write(file, zip);
      try (var java = new ZipFile(file.toFile())) {
        assertThat(java.size()).isEqualTo(expected.size());
        for (Map.Entry<String, byte[]> each : expected.entrySet()) {
          assertThat(java.getInputStream(java.getEntry(each.getKey())).readAllBytes())
              .isEqualTo(each.getValue());
        }
      }
    } finally {
      Files.delete(file);
    }
  }

  @Test
  @NeedsPeer({Peer.UNZIP, Peer.ZIPALIGN})
  void unzipAndZipalignAcceptTheResult() throws Exception {
    Path file = write("out.apk", new ZipRewriter(ZipArchive.of("a.apk", zip(sample()))));

    Peer.Answer unzip = Peer.UNZIP.run("-t", file.toString());
    assertThat(unzip.exit()).as(unzip.out()).isZero();
    assertThat(unzip.out()).contains("No errors detected");
    Peer.Answer zipalign = Peer.ZIPALIGN.run("-c", "-p", "-v", "4", file.toString());
    assertThat(zipalign.exit()).as(zipalign.out()).isZero();
    assertThat(zipalign.out()).contains("lib/arm64-v8a/libx.so (OK)");
  }

  private static List<Item> sample() {
    byte[] some = "content content content".getBytes(StandardCharsets.UTF_8);
    byte[] none = {};
    return List.of(
        new Item("AndroidManifest.xml", some, false, none),
        new Item("classes.dex", some, true, none),
        new Item("resources.arsc", some, false, none),
        new Item("lib/arm64-v8a/libx.so", some, true, none),
        new Item("res/a.png", some, true, none),
        new Item("META-INF/MANIFEST.MF", some, false, none),
        new Item("META-INF/cert.rsa", some, false, none),
        new Item("META-INF/CERT.SF", some, false, none),
        new Item("META-INF/services/java.lang.Runnable", some, false, none),
        new Item("META-INF/androidx.version", some, false, none),
        new Item("META-INF/sub/OTHER.RSA", some, false, none),
        new Item("stamp-cert-sha256", some, false, none));
  }

  @Test
  void onlySignatureFilesGo() throws IOException {
    byte[] out = write(new ZipRewriter(ZipArchive.of("a.apk", zip(sample()))));

    assertThat(ZipArchive.of("b", out).entries())
        .extracting(Entry::name)
        .containsExactly(
            "AndroidManifest.xml",
            "classes.dex",
            "resources.arsc",
            "lib/arm64-v8a/libx.so",
            "res/a.png",
            "META-INF/services/java.lang.Runnable",
            "META-INF/androidx.version",
            "META-INF/sub/OTHER.RSA");
  }

  @Test
  void theResourceTableIsStoredAndNewDexFilesAreKeptAsTheFirst() throws IOException {
    byte[] out =
        write(
            new ZipRewriter(ZipArchive.of("a.apk", zip(sample())))
                .put("classes2.dex", new byte[100])
                .put("assets/x", new byte[100]));

    ZipArchive written = ZipArchive.of("b", out);
    assertThat(written.find("resources.arsc").orElseThrow().method()).isEqualTo(Method.STORED);
    assertThat(written.find("classes2.dex").orElseThrow().method()).isEqualTo(Method.STORED);
    assertThat(written.find("assets/x").orElseThrow().method()).isEqualTo(Method.DEFLATED);
  }

  @Test
  void twoEntriesOfOneNameAreRefusedUnlessTheyAreTheSame() throws IOException {
    var a = new Item("res/a", new byte[] {1, 2, 3}, true, new byte[0]);
    var b = new Item("res/b", new byte[] {1, 2, 4}, true, new byte[0]);
    byte[] differ = replace(zip(List.of(a, b)), "res/b", "res/a");
    byte[] same =
        replace(zip(List.of(a, new Item("res/b", a.content(), true, a.extra()))), "res/b", "res/a");

    assertThat(ZipArchive.of("a.apk", differ).entries()).hasSize(2);
    assertThatThrownBy(() -> write(new ZipRewriter(ZipArchive.of("a.apk", differ))))
        .isInstanceOf(ZipFormatException.class)
        .hasMessageContaining("two entries are named res/a");
    assertThat(ZipArchive.of("b", write(new ZipRewriter(ZipArchive.of("a.apk", same)))).entries())
        .hasSize(1);
  }

  @Test
  void flagsAndMethodsThatPackersFakeAreSeenThrough() throws IOException {
    byte[] zip = zip(sample());
    List<Integer> headers = centralHeaders(zip);
    ByteBuffer fake = ByteBuffer.wrap(zip.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int header : headers) {
      fake.putShort(header + 8, (short) (fake.getShort(header + 8) | 1));
      int local = fake.getInt(header + 42);
      fake.putShort(local + 8, (short) 77).putInt(local + 18, 5);
    }
    fake.putShort(headers.get(1) + 10, (short) 12345); // classes.dex, which is stored.

    byte[] out = write(new ZipRewriter(ZipArchive.of("a.apk", fake.array())));
    assertThat(out).isEqualTo(write(new ZipRewriter(ZipArchive.of("a.apk", zip))));
  }

  @Test
  void whatIsEncryptedOrUnknownIsRefused() throws IOException {
    byte[] zip = zip(sample());
    int first = centralHeaders(zip).getFirst();
    ByteBuffer method = ByteBuffer.wrap(zip.clone()).order(ByteOrder.LITTLE_ENDIAN);
    method.putShort(first + 10, (short) 12);
    ByteBuffer encrypted = ByteBuffer.wrap(zip.clone()).order(ByteOrder.LITTLE_ENDIAN);
    encrypted.putShort(first + 8, (short) 9).putInt(first + 16, 0xbad);

    assertThatThrownBy(() -> ZipArchive.of("a.apk", method.array()))
        .isInstanceOf(ZipFormatException.class)
        .hasMessageContaining("AndroidManifest.xml has the compression method 12");
    assertThatThrownBy(() -> ZipArchive.of("a.apk", encrypted.array()))
        .isInstanceOf(ZipFormatException.class)
        .hasMessageContaining("AndroidManifest.xml is encrypted or damaged");
  }

  @Test
  void damagedContentIsRefusedWhenItIsRead() throws IOException {
    byte[] zip = zip(sample());
    int first = centralHeaders(zip).getFirst();
    ByteBuffer crc = ByteBuffer.wrap(zip.clone()).order(ByteOrder.LITTLE_ENDIAN);
    crc.putInt(first + 16, 0xbad);
    ByteBuffer size = ByteBuffer.wrap(zip.clone()).order(ByteOrder.LITTLE_ENDIAN);
    size.putInt(first + 24, 0x7fffff00);

    assertThatThrownBy(() -> ZipArchive.of("a.apk", crc.array()).entries().getFirst().read())
        .hasMessageContaining("a.apk!AndroidManifest.xml: at 0x31: the checksum is 0x");
    assertThatThrownBy(() -> ZipArchive.of("a.apk", size.array()).entries().getFirst().read())
        .isInstanceOf(ZipFormatException.class)
        .hasMessageContaining("2147483392 bytes out of ");
  }

  @Test
  void entriesThatShareBytesAreRefused() throws IOException {
    byte[] big = new byte[1000];
    new java.util.Random(1).nextBytes(big);
    List<Item> items = new ArrayList<>();
    items.add(new Item("a", big, true, new byte[0]));
    items.add(new Item("b", big, true, new byte[0]));
    items.add(new Item("c", big, true, new byte[0]));
    byte[] zip = zip(items);
    List<Integer> headers = centralHeaders(zip);
    // All three point at the first, and the other two's bytes are cut out.
    int local = 2 * (30 + 1 + 1000);
    ByteBuffer bomb = ByteBuffer.allocate(zip.length - local).order(ByteOrder.LITTLE_ENDIAN);
    bomb.put(zip, 0, 1031).put(zip, 1031 + local, zip.length - 1031 - local);
    headers.forEach(at -> bomb.putInt(at - local + 42, 0));
    int end = bomb.capacity() - 22;
    bomb.putInt(end + 16, bomb.getInt(end + 16) - local);

    assertThatThrownBy(() -> ZipArchive.of("bomb", bomb.array()))
        .isInstanceOf(ZipFormatException.class)
        .hasMessageContaining("entries overlap");
  }

  @Test
  void moreThan65535EntriesNeedZip64() throws IOException {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 70_000; i++) {
      items.add(new Item("r/" + i, new byte[] {(byte) i}, true, new byte[0]));
    }
    byte[] zip = zip(items);
    byte[] out = write(new ZipRewriter(ZipArchive.of("a.apk", zip)));

    assertThat(ZipArchive.of("b.apk", out).entries()).hasSize(70_000);
    Path file = Files.write(folder.resolve("many.zip"), out);
    try (var java = new ZipFile(file.toFile())) {
      assertThat(java.size()).isEqualTo(70_000);
      assertThat(java.getInputStream(java.getEntry("r/69999")).read())
          .isEqualTo((byte) 69999 & 255);
    }
  }

  /** A file with a hole in it: five billion zeros, followed by an entry. */
  @Test
  void entriesBeyondFourGigabytesNeedZip64() throws IOException {
    long size = 5_000_000_000L;
    Path input = folder.resolve("big.zip");
    try (var channel = new HoleChannel(input)) {
      var writer = new ZipWriter(channel);
      writer.add(zeros("zeros", size), 4);
      writer.add(
          Entry.of("after", Method.DEFLATED, MemorySegment.ofArray(new byte[] {1, 2, 3})), 1);
      writer.finish(new byte[0]);
    }
    Path output = folder.resolve("big2.zip");
    try (ZipArchive archive = ZipArchive.open(input);
        var channel = new HoleChannel(output)) {
      assertThat(archive.find("zeros").orElseThrow().size()).isEqualTo(size);
      new ZipRewriter(archive).write(channel);
    }

    try (var java = new ZipFile(output.toFile())) {
      assertThat(java.getEntry("zeros").getSize()).isEqualTo(size);
      assertThat(java.getInputStream(java.getEntry("after")).readAllBytes())
          .containsExactly(1, 2, 3);
    }
    assertThat(Files.size(output)).isEqualTo(Files.size(input));
  }

  private static Entry zeros(String name, long size) {
    var arena = java.lang.foreign.Arena.ofAuto();
    Path file;
    try {
      file = Files.createTempFile("dexscope", ".hole");
      try (var channel = java.nio.channels.FileChannel.open(file, HoleChannel.OPTIONS)) {
        channel.write(ByteBuffer.allocate(1), size - 1);
        var data = channel.map(java.nio.channels.FileChannel.MapMode.READ_ONLY, 0, size, arena);
        return new Entry("holes", name, Method.STORED, 0, size, data, 0, EntryHeader.named(name));
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theSigningBlockIsSeenAndDropped() throws IOException {
    byte[] zip = zip(sample());
    int directory = centralHeaders(zip).getFirst();
    ByteBuffer block = ByteBuffer.allocate(8 + 8 + 4 + 4 + 8 + 16).order(ByteOrder.LITTLE_ENDIAN);
    block.putLong(block.capacity() - 8).putLong(8).putInt(SigningBlock.V2).putInt(0);
    block.putLong(block.capacity() - 8).put("APK Sig Block 42".getBytes(StandardCharsets.UTF_8));
    ByteBuffer signed =
        ByteBuffer.allocate(zip.length + block.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    signed.put(zip, 0, directory).put(block.array()).put(zip, directory, zip.length - directory);
    signed.putInt(signed.capacity() - 22 + 16, directory + block.capacity());

    ZipArchive archive = ZipArchive.of("a.apk", signed.array());
    assertThat(archive.signingBlock().ids()).containsExactly(SigningBlock.V2);
    assertThat(write(new ZipRewriter(archive)))
        .isEqualTo(write(new ZipRewriter(ZipArchive.of("a.apk", zip))));
  }

  static byte[] write(ZipRewriter rewriter) throws IOException {
    var out = new ByteArrayOutputStream();
    rewriter.write(Channels.newChannel(out));
    return out.toByteArray();
  }

  private Path write(String name, ZipRewriter rewriter) throws IOException {
    Path file = folder.resolve(name);
    rewriter.write(file);
    return file;
  }

  static byte[] zip(List<Item> items) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      for (Item item : items) {
        var entry = new ZipEntry(item.name());
        entry.setExtra(item.extra());
        entry.setTimeLocal(java.time.LocalDateTime.of(2020, 2, 2, 2, 2, 2));
        if (item.stored()) {
          var crc = new CRC32();
          crc.update(item.content());
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(item.content().length);
          entry.setCrc(crc.getValue());
        }
        out.putNextEntry(entry);
        out.write(item.content());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static List<String> names(List<Item> items) {
    return items.stream().map(Item::name).toList();
  }

  static List<Integer> centralHeaders(byte[] zip) {
    ByteBuffer in = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> headers = new ArrayList<>();
    for (int at = in.getInt(zip.length - 22 + 16);
        in.getInt(at) == CentralDirectory.SIGNATURE;
        at += 46 + in.getShort(at + 28) + in.getShort(at + 30) + in.getShort(at + 32)) {
      headers.add(at);
    }
    return headers;
  }

  private static byte[] replace(byte[] bytes, String from, String to) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1).replace(from, to);
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
