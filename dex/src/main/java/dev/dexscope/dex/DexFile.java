package dev.dexscope.dex;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A dex file of version 035 to 041, read where it stands: nothing is decoded before it is asked
 * for. Nothing is believed either: every offset and count is checked before it is used, and text
 * that many items share is decoded a bounded number of times. Thread-safe.
 *
 * <pre>{@code
 * for (DexFile dex : DexFile.open(Path.of("app.apk"))) {
 *   for (ClassDef each : dex.classes()) {
 *     System.out.println(each.type() + " extends " + each.superclass());
 *   }
 * }
 * }</pre>
 */
public final class DexFile {
  /** The index that stands for "none". */
  public static final int NO_INDEX = -1;

  /** The versions that are read. */
  public static final int OLDEST_VERSION = 35;

  public static final int NEWEST_VERSION = 41;

  /** From this version on several files stand in a container and share their data. */
  public static final int CONTAINER_VERSION = 41;

  /** The size of the header_item. */
  public static final int HEADER_SIZE = 0x70;

  /** The same from version 041 on. */
  public static final int CONTAINER_HEADER_SIZE = 0x78;

  /** The endian_tag. */
  public static final int ENDIAN_CONSTANT = 0x12345678;

  /** 036 was never released. */
  private static final int NO_VERSION = 36;

  private static final int FILE_SIZE = 0x20;
  private static final int ENDIAN_TAG = 0x28;
  private static final int MAP_OFFSET = 0x34;

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
  private final @Nullable String[] strings;
  private final @Nullable Proto[] protos;
  private final @Nullable String[] descriptors;
  private volatile @Nullable Map<String, Integer> classIndices;

  /**
   * The dex files in what a path names: a dex file (mapped, not read), or an APK, JAR, ZIP or
   * bundle with classes.dex, classes2.dex, ... in it.
   *
   * @throws DexFormatException when it is none of these
   */
  public static List<DexFile> open(Path path) throws IOException {
    return DexInput.open(path);
  }

  /**
   * The dex files in some bytes: one, or several in a container of version 041, where all offsets
   * count from the container's start. A name for errors.
   */
  public static List<DexFile> parse(String name, MemorySegment segment) {
    List<DexFile> files = new ArrayList<>();
    int at = 0;
    do {
      String each = files.isEmpty() ? name : name + "#" + (files.size() + 1);
      var dex = new DexFile(new DexBytes(each, segment), at, files);
      files.add(dex);
      int size = dex.size();
      if (size < CONTAINER_HEADER_SIZE || size > dex.bytes.size() - at) {
        break;
      }
      at += size;
    } while (files.getFirst().version >= CONTAINER_VERSION && at < segment.byteSize());
    return files;
  }

  /** The dex files in some bytes; see {@link #parse(String, MemorySegment)}. */
  public static List<DexFile> parse(String name, byte[] bytes) {
    return parse(name, MemorySegment.ofArray(bytes));
  }

  /** Behind other files of a container, whose strings it may share. */
  private DexFile(DexBytes bytes, int header, List<DexFile> before) {
    this.bytes = bytes;
    this.header = header;
    this.version = readVersion();
    for (int i = 0; i < SECTIONS.length; i++) {
      counts[i] = int32(header + 0x38 + i * 8, SECTIONS[i]);
      offsets[i] = int32(header + 0x3c + i * 8, SECTIONS[i]);
      checkSection(SECTIONS[i], counts[i], offsets[i], ITEM_SIZES[i]);
      if (version >= CONTAINER_VERSION && i != STRINGS && counts[i] > 0) {
        checkOwnSection(i);
      }
    }
    map = readMap();
    strings = strings(before);
    protos = new Proto[counts[PROTOS]];
    descriptors = new String[counts[PROTOS]];
  }

  /** Files that share their strings decode them once. */
  private @Nullable String[] strings(List<DexFile> before) {
    for (DexFile each : before) {
      if (each.offsets[STRINGS] == offsets[STRINGS] && each.counts[STRINGS] == counts[STRINGS]) {
        return each.strings;
      }
    }
    return new String[counts[STRINGS]];
  }

