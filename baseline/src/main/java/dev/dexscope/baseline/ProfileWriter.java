package dev.dexscope.baseline;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedSet;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes the profiles of Android's runtime. All numbers are little-endian and unsigned; those of
 * methods and classes are differences to the one before. Types of calls (inline caches) are never
 * written.
 */
public final class ProfileWriter {
  /** What profiles begin with. */
  static final byte[] MAGIC = {'p', 'r', 'o', 0};

  /** What the file beside the profile of a package begins with. */
  static final byte[] METADATA_MAGIC = {'p', 'r', 'm', 0};

  /** The version of that file: with the number of types and the definitions of classes. */
  static final byte[] METADATA_VERSION = {'0', '0', '2', 0};

  /** The sections of {@link ProfileVersion#S}. */
  static final int DEX_FILES = 0;

  static final int CLASSES = 2;
  static final int METHODS = 3;

  private static final int HEADER = 12;
  private static final int SECTION = 16;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private ProfileWriter() {}

  /** Returns a profile in a version, such as {@code assets/dexopt/baseline.prof} in {@code P}. */
  public static byte[] profile(ArtProfile profile, ProfileVersion version) {
    var writer = new ProfileWriter();
    writer.out.writeBytes(MAGIC);
    writer.out.writeBytes(version.bytes());
    switch (version) {
      case N -> writer.writeN(profile);
      case O -> writer.writeO(profile);
      case O_MR1, P -> writer.writeP(profile, version == ProfileVersion.P);
      case S -> writer.writeS(profile);
    }
    return writer.out.toByteArray();
  }

  /** Returns {@code assets/dexopt/baseline.profm}: what other versions need beside the profile. */
  public static byte[] metadata(ArtProfile profile) {
    var body = new ProfileWriter();
    int index = 0;
    for (DexProfile each : profile.dexFiles()) {
      body.u2(index++);
      body.text(each.key());
      body.u4(each.typeCount());
      body.u2(each.definitions().size());
      body.differences(each.definitions());
    }
    var writer = new ProfileWriter();
    writer.out.writeBytes(METADATA_MAGIC);
    writer.out.writeBytes(METADATA_VERSION);
    writer.u2(profile.dexFiles().size());
    writer.compressed(body.out.toByteArray());
    return writer.out.toByteArray();
  }

  private void writeN(ArtProfile profile) {
    u2(profile.dexFiles().size());
    for (DexProfile each : profile.dexFiles()) {
      byte[] key = utf8(each.key());
      u2(key.length);
      u2(each.methods().size());
      u2(each.definitions().size());
      u4(each.checksum());
      out.writeBytes(key);
      each.methods().keySet().forEach(this::u2);
      each.definitions().forEach(this::u2);
    }
  }

  private void writeO(ArtProfile profile) {
    u1(profile.dexFiles().size());
    for (DexProfile each : profile.dexFiles()) {
      byte[] key = utf8(each.key());
      u2(key.length);
      u2(each.types().size());
      u4(4 * each.methods().size());
      u4(each.checksum());
      out.writeBytes(key);
      for (int method : each.methods().keySet()) {
        u2(method);
        u2(0);
      }
      each.types().forEach(this::u2);
    }
  }

  /** From version 010 on all headers are before the data. */
  private void writeP(ArtProfile profile, boolean hasHeadersFirst) {
    var body = new ProfileWriter();
    for (DexProfile each : profile.dexFiles()) {
      body.header(each);
      if (!hasHeadersFirst) {
        body.data(each);
      }
    }
    if (hasHeadersFirst) {
      profile.dexFiles().forEach(body::data);
    }
    u1(profile.dexFiles().size());
    compressed(body.out.toByteArray());
  }

  private void header(DexProfile profile) {
    byte[] key = utf8(profile.key());
    u2(key.length);
    u2(profile.types().size());
    u4(4 * hot(profile));
    u4(profile.checksum());
    u4(profile.methodCount());
    out.writeBytes(key);
  }

