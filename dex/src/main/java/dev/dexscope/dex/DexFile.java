package dev.dexscope.dex;

import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.RawDex;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * A dex file of version 035 to 041, read in place: items are decoded on demand. Every offset and
 * count is checked before it is used, and text that many items share is decoded a bounded number of
 * times. Thread-safe.
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
  /** The index that means "none". */
  public static final int NO_INDEX = -1;

  /** The versions that are read. */
  public static final int OLDEST_VERSION = RawDex.OLDEST_VERSION;

  public static final int NEWEST_VERSION = RawDex.NEWEST_VERSION;

  private final RawDex raw;
  private final @Nullable String[] strings;
  private final @Nullable Proto[] protos;
  private final @Nullable String[] descriptors;
  private volatile @Nullable Map<String, Integer> classIndices;

  /**
   * Returns the dex files of a path: a dex file (mapped, not read), or an APK, JAR, ZIP or bundle
   * that contains classes.dex, classes2.dex, ...
   *
   * @throws NoCodeException if it is an archive without dex files
   * @throws DexFormatException if it is neither
   * @throws IOException if it cannot be read
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
    for (RawDex each : RawDex.parse(name, segment, DexFormatException::new)) {
      files.add(new DexFile(each, files));
    }
    return files;
  }

  /** The dex files in some bytes; see {@link #parse(String, MemorySegment)}. */
  public static List<DexFile> parse(String name, byte[] bytes) {
    return parse(name, MemorySegment.ofArray(bytes));
  }

  /** Behind other files of a container, whose strings it may share. */
  private DexFile(RawDex raw, List<DexFile> before) {
    this.raw = raw;
    strings = strings(before);
    protos = new Proto[raw.protoCount()];
    descriptors = new String[raw.protoCount()];
  }

  /** Files that share their strings decode them once. */
  private @Nullable String[] strings(List<DexFile> before) {
    for (DexFile each : before) {
      if (each.raw.sharesStrings(raw)) {
        return each.strings;
      }
    }
    return new String[raw.stringCount()];
  }

  /** Returns the layout below this model: sections, offsets, bytes. */
  public RawDex raw() {
    return raw;
  }

  /** The file's name, with the entry's inside an archive ({@code app.apk!classes2.dex}). */
  public String name() {
    return raw.name();
  }

  /** 35 to 41. */
  public int version() {
    return raw.version();
  }

  /**
   * Makes the checks of a device before it loads classes of the file: more than required for
   * reading.
   *
   * @throws DexFormatException if a device would refuse the file
   */
  public void checkForLoading() {
    raw.checkForLoading();
  }

  /** Returns all bytes that offsets refer to: the file, or its container. */
  public MemorySegment segment() {
    return raw.segment();
  }

  /** The file_size of the header. */
  public int size() {
    return raw.size();
  }

  /**
   * Returns whether the header's checksum is that of the file's bytes. Devices refuse a file whose
   * checksum is wrong, but do not check its SHA-1 signature.
   */
  public boolean isIntact() {
    return raw.isIntact();
  }

  /** The number of string_ids. */
  public int stringCount() {
    return raw.stringCount();
  }

  /** The number of type_ids. */
  public int typeCount() {
    return raw.typeCount();
  }

  /** The number of proto_ids. */
  public int protoCount() {
    return raw.protoCount();
  }

  /** The number of field_ids. */
  public int fieldCount() {
    return raw.fieldCount();
  }

  /** The number of method_ids. */
  public int methodCount() {
    return raw.methodCount();
  }

  /** The number of class_defs. */
  public int classCount() {
    return raw.classCount();
  }

  /** The number of call_site_ids. */
  public int callSiteCount() {
    return raw.callSiteCount();
  }

  /** The number of method_handles. */
  public int methodHandleCount() {
    return raw.methodHandleCount();
  }

  /** Returns whether interfaces may have code: from version 037 on. */
  public boolean supportsDefaultMethods() {
    return raw.version() >= 37;
  }

  /** A string. */
  public String string(int index) {
    String known = known(strings, index);
    if (known == null) {
      known = decode(raw.stringOffset(index));
      strings[index] = known;
    }
    return known;
  }

  /**
   * Returns an item that has been read before; a number that is out of range is left for the reader
   * to refuse.
   */
  private static <T> @Nullable T known(@Nullable T[] items, int index) {
    return Integer.compareUnsigned(index, items.length) < 0 ? items[index] : null;
  }

  /** MUTF-8. */
  private String decode(int offset) {
    ItemCursor cursor = raw.cursor("string_data_item", offset);
    int length = cursor.count(1);
    raw.spendText(length + 16);
    if (raw.bytes().asciiLength(cursor.offset(), length) == length) {
      byte[] ascii = new byte[length];
      raw.bytes().read(cursor.offset(), ascii, 0, length);
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
    return string(raw.typeString(index));
  }

  /** The type_id of a prototype's return type. */
  public int returnType(int proto) {
    return raw.returnType(proto);
  }

  /** The type_ids of a prototype's parameters. */
  public int[] parameters(int proto) {
    return raw.parameters(proto);
  }

  List<String> typeNames(int offset) {
    int[] list = raw.typeList(offset);
    List<String> names = new ArrayList<>(list.length);
    for (int each : list) {
      names.add(type(each));
    }
    return names;
  }

  /** A prototype. */
  public Proto proto(int index) {
    Proto known = known(protos, index);
    if (known == null) {
      List<String> parameters = typeNames(raw.parametersOffset(index));
      raw.spendText(parameters.size());
      known = new Proto(type(returnType(index)), parameters);
      protos[index] = known;
    }
    return known;
  }

  /** A prototype's descriptor. */
  public String protoDescriptor(int proto) {
    String known = known(descriptors, proto);
    if (known == null) {
      var text = new StringBuilder("(");
      for (int each : parameters(proto)) {
        String type = type(each);
        raw.spendText(type.length());
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
    return raw.fieldClass(index);
  }

  /** The type_id of a field's type. */
  public int fieldType(int index) {
    return raw.fieldType(index);
  }

  /** A field's name. */
  public String fieldName(int index) {
    return string(raw.fieldNameIndex(index));
  }

  /** A method. */
  public MethodRef method(int index) {
    return new MethodRef(type(methodClass(index)), methodName(index), proto(methodProto(index)));
  }

  /** The type_id of a method's class. */
  public int methodClass(int index) {
    return raw.methodClass(index);
  }

  /** The proto_id of a method's prototype. */
  public int methodProto(int index) {
    return raw.methodProto(index);
  }

  /** A method's name. */
  public String methodName(int index) {
    return string(raw.methodNameIndex(index));
  }

  /** A class that is defined here. */
  public ClassDef classDef(int index) {
    raw.checkClass(index);
    return new ClassDef(this, index);
  }

  /** The classes that are defined here, in the file's order. */
  public List<ClassDef> classes() {
    return new ClassList();
  }

  /** The classes, created on demand. */
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
    CodeReader.read(raw.bytes(), typeCount(), offset, body);
  }

  /** A method handle. */
  public MethodHandle methodHandle(int index) {
    int at = raw.methodHandleOffset(index);
    int kind = raw.uint16(at, "method_handles");
    int member = raw.uint16(at + 4, "method_handles");
    MethodHandle.Kind[] kinds = MethodHandle.Kind.values();
    if (kind >= kinds.length) {
      throw raw.bytes().broken("method_handles", at, "method handle of unknown type " + kind);
    }
    return kinds[kind].isAccessor()
        ? MethodHandle.of(kinds[kind], field(member))
        : MethodHandle.of(kinds[kind], method(member));
  }

  /** A call site. */
  public CallSite callSite(int index) {
    int at = raw.callSiteOffset(index);
    List<EncodedValue> values = encodedArray(at);
    if (values.size() >= 3
        && values.get(0) instanceof EncodedValue.OfMethodHandle(MethodHandle bootstrap)
        && values.get(1) instanceof EncodedValue.OfString(String methodName)
        && values.get(2) instanceof EncodedValue.OfMethodType(Proto type)) {
      return new CallSite(bootstrap, methodName, type, values.subList(3, values.size()));
    }
    throw raw.bytes().broken("call_site_item", at, "no linker, name and type");
  }

  /** The values of an encoded_array_item. */
  List<EncodedValue> encodedArray(int offset) {
    return new ValueReader(this).array(offset);
  }

  @Override
  public String toString() {
    return name();
  }
}