  private int readVersion() {
    byte[] magic = new byte[8];
    if (bytes.size() - header >= HEADER_SIZE) {
      bytes.read(header, magic, 0, magic.length);
    }
    String text = new String(magic, 0, 4, StandardCharsets.ISO_8859_1);
    if (text.equals("cdex")) {
      throw bytes.broken(
          "header", header, "is a CompactDex, the runtime's own form; give the APK's classes.dex");
    }
    if (!text.equals("dex\n")) {
      throw bytes.broken("header", header, "no dex file");
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

  /** Only strings and data are shared in a container: other ids stand in the file's own part. */
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

  int int32(int at, String section) {
    return bytes.int32(at, section);
  }

  int uint16(int at, String section) {
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

  /** The file's name, with the entry's inside an archive ({@code app.apk!classes2.dex}). */
  public String name() {
    return bytes.name();
  }

  /** 35 to 41. */
  public int version() {
    return version;
  }

  /** All bytes that offsets count in: the file, or the container that it stands in. */
  public MemorySegment segment() {
    return bytes.segment();
  }

  /** Where its header_item stands: 0, but for later files of a container. */
  public int headerOffset() {
    return header;
  }

  /** The file_size of the header. */
  public int size() {
    return int32(header + FILE_SIZE, "header");
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

  /** Where the string_ids stand; in a container all files may share them. */
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

  /** Whether interfaces may have code: from version 037 on. */
  public boolean supportsDefaultMethods() {
    return version >= 37;
  }

  /**
   * For those who make text of the same items again and again and keep it: ends in a {@link
   * DexFormatException} when it comes to many times the file.
   */
  public void spendText(int characters) {
    bytes.spendText(characters);
  }

  /** A string. */
  public String string(int index) {
    int item = item(STRINGS, index);
    String known = strings[index];
    if (known == null) {
      known = decode(int32(item, "string_ids"));
      strings[index] = known;
    }
    return known;
  }

  /** Where the string_data_item of a string stands. */
  public int stringOffset(int index) {
    return int32(item(STRINGS, index), "string_ids");
  }

  /** MUTF-8. */
  private String decode(int offset) {
    ItemCursor cursor = cursor("string_data_item", offset);
    int length = cursor.count(1);
    bytes.spendText(length + 16);
    if (bytes.asciiLength(cursor.offset(), length) == length) {
      byte[] ascii = new byte[length];
      bytes.read(cursor.offset(), ascii, 0, length);
      return new String(ascii, StandardCharsets.ISO_8859_1);
    }
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      int first = cursor.uint8();
      if (first < 0x80) {
        text[i] = (char) first;
      } else if (first < 0xe0) {
        text[i] = (char) (((first & 0x1f) << 6) | (cursor.uint8() & 0x3f));
      } else {
        int second = cursor.uint8() & 0x3f;
        text[i] = (char) (((first & 0xf) << 12) | (second << 6) | (cursor.uint8() & 0x3f));
      }
    }
    return new String(text);
  }

  /** A type descriptor. */
  public String type(int index) {
    return string(typeString(index));
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

  /** Where the type_list of a prototype's parameters stands, 0 for none. */
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

  /** The type_ids of a type_list, none at offset 0. */
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

  List<String> typeNames(int offset) {
    int[] list = typeList(offset);
    List<String> names = new ArrayList<>(list.length);
    for (int each : list) {
      names.add(type(each));
    }
    return names;
  }

  /** A prototype. */
  public Proto proto(int index) {
    item(PROTOS, index);
    Proto known = protos[index];
    if (known == null) {
      List<String> parameters = typeNames(parametersOffset(index));
      bytes.spendText(parameters.size());
      known = new Proto(type(returnType(index)), parameters);
      protos[index] = known;
    }
    return known;
  }

  /** A prototype's descriptor. */
  public String protoDescriptor(int proto) {
    item(PROTOS, proto);
    String known = descriptors[proto];
    if (known == null) {
      var text = new StringBuilder("(");
      for (int each : parameters(proto)) {
        String type = type(each);
        bytes.spendText(type.length());
        text.append(type);
      }
      known = text.append(')').append(type(returnType(proto))).toString();
      descriptors[proto] = known;
    }
    return known;
  }

  /** A field. */
  public FieldRef field(int index) {
    return new FieldRef(type(fieldClass(index)), fieldName(index), type(fieldType(index)));
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

  /** A field's name. */
  public String fieldName(int index) {
    return string(fieldNameIndex(index));
  }

  /** A method. */
  public MethodRef method(int index) {
    return new MethodRef(type(methodClass(index)), methodName(index), proto(methodProto(index)));
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

  /** A method's name. */
  public String methodName(int index) {
    return string(methodNameIndex(index));
  }

  /** A class that is defined here. */
  public ClassDef classDef(int index) {
    item(CLASSES, index);
    return new ClassDef(this, index);
  }

  /** The classes that are defined here, in the file's order. */
  public List<ClassDef> classes() {
    return new ClassList();
  }

  /** The classes, made when they are asked for. */
  private final class ClassList extends AbstractList<ClassDef> implements RandomAccess {
    @Override
    public ClassDef get(int index) {
      return classDef(index);
    }

    @Override
    public int size() {
      return classCount();
    }
  }

  /** A field of a class_def_item. */
  int classField(int index, int at) {
    return int32(item(CLASSES, index) + at, "class_defs");
  }

  int typeIndex(int index) {
    return index(TYPES, index);
  }

  /** The class of a descriptor, or null when it is not defined here. */
  public @Nullable ClassDef findClass(String descriptor) {
    int index = findClassIndex(descriptor);
    return index < 0 ? null : classDef(index);
  }

  /** The class_def_item that defines the class, or -1. */
  public int findClassIndex(String descriptor) {
    Map<String, Integer> indices = classIndices;
    if (indices == null) {
      indices = HashMap.newHashMap(classCount());
      for (int i = 0; i < classCount(); i++) {
        indices.putIfAbsent(classDef(i).type(), i);
      }
      classIndices = indices;
    }
    return indices.getOrDefault(descriptor, NO_INDEX);
  }

  /** Unpacks the code_item at an offset into a buffer that can be used again and again. */
  public void readBody(int offset, MethodBody body) {
    CodeReader.read(bytes, typeCount(), offset, body);
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

  /** A method handle. */
  public MethodHandle methodHandle(int index) {
    int at = methodHandleOffset(index);
    int kind = uint16(at, "method_handles");
    int member = uint16(at + 4, "method_handles");
    MethodHandle.Kind[] kinds = MethodHandle.Kind.values();
    if (kind >= kinds.length) {
      throw bytes.broken("method_handles", at, "method handle of unknown type " + kind);
    }
    return kinds[kind].isAccessor()
        ? MethodHandle.of(kinds[kind], field(member))
        : MethodHandle.of(kinds[kind], method(member));
  }

  /** Where a method_handle_item stands. */
  public int methodHandleOffset(int index) {
    if (Integer.compareUnsigned(index, methodHandles) >= 0) {
      throw bytes.broken("method_handles", methodHandlesOffset, "no item " + index);
    }
    return methodHandlesOffset + index * 8;
  }

  /** Where the encoded_array_item of a call site stands. */
  public int callSiteOffset(int index) {
    if (Integer.compareUnsigned(index, callSites) >= 0) {
      throw bytes.broken("call_site_ids", callSitesOffset, "no item " + index);
    }
    return int32(callSitesOffset + index * 4, "call_site_ids");
  }

  /** A call site. */
  public CallSite callSite(int index) {
    int at = callSiteOffset(index);
    List<EncodedValue> values = encodedArray(at);
    if (values.size() >= 3
        && values.get(0) instanceof EncodedValue.OfMethodHandle(MethodHandle bootstrap)
        && values.get(1) instanceof EncodedValue.OfString(String methodName)
        && values.get(2) instanceof EncodedValue.OfMethodType(Proto type)) {
      return new CallSite(bootstrap, methodName, type, values.subList(3, values.size()));
    }
    throw bytes.broken("call_site_item", at, "no linker, name and type");
  }

  /** The values of an encoded_array_item. */
  public List<EncodedValue> encodedArray(int offset) {
    return new ValueReader(this).array(offset);
  }

  /** The annotation at an annotation_item. */
  public Annotation annotation(int offset) {
    return new ValueReader(this).annotation(offset);
  }

  /** The annotations of an annotation_set_item, none at offset 0. */
  public List<Annotation> annotationSet(int offset) {
    return new ValueReader(this).annotationSet(offset);
  }

  /** Where the hidden-API flags of a class's members stand, 0 for none. */
  public int hiddenApiOffset(int classIndex) {
    item(CLASSES, classIndex);
    if (hiddenApiOffset == 0) {
      return 0;
    }
    int at = int32(hiddenApiOffset + 4 + classIndex * 4, "hiddenapi_class_data_item");
    return at == 0 ? 0 : hiddenApiOffset + at;
  }

  @Override
  public String toString() {
    return name();
  }
}
