package dev.dexscope.natives.elf;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Writes a library of Android's as one for the host's loader. Code and data stay as they are, at
 * their addresses. Two segments are added: one with the tables that the loader reads in place of
 * the old ones (program headers, symbols, names, versions, relocations in the plain form) and with
 * the code of functions that do not exist, and one with the dynamic section and the data of that
 * code.
 */
public final class TranslatedElf {
  /** R_X86_64_RELATIVE, and the others by which functions and data are bound. */
  static final int RELATIVE = 8;

  private static final int ADDRESS = 1;
  private static final int GLOBAL_DATA = 6;
  private static final int JUMP_SLOT = 7;
  private static final long PAGE = 0x1000;
  private static final int GNU_STACK = 0x6474_e551;
  private static final long BIND_NOW = 8;
  private static final long NOW = 1;
  private static final long NO_DELETE = 8;
  private static final int ZEROS = 64;
  private static final int SLOTS = 16;
  private static final String REFUSED = "dexscope_refused";
  private static final String ABSENT = "dexscope_absent";

  /**
   * The entries that stay; DT_PLTGOT, DT_SYMBOLIC and DT_FINI_ARRAY among them. Those of names,
   * versions and relocations are written anew.
   */
  private static final Set<Long> KEPT =
      Set.of(
          3L,
          Tag.HASH,
          Tag.GNU_HASH,
          Tag.INIT,
          Tag.FINI,
          16L,
          Tag.INIT_ARRAY,
          Tag.FINI_ARRAY,
          Tag.INIT_ARRAYSZ,
          Tag.FINI_ARRAYSZ);

  private record VersionOf(String library, String version) {}

  private final ElfFile in;
  private final List<String> needed;
  private final Map<Integer, Binding> bindings = new TreeMap<>();
  private final Predicate<String> isHostName;
  private final ByteArrayOutputStream names = new ByteArrayOutputStream();
  private final Map<String, Integer> nameOffsets = new HashMap<>();
  private final Map<VersionOf, Integer> versions = new LinkedHashMap<>();

  /** The functions that do not exist, in the order of their code. */
  private final Map<Integer, Integer> stubs = new LinkedHashMap<>();

  private TranslatedElf(
      ElfFile in,
      List<String> needed,
      Function<Symbol, Binding> binder,
      Predicate<String> isHostName) {
    this.in = in;
    this.needed = needed;
    this.isHostName = isHostName;
    if (in.machine() != Machine.X86_64) {
      throw in.fault("libraries for " + in.machine().abi() + " are not translated");
    }
    if (in.has(Tag.TEXTREL)) {
      throw in.fault("the library's code has relocations");
    }
    for (Symbol each : in.symbols()) {
      if (!each.isDefined() && !each.name().isEmpty()) {
        bindings.put(each.index(), binder.apply(each));
      }
    }
  }

  /**
   * Returns the library for the host's loader.
   *
   * @param needed the libraries that the loader loads with it, by names or paths, without the
   *     host's
   * @param binder binds the imported symbols
   * @param isHostName whether the host has a symbol: the library's own of that name is then bound
   *     here, because the host's would precede it
   * @throws ElfFormatException if the library is malformed
   */
  public static byte[] write(
      ElfFile in,
      List<String> needed,
      Function<Symbol, Binding> binder,
      Predicate<String> isHostName) {
    return new TranslatedElf(in, needed, binder, isHostName).toBytes();
  }

