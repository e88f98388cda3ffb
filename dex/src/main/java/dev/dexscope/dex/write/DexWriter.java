package dev.dexscope.dex.write;

import dev.dexscope.dex.Annotation;
import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.EncodedValue;
import dev.dexscope.dex.FieldRef;
import dev.dexscope.dex.MethodHandle;
import dev.dexscope.dex.MethodRef;
import dev.dexscope.dex.Proto;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.ItemCursor;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.raw.RawDex;
import dev.dexscope.dex.write.code.CodeWriter;
import dev.dexscope.dex.write.code.Debug;
import dev.dexscope.dex.write.code.DebugWriter;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import dev.dexscope.dex.write.ids.ValueCopier;
import dev.dexscope.dex.write.ids.ValueWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file in one pass: the sections in the order that the old file had, in each the items
 * that it keeps, copied, then the new ones. What refers to items further behind is filled in at the
 * end.
 */
final class DexWriter {
  /** The order of data for files from nothing, and of sections that an old file lacks. */
  private static final List<Integer> DATA_ORDER =
      List.of(
          MapItem.CODE,
          MapItem.DEBUG_INFO,
          MapItem.TYPE_LIST,
          MapItem.STRING_DATA,
          MapItem.ANNOTATION,
          MapItem.CLASS_DATA,
          MapItem.ENCODED_ARRAY,
          MapItem.ANNOTATION_SET,
          MapItem.ANNOTATION_SET_REF_LIST,
          MapItem.ANNOTATIONS_DIRECTORY,
          MapItem.HIDDENAPI_CLASS_DATA);

  private final DexBuilder file;
  private final ConstantPool pool;
  private final FinalIds ids;
  private final FinalIds.Strings strings;
  private final boolean ownsStrings;
  private final @Nullable DexFile base;
  private final DexOutput out;
  private final NewItems items;
  private final List<MapItem> map = new ArrayList<>();

  /** By section, see {@link #offsets(int)}. */
  private final @Nullable Offsets[] offsets = new Offsets[24];

  private final List<DexBuilder.Entry> classes;

  /** Places that refer to items: the place, the items' section, the reference. */
  private int[] patches = new int[256];

  private int patchCount;
  private int start;
  private int end;
  private int mapOffset;
  private int dataOffset;

  DexWriter(DexBuilder file, FinalIds.Strings strings, boolean ownsStrings, DexOutput out) {
    this.file = file;
    this.pool = file.pool();
    this.strings = strings;
    this.base = file.base();
    this.ids = new FinalIds(base == null ? "new file" : base.name(), pool, strings);
    this.ownsStrings = ownsStrings;
    this.out = out;
    this.items = new NewItems(file, ids);
    this.classes = inOrderOfDefinition(file.entries());
    VersionCheck.require(file, classes, items);
  }

  int start() {
    return start;
  }

  int end() {
    return end;
  }

  /** "a given class's superclass and implemented interfaces must appear in the list earlier". */
  private static List<DexBuilder.Entry> inOrderOfDefinition(List<DexBuilder.Entry> entries) {
    Map<String, DexBuilder.Entry> byType = new HashMap<>();
    entries.forEach(each -> byType.put(each.type(), each));
    if (entries.stream().allMatch(DexWriter::hasOldSupertypes)) {
      return entries;
    }
    List<DexBuilder.Entry> ordered = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    Set<String> done = new HashSet<>();
    for (DexBuilder.Entry each : entries) {
      Deque<DexBuilder.Entry> open = new ArrayDeque<>(List.of(each));
      while (!open.isEmpty()) {
        DexBuilder.Entry top = open.peek();
        boolean waits = false;
        if (seen.add(top.type())) {
          for (String before : supertypes(top).reversed()) {
            DexBuilder.Entry entry = byType.get(before);
            if (entry != null && !seen.contains(before)) {
              open.push(entry);
              waits = true;
            }
          }
        }
        if (!waits) {
          open.pop();
          if (done.add(top.type())) {
            ordered.add(top);
          }
        }
      }
    }
    return ordered;
  }

  private static boolean hasOldSupertypes(DexBuilder.Entry entry) {
    ClassBuilder built = entry.built();
    return entry.kept() != null && (built == null || !built.headerChanged());
  }

