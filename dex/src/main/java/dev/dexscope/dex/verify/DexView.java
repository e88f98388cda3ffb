package dev.dexscope.dex.verify;

import dev.dexscope.dex.DexFormatException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a dex file that the verifier looks at, by index. Nothing is believed: every offset
 * and count is checked before it is used, and text that many items share is decoded a bounded
 * number of times. Thread-safe.
 */
final class DexView {
  /** An encoded_method. */
  record Method(int index, int flags, int codeOffset) {
    boolean hasCode() {
      return codeOffset != 0;
    }
  }

  /** An encoded_field. */
  record Field(int index, int flags) {}

  /** A class_data_item. */
  record ClassData(
      List<Field> staticFields,
      List<Field> instanceFields,
      List<Method> direct,
      List<Method> virtual) {}

  private static final int NO_INDEX = -1;
  private static final int HEADER = 0x70;
  private static final int FILE_SIZE = 0x20;
  private static final int CONTAINER_VERSION = 41;

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

  private static final int MAP_CALL_SITES = 7;
  private static final int MAP_METHOD_HANDLES = 8;
  private static final int MAX_PARAMETERS = 0xffff;

  /** Encoded value types of a call site's first three values. */
  private static final int VALUE_METHOD_TYPE = 0x15;

  private static final int VALUE_METHOD_HANDLE = 0x16;
  private static final int VALUE_STRING = 0x17;
  private static final int HANDLE_INVOKE_STATIC = 4;

  private final String name;
  private final ByteBuffer data;
  private final int version;
  private final int[] counts = new int[SECTIONS.length];
  private final int[] offsets = new int[SECTIONS.length];
  private int callSites;
  private int callSitesOffset;
  private int methodHandles;
  private int methodHandlesOffset;
  private final @Nullable String[] strings;
  private final AtomicLong textLeft;
  private volatile @Nullable Map<String, Integer> classIndices;

  /**
   * The dex files in some bytes: one, or several in a container of version 041, where all offsets
   * count from the container's start.
   */
  static List<DexView> ofFile(String name, byte[] bytes) {
    List<DexView> files = new ArrayList<>();
    int at = 0;
    do {
      var dex = new DexView(files.isEmpty() ? name : name + "#" + (files.size() + 1), bytes, at);
      files.add(dex);
      int size = dex.int32(at + FILE_SIZE, "header");
      if (size < HEADER || size > bytes.length - at) {
        break;
      }
      at += size;
    } while (files.getFirst().version >= CONTAINER_VERSION && at < bytes.length);
    return files;
  }

  DexView(String name, byte[] bytes) {
    this(name, bytes, 0);
  }

  private DexView(String name, byte[] bytes, int header) {
    this.name = name;
    this.data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    this.textLeft = new AtomicLong((16L << 20) + bytes.length * 32L);
    this.version = readVersion(bytes, header);
    for (int i = 0; i < SECTIONS.length; i++) {
      counts[i] = int32(header + 0x38 + i * 8, SECTIONS[i]);
      offsets[i] = int32(header + 0x3c + i * 8, SECTIONS[i]);
      checkSection(SECTIONS[i], counts[i], offsets[i], ITEM_SIZES[i]);
      if (version >= CONTAINER_VERSION && counts[i] > 0) {
        checkOwnSection(i, header);
      }
    }
    readMap(int32(header + 0x34, "map_list"));
    strings = new String[counts[STRINGS]];
  }