  private byte[] toBytes() {
    names.writeBytes(in.strings());
    Set<String> libraries = new LinkedHashSet<>(needed);
    for (Map.Entry<Integer, Binding> each : bindings.entrySet()) {
      switch (each.getValue()) {
        case Binding.Host host -> {
          libraries.add(host.library());
          if (!host.version().isEmpty()) {
            versions.putIfAbsent(
                new VersionOf(host.library(), host.version()), versions.size() + 2);
          }
        }
        case Binding.Refused _, Binding.Absent _ -> stubs.put(each.getKey(), stubs.size());
        case Binding.Free _, Binding.Own _, Binding.Zeros _ -> {}
      }
    }
    long end = 0;
    for (Segment each : in.segments()) {
      if (each.type() == Segment.LOAD) {
        end = Math.max(end, each.end());
      }
    }
    var layout = new Layout(align(in.bytes().length, PAGE), align(end, PAGE));
    byte[] symbols = symbols();
    byte[] versionIndexes = versionIndexes();
    byte[] versionTable = versionTable();
    libraries.forEach(this::name);
    int headers = headerCount() * Segment.SIZE;
    layout.tables = headers;
    long symbolTable = layout.place(symbols.length);
    long versym = layout.place(versionIndexes.length);
    long verneed = layout.place(versionTable.length);
    long strings = layout.place(names.size());
    // Before the relocations: they refer to it.
    long code = layout.place(stubs.size() * Stub.SIZE + 1);
    byte[] labels = labels();
    long text = layout.place(labels.length);
    int relocationCount = in.relocations().size() + 2 + initializers().size();
    long relocations = layout.place(relocationCount * Relocation.SIZE);
    List<Relocation> slots = in.jumpSlots();
    long jumps = layout.place(slots.size() * Relocation.SIZE);
    long dataAddress = align(layout.address + layout.tables, PAGE);
    long dataInFile = layout.offset + (dataAddress - layout.address);
    long stubSlots = dataAddress;
    long records = stubSlots + SLOTS;
    long zeros = records + (long) stubs.size() * Stub.RECORD;
    long dynamic = align(zeros + ZEROS, 16);

    List<Relocation> all = new ArrayList<>();
    List<Relocation> others = new ArrayList<>();
    for (Relocation each : in.relocations()) {
      Relocation bound = bound(each, code, zeros);
      (bound.type() == RELATIVE ? all : others).add(bound);
    }
    for (long each : initializers()) {
      all.add(new Relocation(each, RELATIVE, 0, code + (long) stubs.size() * Stub.SIZE));
    }
    int relative = all.size();
    all.addAll(others);
    int count = in.symbols().size();
    all.add(new Relocation(stubSlots, GLOBAL_DATA, count, 0));
    all.add(new Relocation(stubSlots + 8, GLOBAL_DATA, count + 1, 0));
    List<Relocation> bindingSlots = slots.stream().map(each -> bound(each, code, zeros)).toList();

    List<long[]> entries = new ArrayList<>();
    for (String each : libraries) {
      entries.add(new long[] {Tag.NEEDED, name(each)});
    }
    in.dynamic()
        .forEach((tag, value) -> {
          if (KEPT.contains(tag)) {
            entries.add(new long[] {tag, value});
          }
        });
    add(entries, Tag.STRTAB, strings, Tag.STRSZ, names.size());
    add(entries, Tag.SYMTAB, symbolTable, Tag.SYMENT, Symbol.SIZE);
    add(entries, Tag.RELA, relocations, Tag.RELASZ, (long) all.size() * Relocation.SIZE);
    add(entries, Tag.RELAENT, Relocation.SIZE, Tag.RELACOUNT, relative);
    if (!slots.isEmpty()) {
      add(entries, Tag.JMPREL, jumps, Tag.PLTRELSZ, (long) slots.size() * Relocation.SIZE);
      entries.add(new long[] {Tag.PLTREL, Tag.RELA});
    }
    if (!versions.isEmpty()) {
      add(entries, Tag.VERSYM, versym, Tag.VERNEED, verneed);
      entries.add(new long[] {Tag.VERNEEDNUM, versionFiles().size()});
    }
    long flags = in.has(Tag.FLAGS) ? in.get(Tag.FLAGS) : 0;
    long more = in.has(Tag.FLAGS_1) ? in.get(Tag.FLAGS_1) : 0;
    // As Android's linker does: what is missing is found when the library is loaded.
    add(entries, Tag.FLAGS, flags | BIND_NOW, Tag.FLAGS_1, (more & NO_DELETE) | NOW);
    entries.add(new long[] {Tag.NULL, 0});
    int dynamicSize = 16 * entries.size();
    int dataSize = (int) (dynamic - dataAddress) + dynamicSize;

    ByteBuffer out =
        ByteBuffer.allocate(Math.toIntExact(dataInFile + dataSize)).order(ByteOrder.LITTLE_ENDIAN);
    out.put(in.bytes());
    out.putLong(32, layout.offset);
    out.putShort(56, (short) headerCount());
    writeHeaders(out, layout, dataAddress, dataInFile, dynamic, dynamicSize, dataSize);
    out.put(layout.inFile(symbolTable), symbols);
    out.put(layout.inFile(versym), versionIndexes);
    out.put(layout.inFile(verneed), versionTable);
    out.put(layout.inFile(strings), names.toByteArray());
    out.put(layout.inFile(text), labels);
    out.position(layout.inFile(relocations));
    all.forEach(each -> put(out, each));
    out.position(layout.inFile(jumps));
    bindingSlots.forEach(each -> put(out, each));
    int label = 0;
    for (Map.Entry<Integer, Integer> each : stubs.entrySet()) {
      boolean isRefused = bindings.get(each.getKey()) instanceof Binding.Refused;
      long record = records + (long) each.getValue() * Stub.RECORD;
      long at = code + (long) each.getValue() * Stub.SIZE;
      out.position(layout.inFile(at));
      Stub.write(out, at, record, isRefused ? stubSlots : stubSlots + 8);
      long description = text + label;
      label += description(each.getKey()).length;
      out.position(Math.toIntExact(dataInFile + (record - dataAddress)));
      out.putInt((int) (description - record)).putInt((int) (text + libraryLabel() - record));
    }
    out.put(layout.inFile(code + (long) stubs.size() * Stub.SIZE), (byte) 0xc3); // ret
    out.position(Math.toIntExact(dataInFile + (dynamic - dataAddress)));
    entries.forEach(each -> out.putLong(each[0]).putLong(each[1]));
    return out.array();
  }

