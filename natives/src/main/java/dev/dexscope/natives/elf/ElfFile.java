package dev.dexscope.natives.elf;

import dev.dexscope.base.bytes.ByteView;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A shared library, as the dynamic linkers of Android and of Linux see it: by its program headers
 * and its dynamic section. Section headers are not read.
 *
 * <pre>{@code
 * ElfFile library = ElfFile.of(path);
 * for (Symbol each : library.symbols()) { ... }
 * }</pre>
 *
 * @see <a href="https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html">System V ABI</a>
 */
public final class ElfFile {
  /** Larger ones do not fit an array. */
  private static final long MOST_BYTES = 1L << 30;

  /** Names can be ends of longer ones: linkers save a tenth of the table by it. */
  private static final long MOST_SHARING = 16;

  private static final int ET_DYN = 3;
  private static final int HIDDEN_VERSION = 0x8000;
  private static final int FIRST_VERSION = 2;

  private final ByteView in;
  private final byte[] bytes;
  private final Machine machine;
  private final List<Segment> segments;
  private final Map<Long, Long> dynamic = new LinkedHashMap<>();
  private final List<Long> neededNames = new ArrayList<>();
  private final List<Symbol> symbols;

  private ElfFile(String file, byte[] bytes) {
    this.bytes = bytes;
    this.in = ByteView.of(file, MemorySegment.ofArray(bytes), ElfFormatException::new);
    this.machine = readMachine();
    this.segments = readSegments();
    readDynamic();
    this.symbols = readSymbols();
  }

  /**
   * Reads a library.
   *
   * @throws ElfFormatException if it is not one
   * @throws IOException if it cannot be read
   */
  public static ElfFile of(Path file) throws IOException {
    if (Files.size(file) > MOST_BYTES) {
      throw new ElfFormatException(file.toString(), 0, "larger than 1 GB");
    }
    return of(file.toString(), Files.readAllBytes(file));
  }

  /**
   * Reads a library in memory.
   *
   * @param file for errors
   * @throws ElfFormatException if it is not one
   */
  public static ElfFile of(String file, byte[] bytes) {
    return new ElfFile(file, bytes);
  }

  /** Returns for which machine the library with these first bytes is; null if it is no library. */
  public static @Nullable Machine machine(byte[] head) {
    boolean isElf =
        head.length >= 20 && head[0] == 0x7f && head[1] == 'E' && head[2] == 'L' && head[3] == 'F';
    return isElf ? Machine.of((head[18] & 0xff) | ((head[19] & 0xff) << 8)) : null;
  }

  private Machine readMachine() {
    if (!in.startsWith("\u007fELF", 0)) {
      throw in.fault(0, "no ELF file");
    }
    if (in.u1(4) != 2 || in.u1(5) != 1) {
      throw in.fault(4, "not of 64 bits, little endian");
    }
    if (in.u2(16) != ET_DYN) {
      throw in.fault(16, "no shared library");
    }
    Machine found = Machine.of(in.u2(18));
    if (found == null) {
      throw in.fault(18, "unknown machine " + in.u2(18));
    }
    return found;
  }

  private List<Segment> readSegments() {
    long table = in.i8(32);
    int size = in.u2(54);
    int count = in.u2(56);
    if (size != Segment.SIZE || !in.has(table, (long) size * count)) {
      throw in.fault(32, "no program header table");
    }
    List<Segment> all = new ArrayList<>();
    long before = 0;
    for (int i = 0; i < count; i++) {
      long at = table + (long) i * size;
      var each =
          new Segment(
              in.i4(at),
              in.i4(at + 4),
              in.i8(at + 8),
              in.i8(at + 16),
              in.i8(at + 32),
              in.i8(at + 40),
              in.i8(at + 48));
      if (each.type() == Segment.LOAD) {
        boolean isInFile = in.has(each.offset(), each.inFile());
        boolean isInOrder = each.address() >= before && each.address() <= MOST_BYTES;
        boolean isWhole = each.inMemory() >= each.inFile() && each.inMemory() <= MOST_BYTES;
        if (!isInFile || !isInOrder || !isWhole) {
          throw in.fault(at, "a segment that cannot be loaded");
        }
        before = each.end();
      }
      all.add(each);
    }
    return all;
  }

