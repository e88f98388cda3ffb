package dev.dexscope.dex.raw;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The layout of one dex file: its header, its map, and the positions of each section's items. Items
 * are identified by numbers and offsets here, names are {@code DexFile}'s. Every offset and count
 * is checked before it is used. Thread-safe.
 */
public final class RawDex {
  /** The versions that are read. */
  public static final int OLDEST_VERSION = 35;

  public static final int NEWEST_VERSION = 41;

  /** From this version on, a container can have several files, which share their data. */
  public static final int CONTAINER_VERSION = 41;

  /** 036 was never released. */
  private static final int NO_VERSION = 36;

  /** adler32 of all bytes after it (header_item). */
  private static final int CHECKSUM = 8;

  /** The size of the header_item. */
  public static final int HEADER_SIZE = 0x70;

  /** The same from version 041 on. */
  public static final int CONTAINER_HEADER_SIZE = 0x78;

  /** The endian_tag. */
  public static final int ENDIAN_CONSTANT = 0x12345678;

  private static final int FILE_SIZE = 0x20;
  private static final int HEADER_SIZE_FIELD = 0x24;
  private static final int ENDIAN_TAG = 0x28;
  private static final int MAP_OFFSET = 0x34;
  private static final int SECTIONS_OFFSET = 0x38;

  /** The id sections in the header's order, with the size of their items. */
  private static final int STRINGS = 0;

  private static final int TYPES = 1;
  private static final int PROTOS = 2;
  private static final int FIELDS = 3;
  private static final int METHODS = 4;
  private static final int CLASSES = 5;
  private static final int[] ITEM_SIZES = {4, 4, 12, 8, 8, 32};
  private static final String[] SECTIONS = {
    "string_ids", "type_ids", "proto_ids", "field_ids", "method_ids", "class_defs"
  };
  private static final int MAX_PARAMETERS = 0xffff;
  private static final int MAX_DIMENSIONS = 255;

  private final DexBytes bytes;
  private final int header;
  private final int version;
  private final int[] counts = new int[SECTIONS.length];
  private final int[] offsets = new int[SECTIONS.length];
  private final List<MapItem> map;
  private int callSites;
  private int callSitesOffset;
  private int methodHandles;
  private int methodHandlesOffset;
  private int hiddenApiOffset;

  /**
   * The files in some bytes: one, or several in a container of version 041, where all offsets count
   * from the container's start.
   *
   * @param name for errors
   */
  public static List<RawDex> parse(String name, MemorySegment segment, Fault fault) {
    List<RawDex> files = new ArrayList<>();
    int at = 0;
    do {
      String each = files.isEmpty() ? name : name + "#" + (files.size() + 1);
      var dex = new RawDex(new DexBytes(each, segment, fault), at);
      files.add(dex);
      int size = dex.size();
      if (size < CONTAINER_HEADER_SIZE || size > dex.bytes.size() - at) {
        break;
      }
      at += size;
    } while (files.getFirst().version >= CONTAINER_VERSION && at < segment.byteSize());
    return files;
  }

  private RawDex(DexBytes bytes, int header) {
    this.bytes = bytes;
    this.header = header;
    this.version = readVersion();
    for (int i = 0; i < SECTIONS.length; i++) {
      counts[i] = int32(header + SECTIONS_OFFSET + i * 8, SECTIONS[i]);
      offsets[i] = int32(header + SECTIONS_OFFSET + 4 + i * 8, SECTIONS[i]);
      checkSection(SECTIONS[i], counts[i], offsets[i], ITEM_SIZES[i]);
      if (version >= CONTAINER_VERSION && i != STRINGS && counts[i] > 0) {
        checkOwnSection(i);
      }
    }
    map = readMap();
  }