  private static int hot(DexProfile profile) {
    int hot = 0;
    for (int uses : profile.methods().values()) {
      hot += uses & Use.HOT.bit();
    }
    return hot;
  }

  private void data(DexProfile profile) {
    hotMethods(profile);
    differences(profile.types());
    out.writeBytes(bitmap(profile, Use.STARTUP.bit() | Use.POST_STARTUP.bit()));
  }

  private void hotMethods(DexProfile profile) {
    int last = 0;
    for (Map.Entry<Integer, Integer> each : profile.methods().entrySet()) {
      if ((each.getValue() & Use.HOT.bit()) != 0) {
        u2(each.getKey() - last);
        u2(0);
        last = each.getKey();
      }
    }
  }

  /** A bit for each method and each of these uses but hot, all methods of the lowest use first. */
  private static byte[] bitmap(DexProfile profile, int kinds) {
    int rows = Integer.bitCount(kinds & ~Use.HOT.bit());
    byte[] bitmap = new byte[(int) (((long) rows * profile.methodCount() + 7) / 8)];
    int row = 0;
    for (Use use : Use.values()) {
      if (use == Use.HOT || (kinds & use.bit()) == 0) {
        continue;
      }
      for (Map.Entry<Integer, Integer> each : profile.methods().entrySet()) {
        if ((each.getValue() & use.bit()) != 0) {
          long at = (long) row * profile.methodCount() + each.getKey();
          bitmap[(int) (at >> 3)] |= (byte) (1 << (at & 7));
        }
      }
      row++;
    }
    return bitmap;
  }

  private void writeS(ArtProfile profile) {
    var files = new ProfileWriter();
    var classes = new ProfileWriter();
    var methods = new ProfileWriter();
    files.u2(profile.dexFiles().size());
    int index = 0;
    for (DexProfile each : profile.dexFiles()) {
      files.u4(each.checksum());
      files.u4(each.typeCount());
      files.u4(each.methodCount());
      files.text(each.key());
      classes.u2(index);
      classes.u2(each.types().size());
      classes.differences(each.types());
      methods.methods(each, index);
      index++;
    }
    byte[][] contents = {
      files.out.toByteArray(),
      deflated(classes.out.toByteArray()),
      deflated(methods.out.toByteArray())
    };
    int[] kinds = {DEX_FILES, CLASSES, METHODS};
    int[] inflated = {0, classes.out.size(), methods.out.size()};
    u4(kinds.length);
    int offset = HEADER + SECTION * kinds.length;
    for (int i = 0; i < kinds.length; i++) {
      u4(kinds[i]);
      u4(offset);
      u4(contents[i].length);
      u4(inflated[i]);
      offset += contents[i].length;
    }
    for (byte[] each : contents) {
      out.writeBytes(each);
    }
  }

  private void methods(DexProfile profile, int index) {
    int kinds = 0;
    for (int uses : profile.methods().values()) {
      kinds |= uses;
    }
    byte[] bitmap = bitmap(profile, kinds);
    u2(index);
    u4(2 + bitmap.length + 4 * hot(profile));
    u2(kinds);
    out.writeBytes(bitmap);
    hotMethods(profile);
  }

  private void differences(SortedSet<Integer> numbers) {
    int last = 0;
    for (int each : numbers) {
      u2(each - last);
      last = each;
    }
  }

  private void compressed(byte[] body) {
    byte[] deflated = deflated(body);
    u4(body.length);
    u4(deflated.length);
    out.writeBytes(deflated);
  }

  private static byte[] deflated(byte[] body) {
    var bytes = new ByteArrayOutputStream();
    try (var deflating = new DeflaterOutputStream(bytes, new Deflater(Deflater.BEST_COMPRESSION))) {
      deflating.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private void text(String text) {
    byte[] bytes = utf8(text);
    u2(bytes.length);
    out.writeBytes(bytes);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void u1(int value) {
    out.write(value);
  }

  private void u2(int value) {
    u1(value);
    u1(value >> 8);
  }

  private void u4(int value) {
    u2(value);
    u2(value >> 16);
  }
}
