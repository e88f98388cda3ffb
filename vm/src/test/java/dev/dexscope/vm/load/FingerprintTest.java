package dev.dexscope.vm.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FingerprintTest {
  private static final FileTime EPOCH = FileTime.fromMillis(315_532_800_000L);

  @TempDir private Path folder;

  /** As builds make them that want the same bytes each time: all times are the same. */
  private Path archive(String name, int code, int others, String comment) throws IOException {
    Path file = folder.resolve(name);
    try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.setComment(comment);
      add(zip, "classes.dex", new byte[] {(byte) code, 2, 3, 4});
      for (int i = 0; i < others; i++) {
        add(zip, "res/drawable/a_long_name_of_a_picture_" + i + ".png", new byte[] {1});
      }
    }
    Files.setLastModifiedTime(file, EPOCH);
    return file;
  }

  private static void add(ZipOutputStream zip, String name, byte[] content) throws IOException {
    var entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    var crc = new CRC32();
    crc.update(content);
    entry.setCrc(crc.getValue());
    entry.setLastModifiedTime(EPOCH);
    zip.putNextEntry(entry);
    zip.write(content);
  }

  @Test
  void anArchiveIsKnownByItsWholeDirectory() throws IOException {
    for (int others : new int[] {0, 1, 1_000}) {
      for (String comment : new String[] {"", "PK\5\6 in a comment", "c".repeat(0xffff)}) {
        Path one = archive("one.apk", 1, others, comment);
        Path two = archive("two.apk", 9, others, comment);
        assertThat(Files.size(one)).isEqualTo(Files.size(two));
        assertThat(Fingerprint.ofContent(one)).isNotEqualTo(Fingerprint.ofContent(two));
        assertThat(Fingerprint.ofContent(one))
            .isEqualTo(Fingerprint.ofContent(Files.copy(one, folder.resolve("copy"))));
        Files.delete(folder.resolve("copy"));
      }
    }
  }

  /** A file whose checksums are those of another one, and its times too. */
  @Test
  void aFileThatTookAnothersPlaceIsKnownByItsChange() throws IOException {
    byte[] dex = dex();
    Path file = Files.write(folder.resolve("a.dex"), dex);
    Files.setLastModifiedTime(file, EPOCH);
    String before = Fingerprint.of(file);
    assertThat(Fingerprint.of(file)).isEqualTo(before);
    dex[200]++;
    Path other = Files.write(folder.resolve("b.dex"), dex);
    Files.setLastModifiedTime(other, EPOCH);
    Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);

    assertThat(Files.getLastModifiedTime(file)).isEqualTo(EPOCH);
    assertThat(Fingerprint.ofContent(file)).isEqualTo(before.substring(before.length() - 16));
    assertThat(Fingerprint.of(file)).isNotEqualTo(before);
  }

  @Test
  void aDexFileIsKnownByItsHeader() throws IOException {
    byte[] dex = dex();
    Path one = Files.write(folder.resolve("one.dex"), dex);
    dex[8]++;
    Path two = Files.write(folder.resolve("two.dex"), dex);
    assertThat(Fingerprint.ofContent(one)).isNotEqualTo(Fingerprint.ofContent(two));
  }

  @Test
  void whatIsNeitherIsRefused() throws IOException {
    byte[] bytes = new byte[100_000];
    new Random(1).nextBytes(bytes);
    for (int size : new int[] {0, 3, 21, 22, 111, 112, 100_000}) {
      Path file = Files.write(folder.resolve("file"), Arrays.copyOf(bytes, size));
      assertThatThrownBy(() -> Fingerprint.of(file)).isInstanceOf(IOException.class);
    }
    Path cut = archive("cut.apk", 1, 100, "");
    byte[] whole = Files.readAllBytes(cut);
    // Its end without its beginning: the directory would begin before the file.
    Files.write(cut, Arrays.copyOfRange(whole, whole.length - 40, whole.length));
    assertThatThrownBy(() -> Fingerprint.of(cut)).isInstanceOf(IOException.class);
  }

  private static byte[] dex() {
    byte[] dex = new byte[300];
    new Random(2).nextBytes(dex);
    System.arraycopy("dex\n035\0".getBytes(StandardCharsets.US_ASCII), 0, dex, 0, 8);
    return dex;
  }
}