  private int readVersion() {
    byte[] magic = new byte[8];
    bytes.read(header, magic, 0, Math.min(magic.length, bytes.size() - header));
    String text = new String(magic, 0, 4, StandardCharsets.ISO_8859_1);
    if (text.equals("cdex")) {
      throw bytes.broken(
          "header", header, "is a CompactDex, the runtime's own form; use the APK's classes.dex");
    }
    if (!text.equals("dex\n")) {
      throw bytes.broken("header", header, "no dex file");
    }
    if (bytes.size() - header < HEADER_SIZE) {
      throw bytes.broken("header", header, "the file ends in its header");
    }
    int number = 0;
    for (int i = 4; i < 7; i++) {
      if (magic[i] < '0' || magic[i] > '9') {
        throw bytes.broken("header", header + i, "bad version");
      }
      number = number * 10 + magic[i] - '0';
    }
    if (number < OLDEST_VERSION || number == NO_VERSION || number > NEWEST_VERSION) {
      throw bytes.broken("header", header + 4, "unknown version " + number);
    }
    if (int32(header + ENDIAN_TAG, "header") != ENDIAN_CONSTANT) {
      throw bytes.broken("header", header + ENDIAN_TAG, "is not little-endian");
    }
    return number;
  }

  private void checkSection(String section, int count, int offset, int itemSize) {
    boolean fits =
        count >= 0
            && offset >= 0
            && offset + (long) count * itemSize <= bytes.size()
            && (count <= 0x10000 || itemSize == 4 || itemSize == 8 || itemSize == 32);
    if (!fits) {
      throw bytes.broken(section, offset, "section of " + count + " items exceeds the file");
    }
  }

  /** Only strings and data are shared in a container: other ids are in the file's own part. */
  private void checkOwnSection(int section) {
    long end = offsets[section] + (long) counts[section] * ITEM_SIZES[section];
    long fileEnd = header + (long) int32(header + FILE_SIZE, "header");
    if (offsets[section] < header || end > fileEnd) {
      throw bytes.broken(
          SECTIONS[section], offsets[section], "section outside its part of the container");
    }
  }

  private List<MapItem> readMap() {
    int at = int32(header + MAP_OFFSET, "map_list");
    int count = int32(at, "map_list");
    checkSection("map_list", count, at, 12);
    List<MapItem> items = new ArrayList<>();
    var types = new BitSet();
    for (int i = 0; i < count; i++) {
      int entry = at + 4 + i * 12;
      var item =
          new MapItem(
              uint16(entry, "map_list"),
              int32(entry + 4, "map_list"),
              int32(entry + 8, "map_list"));
      if (types.get(item.type())) {
        throw bytes.broken("map_list", entry, "two sections of one type");
      }
      types.set(item.type());
      items.add(item);
      switch (item.type()) {
        case MapItem.CALL_SITE_ID -> {
          callSites = item.count();
          callSitesOffset = item.offset();
          checkSection("call_site_ids", callSites, callSitesOffset, 4);
        }
        case MapItem.METHOD_HANDLE -> {
          methodHandles = item.count();
          methodHandlesOffset = item.offset();
          checkSection("method_handles", methodHandles, methodHandlesOffset, 8);
        }
        case MapItem.HIDDENAPI_CLASS_DATA -> hiddenApiOffset = item.offset();
        default -> {}
      }
    }
    return List.copyOf(items);
  }

  /** A uint at an offset, as its bits; the section's name for errors. */
  public int int32(int at, String section) {
    return bytes.int32(at, section);
  }

  /** A ushort at an offset; the section's name for errors. */
  public int uint16(int at, String section) {
    return bytes.uint16(at, section);
  }

  private int item(int section, int index) {
    if (Integer.compareUnsigned(index, counts[section]) >= 0) {
      throw bytes.broken(
          SECTIONS[section], offsets[section], "no item " + Integer.toUnsignedLong(index));
    }
    return offsets[section] + index * ITEM_SIZES[section];
  }

  /** An index into a section, when there is such an item. */
  private int index(int section, int value) {
    item(section, value);
    return value;
  }

  /** The bytes that offsets count in. */
  public DexBytes bytes() {
    return bytes;
  }

  /** Returns all bytes that offsets refer to: the file, or its container. */
  public MemorySegment segment() {
    return bytes.segment();
  }

  /**
   * Limits repeated decoding of the same items: refuses the file if their text exceeds a multiple
   * of its size.
   */
  public void spendText(int characters) {
    bytes.spendText(characters);
  }

  /** The file's name, with the entry's inside an archive. */
  public String name() {
    return bytes.name();
  }

  /** 35 to 41. */
  public int version() {
    return version;
  }

  /** Returns the offset of its header_item: 0, except for later files of a container. */
  public int headerOffset() {
    return header;
  }