  /** The code of a function that does not exist, and its record. */
  private static final class Stub {
    static final int SIZE = 16;
    static final int RECORD = 12;

    static void write(ByteBuffer out, long at, long record, long slot) {
      out.put((byte) 0x4c).put((byte) 0x8d).put((byte) 0x1d); // lea r11, [record]
      out.putInt((int) (record - (at + 7)));
      out.put((byte) 0xff).put((byte) 0x25); // jmp [slot]
      out.putInt((int) (slot - (at + 13)));
    }
  }

  /** Where the added tables are. */
  private static final class Layout {
    final long offset;
    final long address;
    int tables;

    Layout(long offset, long address) {
      this.offset = offset;
      this.address = address;
    }

    long place(int size) {
      tables = (int) align(tables, 16);
      long at = address + tables;
      tables = Math.addExact(tables, size);
      return at;
    }

    int inFile(long at) {
      return Math.toIntExact(offset + (at - address));
    }
  }

  private static void add(List<long[]> to, long tag, long value, long otherTag, long other) {
    to.add(new long[] {tag, value});
    to.add(new long[] {otherTag, other});
  }

  private static void put(ByteBuffer out, Relocation each) {
    out.putLong(each.address()).putInt(each.type()).putInt(each.symbol()).putLong(each.addend());
  }

  private static long align(long value, long to) {
    return (value + to - 1) / to * to;
  }