  private static List<String> supertypes(DexBuilder.Entry entry) {
    ClassBuilder built = entry.built();
    ClassDef kept = entry.kept();
    List<String> types = new ArrayList<>();
    String superclass =
        built != null ? built.superclass() : kept == null ? null : kept.superclass();
    if (superclass != null) {
      types.add(superclass);
    }
    types.addAll(built != null ? built.interfaces() : kept == null ? List.of() : kept.interfaces());
    return types;
  }

  void write() {
    out.align(4);
    start = out.size();
    int headerSize = headerSize();
    out.zeros(headerSize);
    map.add(new MapItem(MapItem.HEADER, 1, start));
    if (ownsStrings) {
      section(MapItem.STRING_ID, strings.order().length, this::stringIds);
    }
    section(MapItem.TYPE_ID, ids.typeOrder().length, this::typeIds);
    section(MapItem.PROTO_ID, ids.protoOrder().length, this::protoIds);
    section(MapItem.FIELD_ID, ids.fieldOrder().length, this::fieldIds);
    section(MapItem.METHOD_ID, ids.methodOrder().length, this::methodIds);
    section(MapItem.CLASS_DEF, classes.size(), this::classDefs);
    section(MapItem.CALL_SITE_ID, pool.callSites().size(), this::callSiteIds);
    section(MapItem.METHOD_HANDLE, pool.methodHandles().size(), this::methodHandles);
    dataOffset = out.size();
    for (int type : dataOrder()) {
      data(type);
    }
    out.align(4);
    mapOffset = out.size();
    map.add(new MapItem(MapItem.MAP_LIST, 1, mapOffset));
    int entries = map.size() + (ownsStrings || strings.order().length == 0 ? 0 : 2);
    out.int32(entries);
    out.zeros(entries * 12);
    end = out.size();
  }

  private int headerSize() {
    return file.version() >= RawDex.CONTAINER_VERSION
        ? RawDex.CONTAINER_HEADER_SIZE
        : RawDex.HEADER_SIZE;
  }

  private void section(int type, int count, Runnable writer) {
    if (count > 0) {
      out.align(4);
      map.add(new MapItem(type, count, out.size()));
      writer.run();
    }
  }

  /** As in the old file, but code before class data, which names its places in few bytes. */
  private List<Integer> dataOrder() {
    List<Integer> order = new ArrayList<>();
    if (base != null) {
      base.raw().map().stream()
          .sorted(Comparator.comparingInt(MapItem::offset))
          .filter(each -> each.type() >= MapItem.MAP_LIST && each.type() != MapItem.MAP_LIST)
          .forEach(each -> order.add(each.type()));
      for (int each : order) {
        if (!DATA_ORDER.contains(each)) {
          throw new DexFormatException(
              base.name(), "map_list", 0, "section of unknown type 0x" + Integer.toHexString(each));
        }
      }
    }
    for (int i = 0; i < DATA_ORDER.size(); i++) {
      if (!order.contains(DATA_ORDER.get(i))) {
        order.add(i == 0 ? 0 : order.indexOf(DATA_ORDER.get(i - 1)) + 1, DATA_ORDER.get(i));
      }
    }
    if (order.indexOf(MapItem.CLASS_DATA) < order.indexOf(MapItem.CODE)) {
      order.removeIf(each -> each == MapItem.CLASS_DATA);
      order.add(order.indexOf(MapItem.CODE) + 1, MapItem.CLASS_DATA);
    }
    return order;
  }

  private void data(int type) {
    if (type == MapItem.HIDDENAPI_CLASS_DATA) {
      hiddenApi();
      return;
    }
    items(type);
    Offsets places = offsets(type);
    if (places.count() > 0) {
      map.add(new MapItem(type, places.count(), places.first()));
    }
  }

  private void items(int type) {
    switch (type) {
      case MapItem.CODE -> codes();
      case MapItem.DEBUG_INFO -> debugItems();
      case MapItem.TYPE_LIST -> typeLists();
      case MapItem.STRING_DATA -> {
        if (ownsStrings) {
          stringData();
        }
      }
      case MapItem.ANNOTATION -> annotations();
      case MapItem.CLASS_DATA -> classData();
      case MapItem.ENCODED_ARRAY -> arrays();
      case MapItem.ANNOTATION_SET -> annotationSets();
      case MapItem.ANNOTATION_SET_REF_LIST -> setLists();
      case MapItem.ANNOTATIONS_DIRECTORY -> directories();
      default -> throw new IllegalStateException("no section of data: " + type);
    }
  }