  /** The file_size of the header. */
  public int size() {
    return int32(header + FILE_SIZE, "header");
  }

  /**
   * Makes the checks of a device before it loads any class of a file (ART's dex_file_verifier.cc)
   * which are not required for reading: sizes, checksum, alignment, that no section reaches into
   * the next one, and arrays of more dimensions than allowed.
   */
  public void checkForLoading() {
    int headerSize = version >= CONTAINER_VERSION ? CONTAINER_HEADER_SIZE : HEADER_SIZE;
    if (int32(header + HEADER_SIZE_FIELD, "header") != headerSize) {
      throw bytes.broken("header", header + HEADER_SIZE_FIELD, "bad header size");
    }
    if (version < CONTAINER_VERSION && size() != bytes.size()) {
      throw bytes.broken("header", header + FILE_SIZE, "bad file size " + size());
    }
    if (!isIntact()) {
      throw bytes.broken("header", header + CHECKSUM, "bad checksum");
    }
    for (int i = 0; i < SECTIONS.length; i++) {
      if ((offsets[i] & 3) != 0 || (counts[i] == 0) != (offsets[i] == 0)) {
        throw bytes.broken(SECTIONS[i], offsets[i], "bad offset of " + counts[i] + " items");
      }
    }
    checkMapOrder();
    checkDimensions();
  }

  private void checkMapOrder() {
    for (int i = 0; i + 1 < map.size(); i++) {
      MapItem item = map.get(i);
      int section = item.type() - MapItem.STRING_ID;
      long size = section >= 0 && section < SECTIONS.length ? ITEM_SIZES[section] : 1;
      if (item.offset() + item.count() * size > map.get(i + 1).offset()) {
        throw bytes.broken("map_list", item.offset(), "section overlaps the next one");
      }
    }
  }

  private void checkDimensions() {
    for (int i = 0; i < counts[TYPES]; i++) {
      int string = int32(offsets[TYPES] + 4 * i, "type_ids");
      int at = int32(item(STRINGS, string), "string_ids");
      while (at < bytes.size() && bytes.uint8(at, "string_data") >= 0x80) {
        at++;
      }
      int first = ++at;
      while (at < bytes.size()
          && at - first <= MAX_DIMENSIONS
          && bytes.uint8(at, "string_data") == '[') {
        at++;
      }
      if (at - first > MAX_DIMENSIONS) {
        throw bytes.broken("type_ids", first, "array of more than 255 dimensions");
      }
    }
  }

  /** Returns whether the checksum matches all bytes after it, up to the file's size. */
  public boolean isIntact() {
    int from = header + CHECKSUM + 4;
    long size = Integer.toUnsignedLong(size());
    return size >= HEADER_SIZE
        && size <= bytes.size() - header
        && bytes.adler32(from, header + (int) size) == int32(header + CHECKSUM, "header");
  }

  /** The map_list. */
  public List<MapItem> map() {
    return map;
  }

  /** A cursor at an item; the section's name for errors. */
  public ItemCursor cursor(String section, int offset) {
    return new ItemCursor(bytes, section, offset);
  }

  /** The number of string_ids. */
  public int stringCount() {
    return counts[STRINGS];
  }

  /** Returns the offset of the string_ids; in a container all files may share them. */
  public int stringIdsOffset() {
    return offsets[STRINGS];
  }

  /** The number of type_ids. */
  public int typeCount() {
    return counts[TYPES];
  }

  /** The number of proto_ids. */
  public int protoCount() {
    return counts[PROTOS];
  }

  /** The number of field_ids. */
  public int fieldCount() {
    return counts[FIELDS];
  }

  /** The number of method_ids. */
  public int methodCount() {
    return counts[METHODS];
  }

  /** The number of class_defs. */
  public int classCount() {
    return counts[CLASSES];
  }

  /** The number of call_site_ids. */
  public int callSiteCount() {
    return callSites;
  }

  /** The number of method_handles. */
  public int methodHandleCount() {
    return methodHandles;
  }

  /** Returns the offset of a string's string_data_item. */
  public int stringOffset(int index) {
    return int32(item(STRINGS, index), "string_ids");
  }

  /** Returns whether the files share their strings, as those of a container do. */
  public boolean sharesStrings(RawDex other) {
    return offsets[STRINGS] == other.offsets[STRINGS] && counts[STRINGS] == other.counts[STRINGS];
  }

