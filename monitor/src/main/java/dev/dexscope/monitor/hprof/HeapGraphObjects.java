package dev.dexscope.monitor.hprof;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.base.bytes.ProtoReader;
import dev.dexscope.trace.retrace.Mapping;
import dev.dexscope.trace.retrace.PacketMappings;
import dev.dexscope.trace.retrace.SourceNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a heap graph, numbered in the order of the file. It has no values of fields, but
 * references, each with its field, and the sizes of bitmaps.
 */
final class HeapGraphObjects implements HeapObjects {
  private static final String CLASS = "java.lang.Class";

  /** The name of the type that each class has for itself, so that its static fields are known. */
  private static final String OF_CLASS = CLASS + "<";

  private static final String STATIC = "static ";
  private static final String REFERENT = "java.lang.ref.Reference.referent";

  /** The way from the app's thread for activities to those that it manages. */
  private static final String ACTIVITIES = "android.app.ActivityThread.mActivities";

  private static final String ELEMENTS = "android.util.ArrayMap.mArray";
  private static final String ACTIVITY = "android.app.ActivityThread$ActivityClientRecord.activity";

  /** Heaps that ART does not collect, as Perfetto treats them. */
  private static final int ZYGOTE = 2;

  private static final int IMAGE = 3;
  private static final List<String> HEAPS = List.of("", "app", "zygote", "image");

  /** By what an object refers to another where it is no field. */
  private static final int RUNTIME = -1;

  /** The number of the first element of an array; those of others are below. */
  private static final int ELEMENT = -2;

  private final boolean isWhole;
  private final List<Type> types;
  private final Map<Long, Type> typeById = new HashMap<>();
  private final Map<Long, String> fieldNames;
  private final long[] ids;
  private final IdIndex index;
  private final int[] typeOf;
  private final int[] sizes;
  private final int[] heapStarts;
  private final int[] heaps;
  private final Map<Integer, Picture> pictures;
  private final int[] roots;
  private final RootKind[] rootKinds;
  private final ReferenceGraph graph;

  /** By what each reference refers: the number of a field's name, or one of those above. */
  private final int[] links;

  private final List<String> linkNames = new ArrayList<>();
  private @Nullable Set<Integer> managed;

  /** A type, whose description may stand behind its objects. */
  private static final class Type {
    final int number;
    String name = "?";
    long location;
    SourceNames source = new SourceNames(null);
    long superId;
    int size;
    long kind;
    long[] fieldIds = new long[0];
    @Nullable Type superclass;

    /** The names of the fields with references, those of superclasses behind its own. */
    int @Nullable [] fields;

    Type(int number) {
      this.number = number;
    }

    boolean isA(String className) {
      for (Type each = this; each != null; each = each.superclass) {
        if (each.name.equals(className)) {
          return true;
        }
      }
      return false;
    }

    boolean isArray() {
      return name.endsWith("[]");
    }

    /** Whether its referents are kept, by the kind, or in older traces by the class. */
    boolean isWeak() {
      return kind == 0
          ? isA("java.lang.ref.Reference") && !isA("java.lang.ref.SoftReference")
          : kind >= WEAK && kind <= PHANTOM;
    }

    private static final int WEAK = 9;
    private static final int PHANTOM = 11;
  }