  private Offsets offsets(int section) {
    int slot = (section >>> 12) * 8 + (section & 7);
    Offsets known = offsets[slot];
    if (known == null) {
      known = new Offsets();
      offsets[slot] = known;
    }
    return known;
  }

  /** A place of four bytes that will refer to an item. */
  private void ref(int section, int ref) {
    if (ref != 0) {
      if (patchCount + 3 > patches.length) {
        patches = Arrays.copyOf(patches, patches.length * 2);
      }
      patches[patchCount++] = out.size();
      patches[patchCount++] = section;
      patches[patchCount++] = ref;
    }
    out.int32(0);
  }

  /** A place that will refer to an item of the old file, by its old offset. */
  private void oldRef(int section, int offset) {
    ref(section, NewItems.checked(base, offset));
  }

  private int resolve(int section, int ref) {
    int at = offsets(section).resolve(ref);
    if (at < 0) {
      throw new DexFormatException(
          base == null ? "new file" : base.name(),
          "map_list",
          ref,
          "no item of the section 0x" + Integer.toHexString(section) + " stands here");
    }
    return at;
  }

  /** Reads an item and writes it. */
  private interface Copying {
    void copy(ItemCursor cursor);
  }

  /** The items that are kept; {@code same} when they are copied as they are. */
  private void keep(
      int section, String name, int alignment, boolean same, IntPredicate keeps, Copying copying) {
    if (base == null) {
      return;
    }
    Offsets places = offsets(section);
    for (MapItem each : base.raw().map()) {
      if (each.type() != section) {
        continue;
      }
      ItemCursor cursor = base.raw().cursor(name, each.offset());
      for (int i = 0; i < each.count(); i++) {
        cursor.align(alignment);
        int from = cursor.offset();
        int patchMark = patchCount;
        int mark = out.size();
        out.align(alignment);
        int at = out.size();
        copying.copy(cursor);
        if (!keeps.test(from)) {
          out.truncate(mark);
          patchCount = patchMark;
          continue;
        }
        if (same) {
          out.truncate(at);
          out.bytes(base.raw(), from, cursor.offset());
        }
        // Nothing is written for classes that have lost all their members.
        if (out.size() > at) {
          places.moved(from, at);
        } else {
          out.truncate(mark);
        }
      }
    }
  }

  private static IntPredicate in(@Nullable BitSet live) {
    return offset -> live == null || live.get(offset);
  }

  private void added(int section, int alignment) {
    out.align(alignment);
    offsets(section).added(out.size());
  }

  private void stringIds() {
    int oldCount = pool.strings().baseCount();
    DexFile old = pool.strings().base();
    for (int index : strings.order()) {
      ref(
          MapItem.STRING_DATA,
          index < oldCount && old != null
              ? NewItems.checked(old, old.raw().stringOffset(index))
              : Offsets.newRef(index - oldCount));
    }
  }

  private void typeIds() {
    for (int index : ids.typeOrder()) {
      out.int32(ids.string(pool.types().numbers(index)[0]));
    }
  }

  private void protoIds() {
    int oldCount = pool.protos().baseCount();
    for (int index : ids.protoOrder()) {
      int[] numbers = pool.protos().numbers(index);
      boolean isOld = index < oldCount && base != null;
      int shorty =
          isOld && base != null ? base.raw().protoShorty(index) : pool.string(shorty(numbers));
      out.int32(ids.string(shorty));
      out.int32(ids.type(numbers[0]));
      List<Integer> parameters = items.parameters(index);
      int added = parameters.isEmpty() || isOld ? 0 : items.typeLists.ref(parameters);
      ref(
          MapItem.TYPE_LIST,
          isOld && base != null
              ? NewItems.checked(base, base.raw().parametersOffset(index))
              : added);
    }
  }

  private String shorty(int[] numbers) {
    List<String> parameters =
        Arrays.stream(numbers, 1, numbers.length).mapToObj(pool::typeName).toList();
    return new Proto(pool.typeName(numbers[0]), parameters).shorty();
  }

