package dev.dexscope.vm.inspect.hprof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of a dump: what is needed to read objects, and to tell whose they are. */
final class Classes {
  private static final String APPLICATION_LOADER =
      "jdk.internal.loader.ClassLoaders$AppClassLoader";
  private static final String PLATFORM_LOADER =
      "jdk.internal.loader.ClassLoaders$PlatformClassLoader";

  /** Android's classes are the VM's, but no part of it to the program. */
  private static final List<String> ANDROID =
      List.of("android.", "dalvik.", "libcore.", "org.json.", "org.apache.harmony.");

  /**
   * How to read an object of a class.
   *
   * @param types of its fields, in the order in which a dump has their values
   * @param references how many of them are
   * @param otherBytes the bytes of the others
   */
  record Layout(Origin origin, int[] types, int references, int otherBytes) {
    int bytes(int idSize) {
      return references * idSize + otherBytes;
    }
  }

  private final HprofFile file;
  private final Map<Long, ClassDump> dumps = new HashMap<>();
  private final Map<Long, Long> nameIds = new HashMap<>();
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Layout> layouts = new HashMap<>();
  private final Map<Long, Long> loaderClasses = new HashMap<>();

  // Objects of one class often stand together.
  private long lastClass;
  private @Nullable Layout lastLayout;

  Classes(HprofFile file) {
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
    Set<Long> loaders = new HashSet<>();
    dumps.values().forEach(dump -> loaders.add(dump.loader()));
    file.heap(
        new HeapVisitor() {
          @Override
          public void instance(long id, int trace, long classId, long offset, long length) {
            if (loaders.contains(id)) {
              loaderClasses.put(id, classId);
            }
          }
        });
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
  private Origin origin(long classId) {
    ClassDump dump = dumps.get(classId);
    if (dump == null || dump.loader() == 0) {
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
    String name = name(classId);
    return ANDROID.stream().anyMatch(name::startsWith) ? Origin.PLATFORM : Origin.VM;
  }

  Layout layout(long classId) {
    Layout last = lastLayout;
    if (last == null || lastClass != classId) {
      last = layouts.computeIfAbsent(classId, this::newLayout);
      lastLayout = last;
      lastClass = classId;
    }
    return last;
  }

  private Layout newLayout(long classId) {
    List<Integer> types = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    int references = 0;
    int otherBytes = 0;
    for (ClassDump each = dumps.get(classId);
        each != null && seen.add(each.id());
        each = dumps.get(each.superclass())) {
      for (ClassDump.Field field : each.fields()) {
        types.add(field.type());
        if (field.type() == Tag.OBJECT) {
          references++;
        } else {
          otherBytes += Tag.size(field.type(), 0);
        }
      }
    }
    int[] all = types.stream().mapToInt(Integer::intValue).toArray();
    return new Layout(origin(classId), all, references, otherBytes);
  }

  HprofFile file() {
    return file;
  }
}