  private HeapGraphObjects(HeapGraphFile file, int number, @Nullable Mapping mapping) {
    isWhole = file.isWhole(number);
    Building building = new Building();
    file.forEach(number, building::packet);
    types = new ArrayList<>(building.types.values());
    typeById.putAll(building.types);
    fieldNames = building.fieldNames;
    ids = building.ids.take();
    index = new IdIndex(ids.clone());
    typeOf = building.typeOf.take();
    sizes = building.sizes.take();
    heapStarts = building.heapStarts.take();
    heaps = building.heaps.take();
    pictures = building.pictures(index);
    settleTypes();
    for (Type each : types) {
      String path = building.locations.getOrDefault(each.location, "");
      each.source =
          mapping == null
              ? file.names(number, PacketMappings.packageOf(path))
              : new SourceNames(mapping);
    }
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = sizes[i] == 0 ? types.get(typeOf[i]).size : sizes[i];
    }
    Map<Integer, RootKind> found = building.roots(index);
    addUncollected(found);
    roots = found.keySet().stream().mapToInt(Integer::intValue).toArray();
    rootKinds = found.values().toArray(RootKind[]::new);
    References references = new References(file);
    file.forEach(number, references::packet);
    graph = references.graph();
    links = references.links.take();
  }

  /** Reads one of a file's graphs. */
  static HeapGraphObjects read(HeapGraphFile file, int number, @Nullable Mapping mapping) {
    return new HeapGraphObjects(file, number, mapping);
  }

  private void settleTypes() {
    for (Type each : types) {
      each.superclass = typeById.get(each.superId);
    }
    for (Type each : types) {
      cutCircle(each);
    }
  }

  /** A class that descends from itself is no class: the graph is damaged. */
  private static void cutCircle(Type start) {
    Set<Type> seen = new HashSet<>();
    for (Type each = start; each != null; each = each.superclass) {
      seen.add(each);
      if (each.superclass != null && seen.contains(each.superclass)) {
        each.superclass = null;
      }
    }
  }

  private void addUncollected(Map<Integer, RootKind> into) {
    for (int i = 0; i < heapStarts.length; i++) {
      if (heaps[i] == ZYGOTE || heaps[i] == IMAGE) {
        int end = i + 1 < heapStarts.length ? heapStarts[i + 1] : sizes.length;
        for (int object = heapStarts[i]; object < end; object++) {
          into.putIfAbsent(object, RootKind.VM_INTERNAL);
        }
      }
    }
  }

  /** What a graph's packets have, in their order. */
  private static final class Building {
    private final Map<Long, Type> types = new LinkedHashMap<>();
    private final Map<Long, String> fieldNames = new HashMap<>();
    private final Map<Long, String> locations = new HashMap<>();
    private final LongList ids = new LongList();
    private final IntList typeOf = new IntList();
    private final IntList sizes = new IntList();
    private final IntList heapStarts = new IntList();
    private final IntList heaps = new IntList();
    private final Map<Long, Picture> pictures = new HashMap<>();
    private final LongList rootIds = new LongList();
    private final List<RootKind> kinds = new ArrayList<>();
    private final LastId lastId = new LastId();

    void packet(ByteView packet) {
      var fields = new ProtoReader(packet);
      while (fields.next()) {
        if (fields.wireType() != ProtoReader.LENGTH) {
          continue;
        }
        switch (fields.number()) {
          case 2 -> object(fields.value());
          case 4 -> {
            ProtoMessage interned = new ProtoMessage(fields.value());
            fieldNames.put(interned.number(1), fieldName(interned.text(2)));
          }
          case 8 -> {
            ProtoMessage interned = new ProtoMessage(fields.value());
            locations.put(interned.number(1), interned.text(2));
          }
          case 7 -> root(new ProtoMessage(fields.value()));
          case 9 -> type(new ProtoMessage(fields.value()));
          // Names of the first version, which had no other description of types.
          case 3 -> {
            ProtoMessage interned = new ProtoMessage(fields.value());
            typeOf(interned.number(1)).name = interned.text(2);
          }
          default -> {}
        }
      }
    }

    /** The text is a field's type and its name, the type is missing in some versions. */
    private static String fieldName(String text) {
      return text.substring(text.indexOf(' ') + 1);
    }

    private Type typeOf(long id) {
      return types.computeIfAbsent(id, _ -> new Type(types.size()));
    }

    private void type(ProtoMessage message) {
      Type type = typeOf(message.number(1));
      type.location = message.number(2);
      type.name = message.text(3);
      type.size = size(message.number(4));
      type.superId = message.number(5);
      type.kind = message.number(7);
      ProtoNumbers ofFields = message.numbers(6);
      type.fieldIds = new long[ofFields.size()];
      for (int i = 0; i < type.fieldIds.length; i++) {
        type.fieldIds[i] = ofFields.get(i);
      }
    }

    private static int size(long bytes) {
      return Math.clamp(bytes, 0, Integer.MAX_VALUE);
    }

    private void root(ProtoMessage root) {
      RootKind kind = RootKind.ofHeapGraph(root.number(2));
      ProtoNumbers all = root.numbers(1);
      for (int i = 0; i < all.size(); i++) {
        rootIds.add(all.get(i));
        kinds.add(kind);
      }
    }

    private void object(ByteView object) {
      long typeId = 0;
      long size = 0;
      long width = 0;
      long height = 0;
      var fields = new ProtoReader(object);
      while (fields.next()) {
        if (fields.wireType() != ProtoReader.VARINT) {
          continue;
        }
        switch (fields.number()) {
          case 2 -> typeId = ProtoReader.varint(fields.value());
          case 3 -> size = ProtoReader.varint(fields.value());
          case 9 -> {
            heapStarts.add(ids.size());
            heaps.add(Math.clamp(ProtoReader.varint(fields.value()), 0, IMAGE));
          }
          case 13 -> width = ProtoReader.varint(fields.value());
          case 14 -> height = ProtoReader.varint(fields.value());
          default -> {}
        }
      }
      long id = lastId.of(object);
      if (width > 0 && height > 0) {
        pictures.put(id, new Picture(size(width), size(height), 4L * size(width) * size(height)));
      }
      ids.add(id);
      typeOf.add(typeOf(typeId).number);
      sizes.add(size(size));
    }

    Map<Integer, Picture> pictures(IdIndex index) {
      Map<Integer, Picture> found = new HashMap<>();
      pictures.forEach((id, picture) -> found.put(index.find(id), picture));
      return found;
    }

    /** Returns the roots; for objects with several reasons, the first one in the graph. */
    Map<Integer, RootKind> roots(IdIndex index) {
      Map<Integer, RootKind> found = new LinkedHashMap<>();
      for (int i = 0; i < rootIds.size(); i++) {
        int object = index.find(rootIds.get(i));
        if (object >= 0) {
          found.putIfAbsent(object, kinds.get(i));
        }
      }
      return found;
    }
  }

  /** The ids of objects, which may be differences to those before. */
  private static final class LastId {
    private long last;

    long of(ByteView object) {
      ProtoMessage message = new ProtoMessage(object);
      long difference = message.number(7);
      last = difference != 0 ? last + difference : message.number(1);
      return last;
    }
  }

  /** The references of all objects, for which the graph is read again. */
  private final class References {
    private final HeapGraphFile file;
    private final int[] starts = new int[sizes.length + 1];
    private final IntList targets = new IntList();
    private final IntList links = new IntList();
    private final Map<Long, Integer> linkOf = new HashMap<>();
    private int object;

    References(HeapGraphFile file) {
      this.file = file;
    }

    void packet(ByteView packet) {
      var fields = new ProtoReader(packet);
      while (fields.next()) {
        if (fields.number() == 2 && fields.wireType() == ProtoReader.LENGTH) {
          starts[object] = targets.size();
          add(fields.value(), types.get(typeOf[object]));
          object++;
        }
      }
    }

    private void add(ByteView bytes, Type type) {
      var ownFields = new ProtoNumbers();
      var referred = new ProtoNumbers();
      var byRuntime = new ProtoNumbers();
      long base = 0;
      var fields = new ProtoReader(bytes);
      while (fields.next()) {
        switch (fields.number()) {
          case 4 -> ownFields.add(fields);
          case 5 -> referred.add(fields);
          case 6 ->
              base =
                  fields.wireType() == ProtoReader.VARINT ? ProtoReader.varint(fields.value()) : 0;
          case 10 -> byRuntime.add(fields);
          default -> {}
        }
      }
      if (ownFields.size() > 0 && ownFields.size() != referred.size()) {
        throw file.fault(bytes, ownFields.size() + " fields of " + referred.size() + " references");
      }
      int[] ofType = ownFields.size() > 0 || type.isArray() ? new int[0] : fieldsOf(type);
      for (int i = 0; i < referred.size(); i++) {
        int link = ELEMENT - i;
        if (ownFields.size() > 0) {
          link = link(ownFields.get(i));
        } else if (!type.isArray()) {
          link = i < ofType.length ? ofType[i] : RUNTIME;
        }
        boolean isWeak = link >= 0 && linkNames.get(link).equals(REFERENT) && type.isWeak();
        if (referred.get(i) != 0 && !isWeak) {
          add(referred.get(i) + base, link);
        }
      }
      for (int i = 0; i < byRuntime.size(); i++) {
        add(byRuntime.get(i), RUNTIME);
      }
    }

    private void add(long id, int link) {
      int target = index.find(id);
      if (target >= 0) {
        targets.add(target);
        links.add(link);
      }
    }

    private int[] fieldsOf(Type type) {
      int[] known = type.fields;
      if (known != null) {
        return known;
      }
      IntList all = new IntList();
      for (Type each = type; each != null; each = each.superclass) {
        for (long field : each.fieldIds) {
          all.add(link(field));
        }
      }
      type.fields = all.take();
      return type.fields;
    }

    private int link(long field) {
      return linkOf.computeIfAbsent(
          field,
          _ -> {
            linkNames.add(fieldNames.getOrDefault(field, "?"));
            return linkNames.size() - 1;
          });
    }

    ReferenceGraph graph() {
      starts[sizes.length] = targets.size();
      return new ReferenceGraph(starts, targets.take());
    }
  }

  @Override
  public IdIndex index() {
    return index;
  }

  @Override
  public int[] sizes() {
    return sizes;
  }

  @Override
  public int[] typeOf() {
    return typeOf;
  }

  @Override
  public int types() {
    return types.size();
  }

  @Override
  public String typeName(int type) {
    Type of = types.get(type);
    return of.name.startsWith(OF_CLASS) ? CLASS : of.source.type(of.name);
  }

  @Override
  public boolean isA(int type, String className) {
    return types.get(type).isA(className);
  }

  @Override
  public int[] roots() {
    return roots;
  }

  @Override
  public RootKind[] rootKinds() {
    return rootKinds;
  }

  @Override
  public ReferenceGraph references() {
    return graph;
  }

  @Override
  public HeapParts parts() {
    HeapParts parts = new HeapParts();
    for (int i = 0; i < heapStarts.length; i++) {
      int end = i + 1 < heapStarts.length ? heapStarts[i + 1] : sizes.length;
      if (heaps[i] > 0) {
        parts.add(HEAPS.get(heaps[i]), sizes, heapStarts[i], end);
      }
    }
    return parts;
  }

  @Override
  public long id(int object) {
    return ids[object];
  }

  @Override
  public String className(int object) {
    Type of = types.get(typeOf[object]);
    String name = of.name;
    return name.startsWith(OF_CLASS) && name.endsWith(">")
        ? "class " + of.source.type(name.substring(OF_CLASS.length(), name.length() - 1))
        : of.source.type(name);
  }

  /** Of a class that refers to an object several times, a static field says the most. */
  @Override
  public String link(int from, int to) {
    String found = "?";
    for (int edge = graph.start(from); edge < graph.end(from); edge++) {
      if (graph.target(edge) == to) {
        String name = linkName(typeOf[from], links[edge]);
        if (found.equals("?") || (name.startsWith(STATIC) && !found.startsWith(STATIC))) {
          found = name;
        }
      }
    }
    return found;
  }

  private String linkName(int type, int link) {
    if (link >= 0) {
      return field(type, linkNames.get(link));
    }
    return link == RUNTIME ? "runtime" : "[" + (ELEMENT - link) + "]";
  }

  /** Names a field as in hprof's form: without its class, and static ones as such. */
  private String field(int type, String name) {
    int dot = name.lastIndexOf('.');
    String simple = name.substring(dot + 1);
    if (dot > 0) {
      simple = types.get(type).source.field(name.substring(0, dot), simple);
    }
    if (!types.get(type).name.startsWith(OF_CLASS)) {
      return simple;
    }
    return switch (name) {
      case CLASS + ".superClass" -> "superclass";
      case CLASS + ".classLoader" -> "class loader";
      default -> name.startsWith(CLASS + ".") ? simple : STATIC + simple;
    };
  }

  @Override
  public Ended ended(int activity) {
    Set<Integer> all = managed;
    if (all == null) {
      all = managed();
      managed = all;
    }
    return all.isEmpty() ? Ended.UNKNOWN : all.contains(activity) ? Ended.NO : Ended.YES;
  }

  /**
   * Returns what the app's thread for activities has records of: the activities from their start to
   * their end, and the array of these records; nothing if there is no such array.
   */
  private Set<Integer> managed() {
    Set<Integer> all = new HashSet<>();
    for (int object = 0; object < sizes.length; object++) {
      if (isA(typeOf[object], "android.app.ActivityThread")) {
        for (int map : targets(object, ACTIVITIES)) {
          for (int elements : targets(map, ELEMENTS)) {
            all.add(elements);
            for (int edge = graph.start(elements); edge < graph.end(elements); edge++) {
              all.addAll(targets(graph.target(edge), ACTIVITY));
            }
          }
        }
      }
    }
    return all;
  }

  private List<Integer> targets(int object, String field) {
    List<Integer> found = new ArrayList<>();
    for (int edge = graph.start(object); edge < graph.end(object); edge++) {
      if (links[edge] >= 0 && linkNames.get(links[edge]).equals(field)) {
        found.add(graph.target(edge));
      }
    }
    return found;
  }

  @Override
  public @Nullable Picture picture(int bitmap) {
    return pictures.get(bitmap);
  }

  @Override
  public boolean hasTexts() {
    return false;
  }

  @Override
  public List<HeapDump.DuplicateString> duplicateStrings(int most) {
    return List.of();
  }

  @Override
  public boolean isWhole() {
    return isWhole;
  }

  @Override
  public void close() {}
}