  private void readDynamic() {
    Segment section =
        segments.stream()
            .filter(each -> each.type() == Segment.DYNAMIC)
            .findFirst()
            .orElseThrow(() -> in.fault(32, "no dynamic section"));
    long from = offset(section.address(), section.inFile());
    for (long at = from; at + 16 <= from + section.inFile(); at += 16) {
      long tag = in.i8(at);
      if (tag == Tag.NULL) {
        break;
      }
      if (tag == Tag.NEEDED) {
        neededNames.add(in.i8(at + 8));
      } else {
        dynamic.put(tag, in.i8(at + 8));
      }
    }
  }

  private List<Symbol> readSymbols() {
    if (!has(Tag.SYMTAB) || !has(Tag.STRTAB)) {
      return List.of();
    }
    long count = symbolCount();
    long table = offset(get(Tag.SYMTAB), count * Symbol.SIZE);
    long versions = has(Tag.VERSYM) ? offset(get(Tag.VERSYM), 2 * count) : -1;
    Map<Integer, String> names = versions < 0 ? Map.of() : versionNames();
    List<Symbol> all = new ArrayList<>();
    long room = MOST_SHARING * get(Tag.STRSZ);
    for (int i = 0; i < count; i++) {
      long at = table + (long) i * Symbol.SIZE;
      int version = versions < 0 ? 0 : in.u2(versions + 2L * i);
      String name = string(in.u4(at));
      room -= name.length();
      if (room < 0) {
        throw in.fault(at, "the symbols' names overlap too much");
      }
      all.add(
          new Symbol(
              i,
              name,
              in.u1(at + 4),
              in.u2(at + 6),
              in.i8(at + 8),
              names.getOrDefault(version & ~HIDDEN_VERSION, ""),
              (version & HIDDEN_VERSION) != 0));
    }
    return all;
  }

  /** The table has no count of its own: each hash table knows the last symbol. */
  private long symbolCount() {
    if (has(Tag.HASH)) {
      long count = in.u4(offset(get(Tag.HASH), 8) + 4);
      offset(get(Tag.SYMTAB), count * Symbol.SIZE);
      return count;
    }
    if (!has(Tag.GNU_HASH)) {
      throw in.fault(0, "no hash table of symbols");
    }
    long at = offset(get(Tag.GNU_HASH), 16);
    long buckets = in.u4(at);
    long first = in.u4(at + 4);
    long bloom = in.u4(at + 8);
    long bucket = at + 16 + 8 * bloom;
    long chains = bucket + 4 * buckets;
    long last = first - 1;
    for (long i = 0; i < buckets; i++) {
      last = Math.max(last, in.u4(bucket + 4 * i));
    }
    if (last >= first) {
      while ((in.i4(chains + 4 * (last - first)) & 1) == 0) {
        last++;
      }
    }
    offset(get(Tag.SYMTAB), (last + 1) * Symbol.SIZE);
    return last + 1;
  }

  /** The last entry of a table has no distance to a next one; others come after the one before. */
  private Map<Integer, String> versionNames() {
    Map<Integer, String> names = new HashMap<>();
    if (has(Tag.VERDEF)) {
      long at = offset(get(Tag.VERDEF), 20);
      for (long next = 1; next != 0; at += next) {
        int index = in.u2(at + 4);
        if (index >= FIRST_VERSION) {
          names.put(index, string(in.u4(at + in.u4(at + 12))));
        }
        next = in.u4(at + 16);
      }
    }
    if (has(Tag.VERNEED)) {
      long at = offset(get(Tag.VERNEED), 16);
      for (long next = 1; next != 0; at += next) {
        long part = at + in.u4(at + 8);
        for (long nextPart = 1; nextPart != 0; part += nextPart) {
          names.put(in.u2(part + 6), string(in.u4(part + 8)));
          nextPart = in.u4(part + 12);
        }
        next = in.u4(at + 12);
      }
    }
    return names;
  }

  /** Returns the machine that the code is for. */
  public Machine machine() {
    return machine;
  }

  /** Returns the names of the libraries that this one needs. */
  public List<String> needed() {
    return neededNames.stream().map(this::string).toList();
  }

  /** Returns the library's own name; empty if it has none. */
  public String name() {
    return has(Tag.SONAME) ? string(get(Tag.SONAME)) : "";
  }

  /** Returns the dynamic symbols; the first is empty. */
  public List<Symbol> symbols() {
    return symbols;
  }