  private int readVersion(byte[] bytes, int header) {
    boolean magic =
        bytes.length - header >= HEADER
            && new String(bytes, header, 4, StandardCharsets.ISO_8859_1).equals("dex\n");
    if (!magic) {
      throw broken("header", header, "no dex file");
    }
    int number = 0;
    for (int i = header + 4; i < header + 7; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        throw broken("header", i, "bad version");
      }
      number = number * 10 + bytes[i] - '0';
    }
    return number;
  }

  private DexFormatException broken(String section, long offset, String reason) {
    return new DexFormatException(name, section, offset, reason);
  }

  private void checkSection(String section, int count, int offset, int itemSize) {
    boolean fits =
        count >= 0
            && offset >= 0
            && offset + (long) count * itemSize <= data.capacity()
            && (count <= 0x10000 || itemSize == 4 || itemSize == 8 || itemSize == 32);
    if (!fits) {
      throw broken(section, offset, "section of " + count + " items exceeds the file");
    }
  }

  /** Only data is shared in a container: the ids of a file stand in its own part. */
  private void checkOwnSection(int section, int header) {
    long end = offsets[section] + (long) counts[section] * ITEM_SIZES[section];
    long fileEnd = header + (long) int32(header + FILE_SIZE, "header");
    if (offsets[section] < header || end > fileEnd) {
      throw broken(
          SECTIONS[section], offsets[section], "section outside its part of the container");
    }
  }

  private void readMap(int map) {
    int count = int32(map, "map_list");
    checkSection("map_list", count, map, 12);
    for (int i = 0; i < count; i++) {
      int at = map + 4 + i * 12;
      int type = uint16(at, "map_list");
      if (type == MAP_CALL_SITES) {
        callSites = int32(at + 4, "map_list");
        callSitesOffset = int32(at + 8, "map_list");
        checkSection("call_site_ids", callSites, callSitesOffset, 4);
      } else if (type == MAP_METHOD_HANDLES) {
        methodHandles = int32(at + 4, "map_list");
        methodHandlesOffset = int32(at + 8, "map_list");
        checkSection("method_handles", methodHandles, methodHandlesOffset, 8);
      }
    }
  }

  private int int32(int at, String section) {
    if (at < 0 || at > data.capacity() - 4) {
      throw broken(section, at, "offset outside the file");
    }
    return data.getInt(at);
  }

  private int uint16(int at, String section) {
    if (at < 0 || at > data.capacity() - 2) {
      throw broken(section, at, "offset outside the file");
    }
    return data.getShort(at) & 0xffff;
  }

  private int item(int section, int index) {
    if (Integer.compareUnsigned(index, counts[section]) >= 0) {
      throw broken(SECTIONS[section], offsets[section], "no item " + Integer.toUnsignedLong(index));
    }
    return offsets[section] + index * ITEM_SIZES[section];
  }

  /** An index into a section, when there is such an item. */
  private int index(int section, int value) {
    item(section, value);
    return value;
  }

  /** A place from which variable-length items are read. */
  private final class Cursor {
    private final String section;
    private int at;

    Cursor(String section, int at) {
      this.section = section;
      this.at = at;
      if (at < 0 || at > data.capacity()) {
        throw broken(section, at, "offset outside the file");
      }
    }

    int uint8() {
      if (at >= data.capacity()) {
        throw broken(section, at, "item exceeds the file");
      }
      return data.get(at++) & 0xff;
    }

    int uleb128() {
      int result = 0;
      for (int shift = 0; shift < 35; shift += 7) {
        int next = uint8();
        result |= (next & 0x7f) << shift;
        if (next < 0x80) {
          return result;
        }
      }
      throw broken(section, at, "number of more than five bytes");
    }

    int sleb128() {
      int result = 0;
      for (int shift = 0; shift < 35; shift += 7) {
        int next = uint8();
        result |= (next & 0x7f) << shift;
        if (next < 0x80) {
          int unused = 32 - shift - 7;
          return unused > 0 ? result << unused >> unused : result;
        }
      }
      throw broken(section, at, "number of more than five bytes");
    }

    /** A count of items that take so many bytes each at least. */
    int count(int itemSize) {
      return checkCount(uleb128(), itemSize);
    }

    int checkCount(int count, int itemSize) {
      if (count < 0 || (long) count * itemSize > data.capacity() - at) {
        throw broken(section, at, "count " + Integer.toUnsignedLong(count) + " exceeds the file");
      }
      return count;
    }
  }

  String name() {
    return name;
  }

  long bytes() {
    return data.capacity();
  }

  int strings() {
    return counts[STRINGS];
  }

  int types() {
    return counts[TYPES];
  }

  int protos() {
    return counts[PROTOS];
  }

  int fields() {
    return counts[FIELDS];
  }

  int methods() {
    return counts[METHODS];
  }

  int classes() {
    return counts[CLASSES];
  }

  int callSites() {
    return callSites;
  }

  int methodHandles() {
    return methodHandles;
  }

  boolean supportsDefaultMethods() {
    return version >= 37;
  }

  private void spendText(int characters) {
    if (textLeft.addAndGet(-characters) < 0) {
      throw broken("string_data_item", 0, "strings overlap beyond measure");
    }
  }

  String string(int index) {
    int item = item(STRINGS, index);
    String known = strings[index];
    if (known == null) {
      known = decode(new Cursor("string_data_item", int32(item, "string_ids")));
      strings[index] = known;
    }
    return known;
  }

  /** MUTF-8. */
  private String decode(Cursor cursor) {
    int length = cursor.count(1);
    spendText(length + 16);
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

  String type(int index) {
    return string(int32(item(TYPES, index), "type_ids"));
  }

  int returnType(int proto) {
    return index(TYPES, int32(item(PROTOS, proto) + 4, "proto_ids"));
  }

  int[] parameters(int proto) {
    int[] list = typeList(int32(item(PROTOS, proto) + 8, "proto_ids"));
    if (list.length > MAX_PARAMETERS) {
      throw broken("proto_ids", item(PROTOS, proto), "too many parameters");
    }
    spendText(list.length);
    return list;
  }

  private int[] typeList(int at) {
    if (at == 0) {
      return new int[0];
    }
    int count = new Cursor("type_list", at + 4).checkCount(int32(at, "type_list"), 2);
    int[] list = new int[count];
    for (int i = 0; i < count; i++) {
      list[i] = index(TYPES, uint16(at + 4 + i * 2, "type_list"));
    }
    return list;
  }

  String proto(int proto) {
    var text = new StringBuilder("(");
    for (int each : parameters(proto)) {
      String type = type(each);
      spendText(type.length());
      text.append(type);
    }
    return text.append(')').append(type(returnType(proto))).toString();
  }

  int fieldClass(int index) {
    return index(TYPES, uint16(item(FIELDS, index), "field_ids"));
  }

  int fieldType(int index) {
    return index(TYPES, uint16(item(FIELDS, index) + 2, "field_ids"));
  }

  String fieldName(int index) {
    return string(int32(item(FIELDS, index) + 4, "field_ids"));
  }

  int methodClass(int index) {
    return index(TYPES, uint16(item(METHODS, index), "method_ids"));
  }

  int methodProto(int index) {
    return index(PROTOS, uint16(item(METHODS, index) + 2, "method_ids"));
  }

  String methodName(int index) {
    return string(int32(item(METHODS, index) + 4, "method_ids"));
  }

  /** Name and prototype, which tell a class's methods apart. */
  String methodKey(int index) {
    String text = methodName(index) + proto(methodProto(index));
    spendText(text.length());
    return text;
  }

  String prettyMethod(int index) {
    return Pretty.method(type(methodClass(index)), methodName(index), proto(methodProto(index)));
  }

  String prettyField(int index) {
    return Pretty.field(type(fieldClass(index)), fieldName(index), type(fieldType(index)));
  }

  /** The type index of a class_def_item. */
  int classType(int classIndex) {
    return index(TYPES, int32(item(CLASSES, classIndex), "class_defs"));
  }

  String classDescriptor(int classIndex) {
    return type(classType(classIndex));
  }

  /** The class_def_item that defines the class, or -1. */
  int findClass(String descriptor) {
    Map<String, Integer> map = classIndices;
    if (map == null) {
      map = HashMap.newHashMap(classes());
      for (int i = 0; i < classes(); i++) {
        map.putIfAbsent(classDescriptor(i), i);
      }
      classIndices = map;
    }
    return map.getOrDefault(descriptor, NO_INDEX);
  }

  int classFlags(int classIndex) {
    return int32(item(CLASSES, classIndex) + 4, "class_defs");
  }

  @Nullable String superclass(int classIndex) {
    int type = int32(item(CLASSES, classIndex) + 8, "class_defs");
    return type == NO_INDEX ? null : type(type);
  }

  List<String> interfaces(int classIndex) {
    int[] list = typeList(int32(item(CLASSES, classIndex) + 12, "class_defs"));
    spendText(list.length);
    return Arrays.stream(list).mapToObj(this::type).toList();
  }

  ClassData classData(int classIndex) {
    int at = int32(item(CLASSES, classIndex) + 24, "class_defs");
    if (at == 0) {
      return new ClassData(List.of(), List.of(), List.of(), List.of());
    }
    var cursor = new Cursor("class_data_item", at);
    int staticFields = cursor.count(2);
    int instanceFields = cursor.count(2);
    int direct = cursor.count(3);
    int virtual = cursor.count(3);
    int type = classType(classIndex);
    return new ClassData(
        fieldList(cursor, staticFields, type),
        fieldList(cursor, instanceFields, type),
        methodList(cursor, direct, type),
        methodList(cursor, virtual, type));
  }

  /** All members are of the class itself: no class_data_item serves two classes. */
  private List<Field> fieldList(Cursor cursor, int count, int type) {
    List<Field> list = new ArrayList<>();
    int index = 0;
    for (int i = 0; i < count; i++) {
      index += cursor.uleb128();
      if (fieldClass(index) != type) {
        throw broken("class_data_item", cursor.at, "field of another class");
      }
      list.add(new Field(index, cursor.uleb128()));
    }
    return list;
  }

  private List<Method> methodList(Cursor cursor, int count, int type) {
    List<Method> list = new ArrayList<>();
    int index = 0;
    for (int i = 0; i < count; i++) {
      index += cursor.uleb128();
      if (methodClass(index) != type) {
        throw broken("class_data_item", cursor.at, "method of another class");
      }
      list.add(new Method(index, cursor.uleb128(), cursor.uleb128()));
    }
    return list;
  }

  void readBody(Method method, MethodBody body) {
    int at = method.codeOffset();
    body.registers = uint16(at, "code_item");
    body.ins = uint16(at + 2, "code_item");
    body.outs = uint16(at + 4, "code_item");
    body.tries = uint16(at + 6, "code_item");
    int size = int32(at + 12, "code_item");
    body.size = new Cursor("code_item", at + 16).checkCount(size, 2);
    if (body.insns.length < size) {
      body.insns = new char[Math.max(size, body.insns.length * 2)];
    }
    data.slice(at + 16, size * 2)
        .order(ByteOrder.LITTLE_ENDIAN)
        .asCharBuffer()
        .get(body.insns, 0, size);
    body.handlers = 0;
    if (body.tries > 0) {
      readTries(at + 16 + size * 2 + (size & 1) * 2, body);
    }
  }

  private void readTries(int at, MethodBody body) {
    int tries = new Cursor("try_item", at).checkCount(body.tries, 8);
    body.startTries();
    int last = 0;
    int[] handlerOffsets = new int[tries];
    for (int i = 0; i < tries; i++) {
      int start = int32(at + i * 8, "try_item");
      int end = start + uint16(at + i * 8 + 4, "try_item");
      handlerOffsets[i] = uint16(at + i * 8 + 6, "try_item");
      if (start < last || end < start) {
        throw broken("try_item", at + i * 8, "tries are out of order");
      }
      last = end;
      body.tryStart[i] = start;
      body.tryEnd[i] = end;
    }
    readHandlers(at + tries * 8, handlerOffsets, body);
  }

  private void readHandlers(int base, int[] wanted, MethodBody body) {
    var cursor = new Cursor("encoded_catch_handler_list", base);
    int lists = cursor.count(2);
    int[] listOffset = new int[lists];
    int[] listStart = new int[lists + 1];
    for (int i = 0; i < lists; i++) {
      listOffset[i] = cursor.at - base;
      listStart[i] = body.handlers;
      int size = cursor.sleb128();
      int typed = cursor.checkCount(Math.abs(size), 2);
      for (int j = 0; j < typed; j++) {
        int type = cursor.uleb128();
        item(TYPES, type);
        body.addHandler(type, cursor.uleb128());
      }
      if (size <= 0) {
        body.addHandler(MethodBody.CATCH_ALL, cursor.uleb128());
      }
    }
    listStart[lists] = body.handlers;
    for (int i = 0; i < wanted.length; i++) {
      int list = Arrays.binarySearch(listOffset, wanted[i]);
      if (list < 0) {
        throw broken("try_item", base, "no handlers at offset " + wanted[i]);
      }
      body.tryHandlers[i] = listStart[list];
      body.tryHandlersEnd[i] = listStart[list + 1];
    }
  }

  /** What is wrong with a call site, or null. */
  @Nullable String checkCallSite(int index) {
    if (index >= callSites) {
      return "does not exist";
    }
    int[] values = callSite(index);
    if (values.length < 6) {
      return "has too few arguments";
    }
    if (values[0] != VALUE_METHOD_HANDLE
        || values[2] != VALUE_STRING
        || values[4] != VALUE_METHOD_TYPE) {
      return "has an argument of a wrong type";
    }
    boolean inRange =
        Integer.compareUnsigned(values[1], methodHandles) < 0
            && Integer.compareUnsigned(values[3], strings()) < 0
            && Integer.compareUnsigned(values[5], protos()) < 0;
    if (!inRange) {
      return "has an argument out of range";
    }
    int kind = uint16(methodHandlesOffset + values[1] * 8, "method_handles");
    return kind == HANDLE_INVOKE_STATIC ? null : "is not linked by an invoke-static method handle";
  }

  int callSiteProto(int index) {
    return callSite(index)[5];
  }

  /** Type and number of each of the first three values. */
  private int[] callSite(int index) {
    int at = int32(callSitesOffset + index * 4, "call_site_ids");
    var cursor = new Cursor("call_site_item", at);
    int count = Math.min(3, cursor.count(1));
    int[] values = new int[count * 2];
    for (int i = 0; i < count; i++) {
      int head = cursor.uint8();
      values[i * 2] = head & 0x1f;
      for (int j = 0; j <= head >>> 5; j++) {
        values[i * 2 + 1] |= cursor.uint8() << (8 * j);
      }
    }
    return values;
  }
}
