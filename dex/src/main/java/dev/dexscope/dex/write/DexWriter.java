package dev.dexscope.dex.write;

import dev.dexscope.dex.ClassDef;
import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.DexFormatException;
import dev.dexscope.dex.raw.DexOutput;
import dev.dexscope.dex.raw.MapItem;
import dev.dexscope.dex.raw.RawDex;
import dev.dexscope.dex.write.ids.ConstantPool;
import dev.dexscope.dex.write.ids.FinalIds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file in one pass: the sections in the order that the old file had, in each the items
 * that it keeps, copied, then the new ones. References to later items are filled in at the end.
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
  private final ItemOutput items;
  private final List<MapItem> map = new ArrayList<>();

  private final List<DexBuilder.Entry> classes;

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
    var added = new NewItems(file, ids);
    this.items = new ItemOutput(file, ids, out, added);
    this.classes = inOrderOfDefinition(file.entries());
    VersionCheck.require(file, classes, added);
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
    var idSections = new IdSections(items, strings);
    if (ownsStrings) {
      section(MapItem.STRING_ID, strings.order().length, idSections::stringIds);
    }
    section(MapItem.TYPE_ID, ids.typeOrder().length, idSections::typeIds);
    section(MapItem.PROTO_ID, ids.protoOrder().length, idSections::protoIds);
    section(MapItem.FIELD_ID, ids.fieldOrder().length, idSections::fieldIds);
    section(MapItem.METHOD_ID, ids.methodOrder().length, idSections::methodIds);
    section(MapItem.CLASS_DEF, classes.size(), new ClassDefs(items, classes)::write);
    section(MapItem.CALL_SITE_ID, pool.callSites().size(), idSections::callSiteIds);
    section(MapItem.METHOD_HANDLE, pool.methodHandles().size(), idSections::methodHandles);
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
      int at = new HiddenApi(items, classes).write();
      if (at >= 0) {
        map.add(new MapItem(type, 1, at));
      }
      return;
    }
    items(type);
    Offsets places = items.offsets(type);
    if (places.count() > 0) {
      map.add(new MapItem(type, places.count(), places.first()));
    }
  }

  private void items(int type) {
    switch (type) {
      case MapItem.CODE -> new CodeItems(items).write();
      case MapItem.DEBUG_INFO -> new DebugItems(items).write();
      case MapItem.TYPE_LIST -> new TypeLists(items).write();
      case MapItem.STRING_DATA -> {
        if (ownsStrings) {
          new StringData(items).write();
        }
      }
      case MapItem.ANNOTATION -> new AnnotationSections(items).annotations();
      case MapItem.CLASS_DATA -> new ClassMembers(items, classes).write();
      case MapItem.ENCODED_ARRAY -> new EncodedArrays(items).write();
      case MapItem.ANNOTATION_SET -> new AnnotationSections(items).annotationSets();
      case MapItem.ANNOTATION_SET_REF_LIST -> new AnnotationSections(items).setLists();
      case MapItem.ANNOTATIONS_DIRECTORY -> new AnnotationSections(items).directories();
      default -> throw new IllegalStateException("no section of data: " + type);
    }
  }

  /** Fills in the values that were unknown until all files were written. */
  void finish(DexWriter stringOwner, int containerSize) {
    items.resolveRefs();
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