  /** Returns all relocations but those of {@link #jumpSlots}, from all forms. */
  public List<Relocation> relocations() {
    List<Relocation> all = new ArrayList<>();
    if (has(Tag.REL) || has(Tag.ANDROID_REL)) {
      throw in.fault(0, "relocations without addends");
    }
    for (long[] each :
        new long[][] {{Tag.RELR, Tag.RELRSZ}, {Tag.ANDROID_RELR, Tag.ANDROID_RELRSZ}}) {
      if (has(each[0])) {
        relative(view(each[0], each[1]), all);
      }
    }
    if (has(Tag.RELA)) {
      plain(view(Tag.RELA, Tag.RELASZ), all);
    }
    if (has(Tag.ANDROID_RELA)) {
      int most = (int) (in.size() / 8);
      all.addAll(PackedRelocations.read(view(Tag.ANDROID_RELA, Tag.ANDROID_RELASZ), most));
    }
    return checked(all);
  }

  /** Returns the relocations of functions that may be bound when they are first called. */
  public List<Relocation> jumpSlots() {
    List<Relocation> all = new ArrayList<>();
    if (has(Tag.JMPREL)) {
      plain(view(Tag.JMPREL, Tag.PLTRELSZ), all);
    }
    return checked(all);
  }

  private List<Relocation> checked(List<Relocation> all) {
    for (Relocation each : all) {
      if (each.symbol() < 0 || each.symbol() >= Math.max(1, symbols.size())) {
        throw in.fault(0, "a relocation by symbol " + each.symbol());
      }
    }
    return all;
  }

  private static void plain(ByteView table, List<Relocation> all) {
    for (long at = 0; at + Relocation.SIZE <= table.size(); at += Relocation.SIZE) {
      all.add(new Relocation(table.i8(at), table.i4(at + 8), table.i4(at + 12), table.i8(at + 16)));
    }
  }

  /** An even word is an address, an odd one a map of the 63 words that follow. */
  private void relative(ByteView table, List<Relocation> all) {
    long next = 0;
    for (long at = 0; at + 8 <= table.size(); at += 8) {
      long word = table.i8(at);
      if (all.size() > in.size() / 8) {
        throw in.fault(0, "more relocations than words");
      }
      if ((word & 1) == 0) {
        all.add(relative(word));
        next = word + 8;
      } else {
        for (int i = 0; i < 63; i++) {
          if (((word >>> (i + 1)) & 1) != 0) {
            all.add(relative(next + 8L * i));
          }
        }
        next += 8 * 63;
      }
    }
  }

  /** The addend stands at the place. */
  private Relocation relative(long address) {
    return new Relocation(address, TranslatedElf.RELATIVE, 0, word(address));
  }

  /** Returns the addresses of an array of functions, as the file has them. */
  List<Long> words(long tag, long sizeTag) {
    List<Long> all = new ArrayList<>();
    if (has(tag)) {
      ByteView words = view(tag, sizeTag);
      for (long at = 0; at + 8 <= words.size(); at += 8) {
        all.add(words.i8(at));
      }
    }
    return all;
  }

  private long word(long address) {
    return in.i8(offset(address, 8));
  }

  private ByteView view(long tag, long sizeTag) {
    long size = get(sizeTag);
    return in.slice(offset(get(tag), size), size);
  }

  boolean has(long tag) {
    return dynamic.containsKey(tag);
  }

  long get(long tag) {
    Long value = dynamic.get(tag);
    if (value == null) {
      throw in.fault(0, "no entry 0x" + Long.toHexString(tag) + " in the dynamic section");
    }
    return value;
  }

  Map<Long, Long> dynamic() {
    return dynamic;
  }

  List<Segment> segments() {
    return segments;
  }

  byte[] bytes() {
    return bytes;
  }

  String file() {
    return in.file();
  }

  ElfFormatException fault(String reason) {
    return new ElfFormatException(in.file(), 0, reason);
  }

  /** Returns the table of names. */
  byte[] strings() {
    return view(Tag.STRTAB, Tag.STRSZ).copy(0, get(Tag.STRSZ));
  }

  private String string(long at) {
    long table = get(Tag.STRTAB);
    long size = get(Tag.STRSZ);
    long from = offset(table, size);
    if (at < 0 || at >= size) {
      throw in.fault(from, "name " + at + " is outside of the table");
    }
    long end = in.indexOf(0, from + at, from + size);
    if (end < 0) {
      throw in.fault(from + at, "a name without an end");
    }
    return in.text(from + at, end - from - at);
  }

  /** Returns where in the file the bytes of an address are. */
  long offset(long address, long length) {
    for (Segment each : segments) {
      if (each.type() == Segment.LOAD && each.holds(address, length)) {
        return address - each.address() + each.offset();
      }
    }
    throw in.fault(
        0, length + " bytes at address 0x" + Long.toHexString(address) + " are not in the file");
  }
}
