package dev.dexscope.baseline;

import dev.dexscope.base.bytes.ByteView;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/** Reads the profiles of Android's runtime, of all versions that apps have. */
public final class ProfileReader {
  /**
   * A profile as it was read.
   *
   * @param version of the file
   */
  public record Found(ProfileVersion version, ArtProfile profile) {}

  /** More than any profile has; a damaged size would be read in vain. */
  private static final int LARGEST = 1 << 26;

  /** The deflate algorithm makes of a byte at most so many. */
  private static final int BEST_RATIO = 1032;

  /** In the place of a number of types: none are known, or too many. */
  private static final int MISSING_TYPES = 6;

  private static final int MEGAMORPHIC = 7;

  private final ByteView in;
  private long at;

  private ProfileReader(ByteView in) {
    this.in = in;
  }

  private static ProfileReader of(String file, byte[] bytes) {
    return new ProfileReader(
        ByteView.of(file, MemorySegment.ofArray(bytes), BaselineFormatException::new));
  }

  /**
   * Reads a profile.
   *
   * @param file its name, for messages
   * @throws BaselineFormatException if it is none, or damaged
   */
  public static Found profile(String file, byte[] bytes) {
    ProfileReader reader = of(file, bytes);
    reader.expect(ProfileWriter.MAGIC, "no profile of Android's runtime");
    byte[] number = reader.bytes(4);
    ProfileVersion version = ProfileVersion.of(number);
    if (version == null) {
      throw reader.in.fault(
          4, "version " + printable(number) + " of profiles is not known: 001, 005, 009, 010, 015");
    }
    List<DexProfile> dexFiles =
        switch (version) {
          case N -> reader.readN();
          case O -> reader.readO();
          case O_MR1, P -> reader.readP(version == ProfileVersion.P);
          case S -> reader.readS();
        };
    return new Found(version, new ArtProfile(dexFiles));
  }

  /**
   * Reads the file beside the profile of a package, and returns the profile with what it has.
   *
   * @throws BaselineFormatException if it is none, or damaged, or of another profile
   */
  public static ArtProfile withMetadata(ArtProfile profile, String file, byte[] bytes) {
    ProfileReader reader = of(file, bytes);
    reader.expect(ProfileWriter.METADATA_MAGIC, "no file beside a profile");
    byte[] number = reader.bytes(4);
    if (!Arrays.equals(number, ProfileWriter.METADATA_VERSION)) {
      throw reader.in.fault(4, "version " + printable(number) + " is not known: 002");
    }
    int count = reader.u2();
    if (count != profile.dexFiles().size()) {
      throw reader.in.fault(
          8, count + " dex files, and " + profile.dexFiles().size() + " in the profile");
    }
    return new ArtProfile(reader.compressed().readMetadata(profile.dexFiles()));
  }

  private List<DexProfile> readMetadata(List<DexProfile> profiles) {
    List<DexProfile> all = new ArrayList<>(profiles);
    for (int i = 0; i < profiles.size(); i++) {
      long start = at;
      int index = u2();
      String key = text(u2());
      if (index >= all.size() || !all.get(index).key().equals(key)) {
        throw in.fault(start, "dex file " + index + ", " + key + ", is not the profile's");
      }
      DexProfile known = all.get(index);
      int typeCount = count(4, "types");
      SortedSet<Integer> definitions = differences(u2());
      all.set(
          index,
          new DexProfile(
              key,
              known.checksum(),
              typeCount,
              known.methodCount(),
              known.types(),
              definitions,
              known.methods()));
    }
    return all;
  }

  private List<DexProfile> readN() {
    List<DexProfile> all = new ArrayList<>();
    for (int i = u2(); i > 0; i--) {
      int keyLength = u2();
      int methodCount = u2();
      int classCount = u2();
      int checksum = i4();
      String key = text(keyLength);
      SortedMap<Integer, Integer> methods = new TreeMap<>();
      for (int k = 0; k < methodCount; k++) {
        methods.put(u2(), Use.HOT.bit());
      }
      all.add(new DexProfile(key, checksum, 0, 0, new TreeSet<>(), numbers(classCount), methods));
    }
    end();
    return all;
  }

  private List<DexProfile> readO() {
    List<DexProfile> all = new ArrayList<>();
    for (int i = u1(); i > 0; i--) {
      int keyLength = u2();
      int classCount = u2();
      long methodBytes = in.u4(move(4));
      int checksum = i4();
      String key = text(keyLength);
      SortedMap<Integer, Integer> methods = hotMethods(methodBytes, false);
      all.add(new DexProfile(key, checksum, 0, 0, numbers(classCount), new TreeSet<>(), methods));
    }
    end();
    return all;
  }

  /** What is before the data of a dex file. */
  private record Header(
      String key, int checksum, int classCount, long methodBytes, int methodCount) {}