  private Relocation bound(Relocation each, long code, long zeros) {
    boolean isBinding =
        each.type() == GLOBAL_DATA || each.type() == JUMP_SLOT || each.type() == ADDRESS;
    if (!isBinding || each.symbol() == 0) {
      return each;
    }
    long addend = each.type() == ADDRESS ? each.addend() : 0;
    Symbol symbol = in.symbols().get(each.symbol());
    if (symbol.isPlainAddress() && isHostName.test(symbol.name())) {
      return new Relocation(each.address(), RELATIVE, 0, symbol.value() + addend);
    }
    Integer stub = stubs.get(each.symbol());
    if (stub != null) {
      return new Relocation(each.address(), RELATIVE, 0, code + (long) stub * Stub.SIZE);
    }
    if (bindings.get(each.symbol()) instanceof Binding.Zeros) {
      return new Relocation(each.address(), RELATIVE, 0, zeros);
    }
    return each;
  }

  /**
   * The entries of the arrays of initializers and finalizers that Android's linker skips: 0 and -1.
   */
  private List<Long> initializers() {
    Set<Long> filled = new HashSet<>();
    in.relocations().forEach(each -> filled.add(each.address()));
    List<Long> skipped = new ArrayList<>();
    for (long[] tags :
        new long[][] {{Tag.INIT_ARRAY, Tag.INIT_ARRAYSZ}, {Tag.FINI_ARRAY, Tag.FINI_ARRAYSZ}}) {
      List<Long> words = in.words(tags[0], tags[1]);
      for (int i = 0; i < words.size(); i++) {
        long address = in.get(tags[0]) + 8L * i;
        long word = words.get(i);
        if (!filled.contains(address) && (word == 0 || word == -1)) {
          skipped.add(address);
        }
      }
    }
    return skipped;
  }

  private int name(String name) {
    return nameOffsets.computeIfAbsent(
        name,
        added -> {
          int at = names.size();
          names.writeBytes(zeroEnded(added));
          return at;
        });
  }