  private void fieldIds() {
    for (int index : ids.fieldOrder()) {
      int[] numbers = pool.fields().numbers(index);
      out.uint16(ids.type(numbers[0]));
      out.uint16(ids.type(numbers[2]));
      out.int32(ids.string(numbers[1]));
    }
  }

  private void methodIds() {
    for (int index : ids.methodOrder()) {
      int[] numbers = pool.methods().numbers(index);
      out.uint16(ids.type(numbers[0]));
      out.uint16(ids.proto(numbers[2]));
      out.int32(ids.string(numbers[1]));
    }
  }

  private void callSiteIds() {
    int oldCount = base == null ? 0 : base.callSiteCount();
    int index = 0;
    for (CallSite each : pool.callSites()) {
      ref(
          MapItem.ENCODED_ARRAY,
          index < oldCount && base != null
              ? NewItems.checked(base, base.raw().callSiteOffset(index))
              : items.arrays.ref(ValueWriter.values(each)));
      index++;
    }
  }

  private void methodHandles() {
    for (MethodHandle each : pool.methodHandles()) {
      FieldRef field = each.field();
      MethodRef method = each.method();
      out.uint16(each.kind().code());
      out.uint16(0);
      out.uint16(
          field != null
              ? ids.field(pool.field(field))
              : method != null ? ids.method(pool.method(method)) : 0);
      out.uint16(0);
    }
  }