  /** The string_id of a type descriptor. */
  public int typeString(int index) {
    return int32(item(TYPES, index), "type_ids");
  }

  /** The string_id of a prototype's shorty. */
  public int protoShorty(int proto) {
    return int32(item(PROTOS, proto), "proto_ids");
  }

  /** The type_id of a prototype's return type. */
  public int returnType(int proto) {
    return index(TYPES, int32(item(PROTOS, proto) + 4, "proto_ids"));
  }

  /** Returns the offset of the type_list of a prototype's parameters, or 0 if absent. */
  public int parametersOffset(int proto) {
    return int32(item(PROTOS, proto) + 8, "proto_ids");
  }

  /** The type_ids of a prototype's parameters. */
  public int[] parameters(int proto) {
    int[] list = typeList(parametersOffset(proto));
    if (list.length > MAX_PARAMETERS) {
      throw bytes.broken("proto_ids", item(PROTOS, proto), "too many parameters");
    }
    return list;
  }

  /** Returns the type_ids of a type_list, empty at offset 0. */
  public int[] typeList(int offset) {
    if (offset == 0) {
      return new int[0];
    }
    int count = cursor("type_list", offset).count32(2);
    int[] list = new int[count];
    for (int i = 0; i < count; i++) {
      list[i] = index(TYPES, uint16(offset + 4 + i * 2, "type_list"));
    }
    return list;
  }

  /** The type_id of a field's class. */
  public int fieldClass(int index) {
    return index(TYPES, uint16(item(FIELDS, index), "field_ids"));
  }

  /** The type_id of a field's type. */
  public int fieldType(int index) {
    return index(TYPES, uint16(item(FIELDS, index) + 2, "field_ids"));
  }

  /** The string_id of a field's name. */
  public int fieldNameIndex(int index) {
    return int32(item(FIELDS, index) + 4, "field_ids");
  }

  /** The type_id of a method's class. */
  public int methodClass(int index) {
    return index(TYPES, uint16(item(METHODS, index), "method_ids"));
  }

  /** The proto_id of a method's prototype. */
  public int methodProto(int index) {
    return index(PROTOS, uint16(item(METHODS, index) + 2, "method_ids"));
  }

  /** The string_id of a method's name. */
  public int methodNameIndex(int index) {
    return int32(item(METHODS, index) + 4, "method_ids");
  }

  /** Checks that there is such a class_def_item. */
  public void checkClass(int index) {
    item(CLASSES, index);
  }

  /** A field of a class_def_item. */
  public int classField(int index, int at) {
    return int32(item(CLASSES, index) + at, "class_defs");
  }

  /** The number, when there is such a type. */
  public int typeIndex(int index) {
    return index(TYPES, index);
  }

  /** Bytes from an offset on. */
  public void readBytes(int offset, byte[] to, int at, int count) {
    cursor("data", offset).checkCount(count, 1);
    bytes.read(offset, to, at, count);
  }

  /** Code units from an offset on. */
  public void readUnits(int offset, char[] units, int count) {
    cursor("code_item", offset).checkCount(count, 2);
    bytes.read(offset, units, count);
  }

  /** Returns the offset of a method_handle_item. */
  public int methodHandleOffset(int index) {
    if (Integer.compareUnsigned(index, methodHandles) >= 0) {
      throw bytes.broken("method_handles", methodHandlesOffset, "no item " + index);
    }
    return methodHandlesOffset + index * 8;
  }

  /** Returns the offset of a call site's encoded_array_item. */
  public int callSiteOffset(int index) {
    if (Integer.compareUnsigned(index, callSites) >= 0) {
      throw bytes.broken("call_site_ids", callSitesOffset, "no item " + index);
    }
    return int32(callSitesOffset + index * 4, "call_site_ids");
  }

  /** Returns the offset of the hidden-API flags of a class's members, or 0 if absent. */
  public int hiddenApiOffset(int classIndex) {
    item(CLASSES, classIndex);
    if (hiddenApiOffset == 0) {
      return 0;
    }
    int at = int32(hiddenApiOffset + 4 + classIndex * 4, "hiddenapi_class_data_item");
    return at == 0 ? 0 : hiddenApiOffset + at;
  }
}