  private List<DexProfile> readP(boolean hasHeadersFirst) {
    int count = u1();
    ProfileReader body = compressed();
    end();
    List<DexProfile> all = new ArrayList<>();
    List<Header> headers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Header header = body.header();
      headers.add(header);
      if (!hasHeadersFirst) {
        all.add(body.data(header));
      }
    }
    if (hasHeadersFirst) {
      headers.forEach(each -> all.add(body.data(each)));
    }
    body.end();
    return all;
  }

  private Header header() {
    int keyLength = u2();
    int classCount = u2();
    long methodBytes = in.u4(move(4));
    int checksum = i4();
    int methodCount = count(4, "methods");
    return new Header(text(keyLength), checksum, classCount, methodBytes, methodCount);
  }

  private DexProfile data(Header header) {
    SortedMap<Integer, Integer> methods = hotMethods(header.methodBytes, true);
    SortedSet<Integer> types = differences(header.classCount);
    bitmap(header.methodCount, Use.STARTUP.bit() | Use.POST_STARTUP.bit(), methods);
    return new DexProfile(
        header.key, header.checksum, 0, header.methodCount, types, new TreeSet<>(), methods);
  }

  private List<DexProfile> readS() {
    int count = i4();
    if (count < 0 || !in.has(at, 16L * count)) {
      throw in.fault(at - 4, count + " sections do not fit into the file");
    }
    ProfileReader files = null;
    ProfileReader classes = null;
    ProfileReader methods = null;
    for (int i = 0; i < count; i++) {
      int kind = i4();
      ProfileReader section = section();
      switch (kind) {
        case ProfileWriter.DEX_FILES -> files = section;
        case ProfileWriter.CLASSES -> classes = section;
        case ProfileWriter.METHODS -> methods = section;
        default -> {
          // Descriptors of other dex files, counts of devices: not of a package.
        }
      }
    }
    if (files == null) {
      throw in.fault(8, "no section of dex files");
    }
    return sections(files, classes, methods);
  }

  private ProfileReader section() {
    long offset = in.u4(move(4));
    long size = in.u4(move(4));
    long inflated = in.u4(move(4));
    if (!in.has(offset, size)) {
      throw in.fault(at - 12, "a section behind the end of the file");
    }
    ByteView bytes = in.slice(offset, size);
    return inflated == 0 ? new ProfileReader(bytes) : inflated(bytes, inflated);
  }

  private static List<DexProfile> sections(
      ProfileReader files, @Nullable ProfileReader classes, @Nullable ProfileReader methods) {
    List<Header> headers = new ArrayList<>();
    List<Integer> typeCounts = new ArrayList<>();
    for (int i = files.u2(); i > 0; i--) {
      int checksum = files.i4();
      typeCounts.add(files.count(4, "types"));
      int methodCount = files.count(4, "methods");
      headers.add(new Header(files.text(files.u2()), checksum, 0, 0, methodCount));
    }
    List<SortedSet<Integer>> types = new ArrayList<>();
    List<SortedMap<Integer, Integer>> uses = new ArrayList<>();
    for (int i = 0; i < headers.size(); i++) {
      types.add(new TreeSet<>());
      uses.add(new TreeMap<>());
    }
    while (classes != null && classes.hasMore()) {
      int index = classes.index(headers.size());
      types.get(index).addAll(classes.differences(classes.u2()));
    }
    while (methods != null && methods.hasMore()) {
      int index = methods.index(headers.size());
      methods.methods(headers.get(index).methodCount, uses.get(index));
    }
    List<DexProfile> all = new ArrayList<>();
    for (int i = 0; i < headers.size(); i++) {
      Header header = headers.get(i);
      all.add(
          new DexProfile(
              header.key,
              header.checksum,
              typeCounts.get(i),
              header.methodCount,
              types.get(i),
              new TreeSet<>(),
              uses.get(i)));
    }
    return all;
  }

  private void methods(int methodCount, SortedMap<Integer, Integer> into) {
    long size = in.u4(move(4));
    long end = at + size;
    if (!in.has(at, size) || size < 2) {
      throw in.fault(at - 4, size + " bytes of methods do not fit into the section");
    }
    int kinds = u2();
    SortedMap<Integer, Integer> marked = new TreeMap<>();
    bitmap(methodCount, kinds, marked);
    if (at > end) {
      throw in.fault(at, "the methods' bits are longer than their part of the section");
    }
    into.putAll(hotMethods(end - at, true));
    marked.forEach((method, bits) -> into.merge(method, bits, (a, b) -> a | b));
  }

  private int index(int count) {
    int index = u2();
    if (index >= count) {
      throw in.fault(at - 2, "dex file " + index + " of " + count);
    }
    return index;
  }

  private SortedMap<Integer, Integer> hotMethods(long size, boolean areDifferences) {
    long end = at + size;
    if (!in.has(at, size)) {
      throw in.fault(at, size + " bytes of methods do not fit into the file");
    }
    SortedMap<Integer, Integer> methods = new TreeMap<>();
    int last = 0;
    while (at < end) {
      last = areDifferences ? last + u2() : u2();
      methods.put(last, Use.HOT.bit());
      for (int caches = u2(); caches > 0; caches--) {
        skipInlineCache();
      }
    }
    if (at != end) {
      throw in.fault(at, "the last method is longer than the part of the methods");
    }
    return methods;
  }

  /** The address of a call, and the types that it met, by dex files. */
  private void skipInlineCache() {
    move(2);
    int count = u1();
    if (count == MISSING_TYPES || count == MEGAMORPHIC) {
      return;
    }
    for (int i = 0; i < count; i++) {
      move(1);
      move(2L * u1());
    }
  }

  /** See {@link ProfileWriter}: a bit for each method and each of these uses but hot. */
  private void bitmap(int methodCount, int kinds, SortedMap<Integer, Integer> into) {
    int others = kinds & ~Use.HOT.bit();
    long bits = (long) Integer.bitCount(others) * methodCount;
    long start = move((bits + 7) / 8);
    long row = 0;
    for (int bit = 1; bit <= others; bit <<= 1) {
      if ((others & bit) == 0) {
        continue;
      }
      long place = row;
      while (place < row + methodCount) {
        int byteOfBits = in.u1(start + (place >> 3)) >> (place & 7);
        if (byteOfBits == 0) {
          place = (place | 7) + 1;
        } else {
          if ((byteOfBits & 1) != 0) {
            into.merge((int) (place - row), bit, (a, b) -> a | b);
          }
          place++;
        }
      }
      row += methodCount;
    }
  }

  private SortedSet<Integer> differences(int count) {
    SortedSet<Integer> numbers = new TreeSet<>();
    int last = 0;
    for (int i = 0; i < count; i++) {
      last += u2();
      numbers.add(last);
    }
    return numbers;
  }

  private SortedSet<Integer> numbers(int count) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      numbers.add(u2());
    }
    return numbers;
  }

  private ProfileReader compressed() {
    long inflated = in.u4(move(4));
    long size = in.u4(move(4));
    if (!in.has(at, size)) {
      throw in.fault(at - 4, size + " compressed bytes do not fit into the file");
    }
    return inflated(in.slice(move(size), size), inflated);
  }

  private static ProfileReader inflated(ByteView bytes, long size) {
    if (size > LARGEST || size > bytes.size() * BEST_RATIO) {
      throw bytes.fault(0, size + " bytes cannot be in " + bytes.size() + " compressed ones");
    }
    byte[] body = new byte[(int) size];
    try (var inflater = new Inflater()) {
      inflater.setInput(bytes.copy(0, bytes.size()));
      int done = 0;
      while (done < body.length) {
        int more = inflater.inflate(body, done, body.length - done);
        if (more == 0) {
          throw bytes.fault(0, "only " + done + " of " + size + " bytes are compressed here");
        }
        done += more;
      }
    } catch (DataFormatException e) {
      throw bytes.fault(0, "not compressed: " + e.getMessage());
    }
    return of(bytes.file() + ", uncompressed", body);
  }

  private void expect(byte[] magic, String reason) {
    if (!in.has(0, magic.length) || !Arrays.equals(in.copy(0, magic.length), magic)) {
      throw in.fault(0, reason);
    }
    at = magic.length;
  }

  private static String printable(byte[] number) {
    var text = new StringBuilder();
    for (byte each : number) {
      text.append(each > ' ' && each < 127 ? (char) each : each == 0 ? "" : "?");
    }
    return text.toString();
  }

  /** All numbers of a dex file are below 2^16 in its code, and its counts at most so many. */
  private int count(int bytes, String what) {
    long count = in.u4(move(bytes));
    if (count > 1 << 16) {
      throw in.fault(at - bytes, count + " " + what + " are more than a dex file has");
    }
    return (int) count;
  }

  private boolean hasMore() {
    return at < in.size();
  }

  private void end() {
    if (hasMore()) {
      throw in.fault(at, "bytes behind the end");
    }
  }

  private long move(long bytes) {
    long start = at;
    if (!in.has(start, bytes)) {
      throw in.fault(start, "ends within the profile");
    }
    at += bytes;
    return start;
  }

  private byte[] bytes(int length) {
    return in.copy(move(length), length);
  }

  private String text(int length) {
    return in.text(move(length), length);
  }

  private int u1() {
    return in.u1(move(1));
  }

  private int u2() {
    return in.u2(move(2));
  }

  private int i4() {
    return in.i4(move(4));
  }
}
