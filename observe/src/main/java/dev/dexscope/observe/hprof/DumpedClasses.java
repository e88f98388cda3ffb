package dev.dexscope.observe.hprof;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The classes of a dump: the data for reading objects, and for their origin. */
final class DumpedClasses {
  private static final String APPLICATION_LOADER =
      "jdk.internal.loader.ClassLoaders$AppClassLoader";
  private static final String PLATFORM_LOADER =
      "jdk.internal.loader.ClassLoaders$PlatformClassLoader";

  /** Android's classes are the VM's, but no part of it to the program. */
  private static final List<String> ANDROID =
      List.of("android.", "dalvik.", "libcore.", "org.json.", "org.apache.harmony.");

  /** The layout of a class's objects. */
  static final class Layout {
    private final ClassDump dump;
    private final @Nullable Layout superclass;
    private final Origin origin;

    /** The number of its reference fields, and the bytes of the others. */
    private final int references;

    private final int otherBytes;

    private int @Nullable [] types;

    private Layout(ClassDump dump, @Nullable Layout superclass, Origin origin) {
      this.dump = dump;
      this.superclass = superclass;
      this.origin = origin;
      int ownReferences = 0;
      int ownBytes = 0;
      for (ClassDump.Field field : dump.fields()) {
        if (field.type() == Tag.OBJECT) {
          ownReferences++;
        } else {
          ownBytes += Tag.size(field.type(), 0);
        }
      }
      references = ownReferences + (superclass == null ? 0 : superclass.references);
      otherBytes = ownBytes + (superclass == null ? 0 : superclass.otherBytes);
    }

    Origin origin() {
      return origin;
    }

    int references() {
      return references;
    }

    int otherBytes() {
      return otherBytes;
    }

    int bytes(int idSize) {
      return references * idSize + otherBytes;
    }

    /**
     * The types of the fields, in the order in which a dump has their values. Only for a class that
     * has objects: their values are as many.
     */
    int[] types() {
      int[] known = types;
      if (known == null) {
        var all = IntStream.builder();
        for (Layout each = this; each != null; each = each.superclass) {
          each.dump.fields().forEach(field -> all.add(field.type()));
        }
        known = all.build().toArray();
        types = known;
      }
      return known;
    }
  }

  private final HprofFile file;
  private final Map<Long, ClassDump> dumps = new HashMap<>();
  private final Map<Long, Long> nameIds = new HashMap<>();
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Layout> layouts = new HashMap<>();
  private final Set<Long> loaders = new HashSet<>();
  private final Map<Long, Long> loaderClasses = new HashMap<>();

  // Objects of one class often stand together.
  private long lastClass;
  private @Nullable Layout lastLayout;

  DumpedClasses(HprofFile file) {
    this.file = file;
    file.records((tag, offset, length) -> {
      if (tag == Tag.LOAD_CLASS) {
        nameIds.put(file.id(offset + 4), file.id(offset + 8 + file.idSize()));
      }
    });
    file.heap(
        new HeapVisitor() {
          @Override
          public void classDump(ClassDump dump) {
            dumps.put(dump.id(), dump);
          }
        });
    Set<Long> wanted = new HashSet<>(nameIds.values());
    Map<Long, String> texts = new HashMap<>();
    file.records((tag, offset, length) -> {
      if (tag == Tag.STRING && wanted.contains(file.id(offset))) {
        texts.put(file.id(offset), file.text(offset + file.idSize(), length - file.idSize()));
      }
    });
    nameIds.forEach((id, nameId) -> names.put(id, readable(texts.getOrDefault(nameId, "?"))));
    dumps.values().forEach(dump -> loaders.add(dump.loader()));
  }

  /** Processes each object before the origin of classes is queried: it may be a class loader. */
  void object(long id, long classId) {
    if (loaders.contains(id)) {
      loaderClasses.put(id, classId);
    }
  }

  /** As ART writes names: {@code java.lang.String[]}. */
  private static String readable(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    if (dimensions == 0 || dimensions == name.length()) {
      return name.replace('/', '.');
    }
    String element =
        switch (name.charAt(dimensions)) {
          case 'Z' -> "boolean";
          case 'B' -> "byte";
          case 'C' -> "char";
          case 'S' -> "short";
          case 'I' -> "int";
          case 'J' -> "long";
          case 'F' -> "float";
          case 'D' -> "double";
          default -> name.substring(dimensions + 1, name.length() - 1).replace('/', '.');
        };
    return element + "[]".repeat(dimensions);
  }

  Iterable<ClassDump> all() {
    return dumps.values();
  }

  /** The class's name as Java has it, arrays with their brackets. */
  String name(long classId) {
    return names.getOrDefault(classId, "?");
  }

  /** The class of that name whose loader is the JVM's own. */
  @Nullable ClassDump platformClass(String name) {
    for (ClassDump each : dumps.values()) {
      if (each.loader() == 0 && name(each.id()).equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** Whose objects of the class are. */
  private Origin origin(ClassDump dump) {
    if (dump.loader() == 0) {
      return Origin.PLATFORM;
    }
    Long loaderClass = loaderClasses.get(dump.loader());
    String loader = loaderClass == null ? "" : name(loaderClass);
    if (loader.equals(PLATFORM_LOADER)) {
      return Origin.PLATFORM;
    }
    if (!loader.equals(APPLICATION_LOADER)) {
      return Origin.GUEST;
    }
    String name = name(dump.id());
    return ANDROID.stream().anyMatch(name::startsWith) ? Origin.PLATFORM : Origin.VM;
  }

  /** Null for what the dump does not call a class. */
  @Nullable Layout layout(long classId) {
    Layout last = lastLayout;
    if (last == null || lastClass != classId) {
      last = layouts.containsKey(classId) ? layouts.get(classId) : newLayout(classId);
      lastLayout = last;
      lastClass = classId;
    }
    return last;
  }

  /** Creates the missing layouts of superclasses, the topmost first. */
  private @Nullable Layout newLayout(long classId) {
    Deque<ClassDump> line = new ArrayDeque<>();
    Set<Long> seen = new HashSet<>();
    for (ClassDump each = dumps.get(classId);
        each != null && !layouts.containsKey(each.id()) && seen.add(each.id());
        each = dumps.get(each.superclass())) {
      line.push(each);
    }
    for (ClassDump each : line) {
      Layout above = layouts.get(each.superclass());
      layouts.put(each.id(), new Layout(each, above, origin(each)));
    }
    return layouts.get(classId);
  }

  HprofFile file() {
    return file;
  }
}