  private static byte[] zeroEnded(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private byte[] symbols() {
    int count = in.symbols().size();
    byte[] table = new byte[(count + 2) * Symbol.SIZE];
    int old = (int) in.offset(in.get(Tag.SYMTAB), (long) count * Symbol.SIZE);
    System.arraycopy(in.bytes(), old, table, 0, count * Symbol.SIZE);
    ByteBuffer out = ByteBuffer.wrap(table).order(ByteOrder.LITTLE_ENDIAN);
    bindings.forEach((index, binding) -> {
      switch (binding) {
        case Binding.Host host -> out.putInt(index * Symbol.SIZE, name(host.name()));
        case Binding.Own own -> out.putInt(index * Symbol.SIZE, name(own.name()));
        case Binding.Free _, Binding.Refused _, Binding.Absent _, Binding.Zeros _ -> {}
      }
    });
    int at = count * Symbol.SIZE;
    for (String each : List.of(REFUSED, ABSENT)) {
      // Weak: Dexscope's own library has no stubs, and is not loaded with itself.
      out.putInt(at, name(each)).put(at + 4, (byte) (2 << 4));
      at += Symbol.SIZE;
    }
    return table;
  }

  private byte[] versionIndexes() {
    int count = in.symbols().size() + 2;
    ByteBuffer out = ByteBuffer.allocate(2 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      Binding binding = bindings.get(i);
      int index = 1;
      if (binding instanceof Binding.Host host && !host.version().isEmpty()) {
        index = versions.getOrDefault(new VersionOf(host.library(), host.version()), 1);
      } else if (i < count - 2 && in.symbols().get(i).isLocal()) {
        index = 0;
      }
      out.putShort((short) index);
    }
    return out.array();
  }

  private Map<String, Map<String, Integer>> versionFiles() {
    Map<String, Map<String, Integer>> files = new LinkedHashMap<>();
    versions.forEach((of, index) ->
        files.computeIfAbsent(of.library(), _ -> new LinkedHashMap<>()).put(of.version(), index));
    return files;
  }

  private byte[] versionTable() {
    Map<String, Map<String, Integer>> files = versionFiles();
    int size = 16 * (files.size() + versions.size());
    ByteBuffer out = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    int left = files.size();
    for (Map.Entry<String, Map<String, Integer>> file : files.entrySet()) {
      left--;
      Map<String, Integer> of = file.getValue();
      out.putShort((short) 1).putShort((short) of.size()).putInt(name(file.getKey()));
      out.putInt(16).putInt(left == 0 ? 0 : 16 + 16 * of.size());
      int last = of.size();
      for (Map.Entry<String, Integer> each : of.entrySet()) {
        last--;
        out.putInt(hash(each.getKey())).putShort((short) 0).putShort(each.getValue().shortValue());
        out.putInt(name(each.getKey())).putInt(last == 0 ? 0 : 16);
      }
    }
    return out.array();
  }

  /** The hash of System V. */
  private static int hash(String name) {
    int h = 0;
    for (byte each : name.getBytes(StandardCharsets.US_ASCII)) {
      h = (h << 4) + (each & 0xff);
      int high = h & 0xf0000000;
      h = (h ^ (high >>> 24)) & ~high;
    }
    return h;
  }

  private byte[] description(int symbol) {
    return zeroEnded(
        switch (bindings.get(symbol)) {
          case Binding.Refused(String text) -> text;
          case Binding.Absent(String text) -> text;
          case null, default -> "";
        });
  }

  /** The descriptions of the functions that do not exist, and the library's name. */
  private byte[] labels() {
    var all = new ByteArrayOutputStream();
    stubs.keySet().forEach(each -> all.writeBytes(description(each)));
    all.writeBytes(zeroEnded(in.file().substring(in.file().lastIndexOf('/') + 1)));
    return all.toByteArray();
  }

  private int libraryLabel() {
    return stubs.keySet().stream().mapToInt(each -> description(each).length).sum();
  }

  private int headerCount() {
    boolean hasStack = in.segments().stream().anyMatch(each -> each.type() == GNU_STACK);
    return in.segments().size() + 2 + (hasStack ? 0 : 1);
  }

  private void writeHeaders(
      ByteBuffer out,
      Layout layout,
      long dataAddress,
      long dataInFile,
      long dynamic,
      int dynamicSize,
      int dataSize) {
    int writable = Segment.READABLE | Segment.WRITABLE;
    List<Segment> all = new ArrayList<>();
    for (Segment each : in.segments()) {
      int size = headerCount() * Segment.SIZE;
      all.add(
          switch (each.type()) {
            case Segment.TABLE ->
                new Segment(
                    each.type(), Segment.READABLE, layout.offset, layout.address, size, size, 8);
            case Segment.DYNAMIC ->
                new Segment(
                    each.type(),
                    writable,
                    dataInFile + (dynamic - dataAddress),
                    dynamic,
                    dynamicSize,
                    dynamicSize,
                    8);
            // Android never makes a stack executable.
            case GNU_STACK -> new Segment(GNU_STACK, writable, 0, 0, 0, 0, 16);
            default -> each;
          });
    }
    all.add(
        new Segment(
            Segment.LOAD,
            Segment.READABLE | Segment.EXECUTABLE,
            layout.offset,
            layout.address,
            layout.tables,
            layout.tables,
            PAGE));
    all.add(new Segment(Segment.LOAD, writable, dataInFile, dataAddress, dataSize, dataSize, PAGE));
    if (all.stream().noneMatch(each -> each.type() == GNU_STACK)) {
      all.add(new Segment(GNU_STACK, writable, 0, 0, 0, 0, 16));
    }
    out.position(Math.toIntExact(layout.offset));
    for (Segment each : all) {
      out.putInt(each.type()).putInt(each.flags()).putLong(each.offset()).putLong(each.address());
      out.putLong(each.address()).putLong(each.inFile()).putLong(each.inMemory());
      out.putLong(each.align());
    }
  }
}
