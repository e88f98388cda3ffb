package dev.dexscope.natives;

import static dev.dexscope.natives.Ndk.Versions.LIBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dexscope.natives.elf.ElfFile;
import dev.dexscope.natives.elf.ElfFormatException;
import dev.dexscope.natives.elf.TranslatedElf;
import dev.dexscope.testkit.NeedsPeer;
import dev.dexscope.testkit.Peer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Libraries that were made to do harm: they are refused by the one exception, soon. */
@NeedsPeer(Peer.GCC)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class HostileLibrariesTest {
  private static final int TRIES = 1500;

  /** Tags of the dynamic section. */
  private static final long STRSZ = 10;

  private static final long RELRSZ = 35;
  private static final long RELR = 36;
  private static final long VERNEED = 0x6ffffffe;
  private static final long VERNEEDNUM = 0x6fffffff;

  @TempDir static Path folder;
  private static HostLibraries host;
  private static byte[] library;

  @BeforeAll
  static void build() throws Exception {
    host = HostLibraries.ofThisProcess();
    Path built =
        new Ndk(folder)
            .build(
                Path.of("src/test/c/forms.c"), "libforms.so", LIBC, "-Wl,-z,pack-relative-relocs");
    library = Files.readAllBytes(built);
  }

  private static byte[] translate(byte[] bytes) {
    var binder = new Binder(host, OwnLibrary.symbols(), Set.of("second"), List.of("libEGL.so"));
    return TranslatedElf.write(
        ElfFile.of("hostile.so", bytes), List.of("a.so"), binder::bind, host::has);
  }

  private static ByteBuffer view(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns where the value of a tag is in the dynamic section. */
  private static int value(ByteBuffer in, long tag) {
    int at = (int) in.getLong(32);
    while (in.getInt(at) != 2) {
      at += 56;
    }
    at = (int) in.getLong(at + 8);
    while (in.getLong(at) != tag) {
      at += 16;
    }
    return at + 8;
  }

  @Test
  void damagedLibrariesAreRefusedOrRead() {
    var random = new Random(41);
    int refused = 0;
    int end = value(view(library), STRSZ) + 200;
    for (int i = 0; i < TRIES; i++) {
      byte[] damaged = library.clone();
      for (int j = random.nextInt(4); j >= 0; j--) {
        // The headers and tables are at the beginning, the dynamic section is near the end.
        int at =
            switch (random.nextInt(3)) {
              case 0 -> random.nextInt(64 + 56 * 10);
              case 1 -> random.nextInt(0x2000);
              default -> end - 500 + random.nextInt(500);
            };
        damaged[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) 0xff;
      }
      if (random.nextInt(10) == 0) {
        damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length));
      }
      try {
        assertThat(translate(damaged)).hasSizeGreaterThan(damaged.length);
      } catch (ElfFormatException e) {
        assertThat(e.getMessage()).isNotBlank();
        refused++;
      }
    }
    assertThat(refused).isBetween(TRIES / 20, TRIES * 19 / 20);
  }

  @Test
  void versionsThatFollowThemselvesEnd() {
    byte[] endless = library.clone();
    ByteBuffer in = view(endless);
    in.putLong(value(in, VERNEEDNUM), 1L << 40);
    int table = (int) in.getLong(value(in, VERNEED));
    in.putShort(table + 2, (short) 0xffff).putInt(table + 12, 0);
    in.putInt(table + in.getInt(table + 8) + 12, 0);
    assertThat(translate(endless)).isNotEmpty();
  }

  /** A map of 8 bytes stands for 63 relocations, which take much more memory. */
  @Test
  void moreRelocationsThanTheLibraryHasWordsAreRefused() {
    ByteBuffer in = view(library);
    byte[] longer = Arrays.copyOf(library, 1 << 24);
    ByteBuffer out = view(longer);
    int table = library.length / 8 * 8 + 8;
    for (int at = table; at + 16 <= longer.length; at += 16) {
      Arrays.fill(longer, at + 8, at + 16, (byte) 0xff); // Address 0, and all that follow it.
    }
    // The last segment goes to the file's end.
    int load = 0;
    for (int at = (int) in.getLong(32), i = 0; i < in.getShort(56); i++, at += 56) {
      load = in.getInt(at) == 1 ? at : load;
    }
    long offset = in.getLong(load + 8);
    out.putLong(load + 32, longer.length - offset).putLong(load + 40, longer.length - offset);
    out.putLong(value(in, RELRSZ), 1 << 23);
    out.putLong(value(in, RELR), table - offset + in.getLong(load + 16));
    assertThatThrownBy(() -> translate(longer))
        .isInstanceOf(ElfFormatException.class)
        .hasMessageContaining("more relocations than words");
  }

  /** Each symbol can have a name that is as long as the table. */
  @Test
  void namesThatOverlapAreRefused() {
    int names = 4 << 20;
    int count = 50_000;
    byte[] made = new byte[0x1000 + names + count * 24 + 64];
    ByteBuffer out = view(made);
    out.putInt(0x464c457f).putInt(0x10102);
    out.putShort(16, (short) 3).putShort(18, (short) 62).putLong(32, 64);
    out.putShort(54, (short) 56).putShort(56, (short) 2);
    out.position(64);
    out.putInt(1).putInt(4).putLong(0).putLong(0).putLong(0);
    out.putLong(made.length).putLong(made.length).putLong(0x1000);
    out.putInt(2).putInt(4).putLong(0x200).putLong(0x200).putLong(0x200);
    out.putLong(128).putLong(128).putLong(8);
    out.position(0x200);
    int symbols = 0x1000 + names;
    int hash = symbols + count * 24;
    out.putLong(5).putLong(0x1000).putLong(10).putLong(names).putLong(6).putLong(symbols);
    out.putLong(4).putLong(hash).putLong(0).putLong(0);
    Arrays.fill(made, 0x1000, symbols - 1, (byte) 'a');
    for (int i = 0; i < count; i++) {
      out.putInt(symbols + i * 24, i).put(symbols + i * 24 + 4, (byte) 0x12);
    }
    out.putInt(hash, 1).putInt(hash + 4, count);
    assertThatThrownBy(() -> translate(made))
        .isInstanceOf(ElfFormatException.class)
        .hasMessageContaining("overlap");
  }
}