  private void classDefs() {
    int newData = 0;
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      ClassDef kept = each.kept();
      if (built == null && kept != null) {
        classDef(kept);
      } else if (built != null) {
        int data = dataRef(built);
        classDef(built, data < 0 ? Offsets.newRef(newData++) : data);
      }
    }
  }

  private void header(ClassBuilder built) {
    out.int32(ids.type(built.id));
    out.int32(built.accessFlags());
    String superclass = built.superclass();
    out.int32(superclass == null ? DexFile.NO_INDEX : ids.type(pool.type(superclass)));
    ref(MapItem.TYPE_LIST, interfacesRef(built));
    String source = built.sourceFile();
    out.int32(source == null ? DexFile.NO_INDEX : ids.string(pool.string(source)));
  }

  private void header(ClassDef kept) {
    out.int32(ids.type(kept.typeIndex()));
    out.int32(kept.accessFlags());
    int superclass = kept.superclassIndex();
    out.int32(superclass == DexFile.NO_INDEX ? superclass : ids.type(superclass));
    oldRef(MapItem.TYPE_LIST, kept.interfacesOffset());
    int source = kept.sourceFileIndex();
    out.int32(source == DexFile.NO_INDEX ? source : ids.string(source));
  }

  private void classDef(ClassDef kept) {
    header(kept);
    oldRef(MapItem.ANNOTATIONS_DIRECTORY, kept.annotationsOffset());
    oldRef(MapItem.CLASS_DATA, kept.dataOffset());
    oldRef(MapItem.ENCODED_ARRAY, kept.staticValuesOffset());
  }

  private void classDef(ClassBuilder built, int dataRef) {
    ClassDef kept = built.kept();
    if (kept != null && !built.headerChanged()) {
      header(kept);
    } else {
      header(built);
    }
    ref(
        MapItem.ANNOTATIONS_DIRECTORY,
        built.annotationsChanged() || kept == null
            ? items.directoryRef(built)
            : NewItems.checked(base, kept.annotationsOffset()));
    ref(MapItem.CLASS_DATA, dataRef);
    if (built.fieldsChanged() || kept == null) {
      List<EncodedValue> values = items.staticValues(built);
      ref(MapItem.ENCODED_ARRAY, values.isEmpty() ? 0 : items.arrays.ref(values));
    } else {
      oldRef(MapItem.ENCODED_ARRAY, kept.staticValuesOffset());
    }
  }

  private int interfacesRef(ClassBuilder built) {
    ClassDef kept = built.kept();
    if (kept != null && !built.interfacesChanged()) {
      return NewItems.checked(base, kept.interfacesOffset());
    }
    List<Integer> interfaces = built.interfaces().stream().map(pool::type).toList();
    return interfaces.isEmpty() ? 0 : items.typeLists.ref(interfaces);
  }

  /** Where the old class data stood, -1 for new data, 0 for none. */
  private static int dataRef(ClassBuilder built) {
    if (built.fields().isEmpty() && built.methods().isEmpty()) {
      return 0;
    }
    ClassDef kept = built.kept();
    return kept == null || kept.dataOffset() == 0
        ? -1
        : NewItems.checked(kept.dex(), kept.dataOffset());
  }

  private void typeLists() {
    keep(
        MapItem.TYPE_LIST,
        "type_list",
        4,
        ids.keepsTypes(pool),
        in(null),
        cursor -> {
          int count = cursor.count32(2);
          out.int32(count);
          for (int i = 0; i < count; i++) {
            out.uint16(ids.type(cursor.uint16()));
          }
        });
    for (List<Integer> each : items.typeLists.items()) {
      added(MapItem.TYPE_LIST, 4);
      out.int32(each.size());
      each.forEach(type -> out.uint16(ids.type(type)));
    }
  }

  private void stringData() {
    DexFile old = pool.strings().base();
    if (old != null) {
      keep(
          MapItem.STRING_DATA,
          "string_data_item",
          1,
          true,
          in(null),
          cursor -> {
            cursor.uleb128();
            cursor.skipText();
          });
    }
    for (String each : pool.strings().added()) {
      added(MapItem.STRING_DATA, 1);
      out.uleb128(each.length());
      for (int i = 0; i < each.length(); i++) {
        modifiedUtf8(each.charAt(i));
      }
      out.uint8(0);
    }
  }

  private void modifiedUtf8(char c) {
    if (c != 0 && c < 0x80) {
      out.uint8(c);
    } else if (c < 0x800) {
      out.uint8(0xc0 | c >>> 6);
      out.uint8(0x80 | (c & 0x3f));
    } else {
      out.uint8(0xe0 | c >>> 12);
      out.uint8(0x80 | ((c >>> 6) & 0x3f));
      out.uint8(0x80 | (c & 0x3f));
    }
  }

  private void codes() {
    var writer = new CodeWriter(pool, ids, out, this::ref, this::oldRef);
    int[] written = new int[items.codes.size()];
    int[] order = items.codesByOrigin();
    int next = 0;
    if (base != null) {
      for (MapItem each : base.raw().map()) {
        if (each.type() == MapItem.CODE) {
          ItemCursor cursor = base.raw().cursor("code_item", each.offset());
          for (int i = 0; i < each.count(); i++) {
            cursor.align(4);
            int from = cursor.offset();
            keepCode(cursor, base, writer);
            while (next < order.length && items.codes.get(order[next]).origin() <= from) {
              written[order[next]] = write(writer, items.codes.get(order[next]));
              next++;
            }
          }
        }
      }
    }
    for (; next < order.length; next++) {
      written[order[next]] = write(writer, items.codes.get(order[next]));
    }
    Offsets places = offsets(MapItem.CODE);
    for (int each : written) {
      places.added(each);
    }
  }

  private static int write(CodeWriter writer, NewItems.CodeAt item) {
    return writer.write(item.code(), item.debugRef());
  }

  /** An old item when it is still used. */
  private void keepCode(ItemCursor cursor, DexFile old, CodeWriter writer) {
    int from = cursor.offset();
    if (in(items.liveCode).test(from)) {
      out.align(4);
      offsets(MapItem.CODE).moved(from, out.size());
      writer.copy(cursor, old);
    } else {
      CodeWriter.skip(cursor);
    }
  }

  private void debugItems() {
    var writer = new DebugWriter(ids, out);
    keep(
        MapItem.DEBUG_INFO,
        "debug_info_item",
        1,
        ids.keepsCode(pool),
        in(items.liveDebug),
        cursor -> writer.copy(cursor, 0, false));
    for (NewItems.DebugItem each : items.debugItems.items()) {
      added(MapItem.DEBUG_INFO, 1);
      switch (each.debug()) {
        case Debug.Kept(int offset, int shift) when base != null ->
            writer.copy(base.raw().cursor("debug_info_item", offset), shift, false);
        case Debug.Made(byte[] item) ->
            writer.copy(
                ItemCursor.of("debug_info_item", item, DexFormatException::new), 0, each.isFinal());
        case Debug.Kept _, Debug.None _ -> throw new IllegalStateException();
      }
    }
  }

  private void annotations() {
    keep(
        MapItem.ANNOTATION,
        "annotation_item",
        1,
        ids.keepsCode(pool),
        in(null),
        cursor -> {
          out.uint8(cursor.uint8());
          new ValueCopier(cursor, ids, out).annotation();
        });
    for (Annotation each : items.annotations.items()) {
      added(MapItem.ANNOTATION, 1);
      new ValueWriter(pool, ids, out).annotation(each);
    }
  }

  private void annotationSets() {
    keep(
        MapItem.ANNOTATION_SET,
        "annotation_set_item",
        4,
        false,
        in(null),
        cursor -> copyRefs(cursor, MapItem.ANNOTATION));
    for (List<Annotation> each : items.annotationSets.items()) {
      added(MapItem.ANNOTATION_SET, 4);
      out.int32(each.size());
      // "sorted in increasing order, by type_idx", which is the order of the descriptors.
      each.stream()
          .sorted(Comparator.comparing(Annotation::type))
          .forEach(a -> ref(MapItem.ANNOTATION, items.annotations.ref(a)));
    }
  }

  private void copyRefs(ItemCursor cursor, int section) {
    int count = cursor.count32(4);
    out.int32(count);
    for (int i = 0; i < count; i++) {
      oldRef(section, cursor.int32());
    }
  }

  private void setLists() {
    int section = MapItem.ANNOTATION_SET_REF_LIST;
    keep(
        section,
        "annotation_set_ref_list",
        4,
        false,
        in(null),
        cursor -> copyRefs(cursor, MapItem.ANNOTATION_SET));
    for (List<List<Annotation>> each : items.setLists.items()) {
      added(section, 4);
      out.int32(each.size());
      each.forEach(set -> ref(MapItem.ANNOTATION_SET, setRef(set)));
    }
  }

  private int setRef(List<Annotation> set) {
    return set.isEmpty() ? 0 : items.annotationSets.ref(set);
  }

  private void directories() {
    int section = MapItem.ANNOTATIONS_DIRECTORY;
    keep(
        section,
        "annotations_directory_item",
        4,
        false,
        in(items.liveDirectories),
        this::copyDirectory);
    for (ClassBuilder each : items.directories) {
      added(section, 4);
      directory(each);
    }
  }

  private void copyDirectory(ItemCursor cursor) {
    oldRef(MapItem.ANNOTATION_SET, cursor.int32());
    int fields = cursor.count32(8);
    int methods = cursor.count32(8);
    int parameters = cursor.count32(8);
    out.int32(fields);
    out.int32(methods);
    out.int32(parameters);
    for (int i = 0; i < fields; i++) {
      out.int32(ids.field(cursor.int32()));
      oldRef(MapItem.ANNOTATION_SET, cursor.int32());
    }
    for (int i = 0; i < methods; i++) {
      out.int32(ids.method(cursor.int32()));
      oldRef(MapItem.ANNOTATION_SET, cursor.int32());
    }
    for (int i = 0; i < parameters; i++) {
      out.int32(ids.method(cursor.int32()));
      oldRef(MapItem.ANNOTATION_SET_REF_LIST, cursor.int32());
    }
  }

  private void directory(ClassBuilder built) {
    List<FieldBuilder> fields =
        built.fields().stream()
            .filter(each -> !each.annotations().isEmpty())
            .sorted(Comparator.comparingInt(each -> ids.field(each.id)))
            .toList();
    List<MethodBuilder> sorted =
        built.methods().stream().sorted(Comparator.comparingInt(m -> ids.method(m.id))).toList();
    List<MethodBuilder> methods =
        sorted.stream().filter(each -> !each.annotations().isEmpty()).toList();
    List<MethodBuilder> parameters =
        sorted.stream().filter(each -> !each.parameterAnnotations().isEmpty()).toList();
    ref(MapItem.ANNOTATION_SET, setRef(built.annotations()));
    out.int32(fields.size());
    out.int32(methods.size());
    out.int32(parameters.size());
    for (FieldBuilder each : fields) {
      out.int32(ids.field(each.id));
      ref(MapItem.ANNOTATION_SET, setRef(each.annotations()));
    }
    for (MethodBuilder each : methods) {
      out.int32(ids.method(each.id));
      ref(MapItem.ANNOTATION_SET, setRef(each.annotations()));
    }
    for (MethodBuilder each : parameters) {
      out.int32(ids.method(each.id));
      ref(MapItem.ANNOTATION_SET_REF_LIST, items.setLists.ref(each.parameterAnnotations()));
    }
  }

  private void arrays() {
    keep(
        MapItem.ENCODED_ARRAY,
        "encoded_array_item",
        1,
        ids.keepsCode(pool),
        in(items.liveArrays),
        cursor -> new ValueCopier(cursor, ids, out).array());
    for (List<EncodedValue> each : items.arrays.items()) {
      added(MapItem.ENCODED_ARRAY, 1);
      new ValueWriter(pool, ids, out).array(each);
    }
  }

  private void classData() {
    Map<Integer, ClassBuilder> changed = new HashMap<>();
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      ClassDef kept = each.kept();
      if (built != null && kept != null && built.membersChanged()) {
        changed.put(kept.dataOffset(), built);
      }
    }
    keep(
        MapItem.CLASS_DATA,
        "class_data_item",
        1,
        false,
        in(items.liveData),
        cursor -> {
          ClassBuilder built = changed.get(cursor.offset());
          int at = out.size();
          boolean gone = !in(items.liveData).test(cursor.offset());
          copyClassData(cursor, built != null || gone);
          if (built != null) {
            out.truncate(at);
            classData(built);
          }
        });
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      if (built != null && dataRef(built) < 0) {
        added(MapItem.CLASS_DATA, 1);
        classData(built);
      }
    }
  }

  /** Of data that is replaced only the end is of interest. */
  private void copyClassData(ItemCursor cursor, boolean skip) {
    int staticFields = cursor.count(2);
    int instanceFields = cursor.count(2);
    int direct = cursor.count(3);
    int virtual = cursor.count(3);
    out.uleb128(staticFields);
    out.uleb128(instanceFields);
    out.uleb128(direct);
    out.uleb128(virtual);
    copyFields(cursor, staticFields);
    copyFields(cursor, instanceFields);
    copyMethods(cursor, direct, skip);
    copyMethods(cursor, virtual, skip);
  }

  private void copyFields(ItemCursor cursor, int count) {
    int index = 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
      index += cursor.uleb128();
      int place = ids.field(index);
      out.uleb128(place - last);
      last = place;
      out.uleb128(cursor.uleb128());
    }
  }

  private void copyMethods(ItemCursor cursor, int count, boolean skip) {
    int index = 0;
    int last = 0;
    for (int i = 0; i < count; i++) {
      index += cursor.uleb128();
      int place = ids.method(index);
      out.uleb128(place - last);
      last = place;
      out.uleb128(cursor.uleb128());
      int code = cursor.uleb128();
      out.uleb128(
          code == 0 || skip
              ? 0
              : resolve(MapItem.CODE, items.codeRef(NewItems.checked(base, code))));
    }
  }

  private void classData(ClassBuilder built) {
    if (built.fields().isEmpty() && built.methods().isEmpty()) {
      return;
    }
    List<FieldBuilder> staticFields = new ArrayList<>();
    List<FieldBuilder> instanceFields = new ArrayList<>();
    for (FieldBuilder each : built.fields()) {
      (each.isStatic() ? staticFields : instanceFields).add(each);
    }
    List<MethodBuilder> direct = new ArrayList<>();
    List<MethodBuilder> virtual = new ArrayList<>();
    for (MethodBuilder each : built.methods()) {
      (each.isDirect() ? direct : virtual).add(each);
    }
    Comparator<FieldBuilder> byField = Comparator.comparingInt(each -> ids.field(each.id));
    Comparator<MethodBuilder> byMethod = Comparator.comparingInt(each -> ids.method(each.id));
    staticFields.sort(byField);
    instanceFields.sort(byField);
    direct.sort(byMethod);
    virtual.sort(byMethod);
    out.uleb128(staticFields.size());
    out.uleb128(instanceFields.size());
    out.uleb128(direct.size());
    out.uleb128(virtual.size());
    fields(staticFields);
    fields(instanceFields);
    methods(direct);
    methods(virtual);
  }

  private void fields(List<FieldBuilder> fields) {
    int last = 0;
    for (FieldBuilder each : fields) {
      int place = ids.field(each.id);
      out.uleb128(place - last);
      last = place;
      out.uleb128(each.accessFlags());
    }
  }

  private void methods(List<MethodBuilder> methods) {
    int last = 0;
    for (MethodBuilder each : methods) {
      int place = ids.method(each.id);
      out.uleb128(place - last);
      last = place;
      out.uleb128(each.accessFlags());
      int code = items.codeRef(each);
      out.uleb128(code == 0 ? 0 : resolve(MapItem.CODE, code));
    }
  }

  private void hiddenApi() {
    boolean any = base != null && base.raw().map().stream().anyMatch(DexWriter::isHiddenApi);
    for (DexBuilder.Entry each : classes) {
      ClassBuilder built = each.built();
      any |= built != null && built.hasHiddenApiFlags();
    }
    if (!any) {
      return;
    }
    out.align(4);
    int at = out.size();
    out.int32(0);
    out.zeros(classes.size() * 4);
    for (int i = 0; i < classes.size(); i++) {
      int[] flags = hiddenApiFlags(classes.get(i));
      if (flags.length > 0) {
        out.putInt32(at + 4 + i * 4, out.size() - at);
        for (int each : flags) {
          out.uleb128(each);
        }
      }
    }
    out.putInt32(at, out.size() - at);
    map.add(new MapItem(MapItem.HIDDENAPI_CLASS_DATA, 1, at));
  }

  private static boolean isHiddenApi(MapItem item) {
    return item.type() == MapItem.HIDDENAPI_CLASS_DATA;
  }

  private int[] hiddenApiFlags(DexBuilder.Entry entry) {
    ClassBuilder built = entry.built();
    ClassDef kept = entry.kept();
    if (built == null) {
      int[] flags = kept == null ? null : kept.hiddenApiFlags();
      return flags == null ? new int[0] : flags;
    }
    List<Integer> all = new ArrayList<>();
    built.fields().stream()
        .sorted(
            Comparator.comparingInt((FieldBuilder f) -> f.isStatic() ? 0 : 1)
                .thenComparingInt(f -> ids.field(f.id)))
        .forEach(each -> all.add(each.hiddenApiFlags()));
    built.methods().stream()
        .sorted(
            Comparator.comparingInt((MethodBuilder m) -> m.isDirect() ? 0 : 1)
                .thenComparingInt(m -> ids.method(m.id)))
        .forEach(each -> all.add(each.hiddenApiFlags()));
    return all.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Fills in what was not known before all files were written. */
  void finish(DexWriter stringOwner, int containerSize) {
    for (int i = 0; i < patchCount; i += 3) {
      out.putInt32(patches[i], resolve(patches[i + 1], patches[i + 2]));
    }
    List<MapItem> all = new ArrayList<>(map);
    if (stringOwner != this) {
      all.addAll(
          stringOwner.map.stream()
              .filter(
                  each -> each.type() == MapItem.STRING_ID || each.type() == MapItem.STRING_DATA)
              .toList());
    }
    all.sort(Comparator.comparingInt(MapItem::offset));
    int at = mapOffset + 4;
    for (MapItem each : all) {
      out.putUint16(at, each.type());
      out.putInt32(at + 4, each.count());
      out.putInt32(at + 8, each.offset());
      at += 12;
    }
    header(all, containerSize);
  }

  private void header(List<MapItem> all, int containerSize) {
    byte[] magic = ("dex\n0" + file.version() + "\0").getBytes(StandardCharsets.US_ASCII);
    out.put(start, magic);
    out.putInt32(start + 0x20, end - start);
    out.putInt32(start + 0x24, headerSize());
    out.putInt32(start + 0x28, RawDex.ENDIAN_CONSTANT);
    out.putInt32(start + 0x34, mapOffset);
    int at = start + 0x38;
    for (int type = MapItem.STRING_ID; type <= MapItem.CLASS_DEF; type++) {
      for (MapItem each : all) {
        if (each.type() == type) {
          out.putInt32(at, each.count());
          out.putInt32(at + 4, each.offset());
        }
      }
      at += 8;
    }
    if (file.version() >= RawDex.CONTAINER_VERSION) {
      out.putInt32(start + 0x70, containerSize);
      out.putInt32(start + 0x74, start);
    } else {
      out.putInt32(start + 0x68, end - dataOffset);
      out.putInt32(start + 0x6c, dataOffset);
    }
  }
}
