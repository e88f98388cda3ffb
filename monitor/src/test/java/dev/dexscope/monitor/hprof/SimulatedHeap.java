package dev.dexscope.monitor.hprof;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.wire.WireWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

/**
 * A heap of random classes and objects, which writes itself in hprof's form and as a heap graph.
 */
final class SimulatedHeap {
  private static final int ID = 4;

  /** The kinds of {@code HeapGraphType}. */
  private static final int NORMAL = 1;

  private static final int SOFT = 8;
  private static final int WEAK = 9;

  /** A class; {@code parent} is the number of its superclass, or -1. */
  private record Type(String name, int parent, List<String> fields, int kind, long id) {}

  /**
   * An object.
   *
   * @param type its class, or that of its elements; -1 of bytes
   * @param references of an instance those of its own class first
   */
  private record Thing(long id, int type, boolean isArray, long[] references) {}

  private final Random random;
  private final List<Type> types = new ArrayList<>();
  private final List<Thing> things = new ArrayList<>();
  private final Map<Long, Integer> roots = new LinkedHashMap<>();
  private final Map<Integer, Map<String, Long>> statics = new LinkedHashMap<>();
  private long nextId = 100;

  SimulatedHeap(long seed, int count) {
    random = new Random(seed);
    type("java.lang.Object", -1, List.of(), NORMAL);
    type("java.lang.ref.Reference", 0, List.of("queue", "referent"), NORMAL);
    type("java.lang.ref.WeakReference", 1, List.of(), WEAK);
    type("java.lang.ref.SoftReference", 1, List.of("clock"), SOFT);
    for (int i = 0; i < 6; i++) {
      int parent = concrete();
      List<String> fields = new ArrayList<>();
      for (int j = random.nextInt(3); j >= 0; j--) {
        fields.add("field" + i + j);
      }
      type("app.Type" + i, parent, fields, types.get(parent).kind);
    }
    List<Long> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(id());
    }
    for (long each : ids) {
      things.add(thing(each, ids));
    }
    for (int i = 0; i < 4; i++) {
      roots.put(ids.get(random.nextInt(count)), 1 + random.nextInt(3));
      statics
          .computeIfAbsent(random.nextInt(types.size()), _ -> new LinkedHashMap<>())
          .put("shared" + i, ids.get(random.nextInt(count)));
    }
    roots.put(types.get(4).id, 5);
  }

  private long id() {
    nextId += 1 + random.nextInt(100);
    return nextId;
  }

  private void type(String name, int parent, List<String> fields, int kind) {
    types.add(new Type(name, parent, fields, kind, id()));
  }

  /** Of {@code Reference} there are no instances, and no classes of programs below it. */
  private int concrete() {
    int type = random.nextInt(types.size());
    return type == 1 ? 0 : type;
  }

  private Thing thing(long id, List<Long> ids) {
    int type = random.nextInt(5) == 0 ? -1 : concrete();
    boolean isArray = type < 0 || random.nextInt(4) == 0;
    int count = type < 0 ? 0 : isArray ? random.nextInt(5) : fields(type).size();
    long[] references = new long[count];
    for (int i = 0; i < count; i++) {
      references[i] = random.nextInt(3) == 0 ? 0 : ids.get(random.nextInt(ids.size()));
    }
    return new Thing(id, type, isArray, references);
  }

  /** The fields of an instance with their classes, its own first. */
  private List<String> fields(int type) {
    List<String> all = new ArrayList<>();
    for (int at = type; at >= 0; at = types.get(at).parent) {
      for (String each : types.get(at).fields) {
        all.add(types.get(at).name + "." + each);
      }
    }
    return all;
  }

  private int size(Thing of) {
    int bytes =
        of.isArray
            ? 16 + (of.type < 0 ? 7 : ID * of.references.length)
            : 8 + ID * of.references.length;
    return bytes + 7 & -8;
  }

  /** The loader of all classes, so that none is a root by itself. */
  private long loader() {
    return things.getFirst().id;
  }

  /** Returns the ids of all objects, those of classes too. */
  List<Long> ids() {
    List<Long> all = new ArrayList<>();
    things.forEach(each -> all.add(each.id));
    types.forEach(each -> all.add(each.id));
    return all;
  }

  byte[] hprof() {
    WireWriter out = WireWriter.bigEndian().utf8("JAVA PROFILE 1.0.3").u1(0).i4(ID).i8(0);
    Map<String, Integer> names = new LinkedHashMap<>();
    WireWriter heap = WireWriter.bigEndian();
    for (int i = 0; i < types.size(); i++) {
      Type type = types.get(i);
      Map<String, Long> own = statics.getOrDefault(i, Map.of());
      heap.u1(0x20)
          .i4((int) type.id)
          .i4(0)
          .i4(type.parent < 0 ? 0 : (int) types.get(type.parent).id)
          .i4((int) loader())
          .i4(0)
          .i4(0)
          .i4(0)
          .i4(0)
          .i4(8 + ID * fields(i).size())
          .u2(0)
          .u2(own.size());
      own.forEach((name, to) -> heap.i4(name(name, names)).u1(2).i4(to.intValue()));
      heap.u2(type.fields.size());
      type.fields.forEach(field -> heap.i4(name(field, names)).u1(2));
    }
    for (Thing each : things) {
      if (each.type < 0) {
        heap.u1(0x23).i4((int) each.id).i4(0).i4(7).u1(8).bytes(new byte[7]);
      } else if (each.isArray) {
        heap.u1(0x22).i4((int) each.id).i4(0).i4(each.references.length);
        heap.i4((int) types.get(each.type).id + 1_000_000);
      } else {
        heap.u1(0x21).i4((int) each.id).i4(0).i4((int) types.get(each.type).id);
        heap.i4(ID * each.references.length);
      }
      for (long to : each.references) {
        heap.i4((int) to);
      }
    }
    roots.forEach((id, kind) -> {
      heap.u1(kind).i4(id.intValue());
      heap.bytes(new byte[Objects.requireNonNull(RootKind.of(kind)).more(ID)]);
    });
    List<int[]> classes = new ArrayList<>();
    for (Type type : types) {
      classes.add(new int[] {(int) type.id, name(type.name.replace('.', '/'), names)});
      String array = "[L" + type.name.replace('.', '/') + ";";
      classes.add(new int[] {(int) type.id + 1_000_000, name(array, names)});
    }
    names.forEach((text, id) -> out.u1(1).i4(0).i4(ID + text.length()).i4(id).utf8(text));
    for (int[] each : classes) {
      out.u1(2).i4(0).i4(16).i4(1).i4(each[0]).i4(0).i4(each[1]);
    }
    byte[] data = heap.toBytes();
    return out.u1(0x1c).i4(0).i4(data.length).bytes(data).toBytes();
  }

  private static int name(String text, Map<String, Integer> names) {
    return names.computeIfAbsent(text, _ -> names.size() + 1);
  }

  /** The graph in packets of a few objects, with the types in the last, as ART writes it. */
  byte[] heapGraph(long pid, int sequence) {
    List<ProtoWriter> packets = new ArrayList<>();
    Map<String, Integer> fieldIds = new LinkedHashMap<>();
    ProtoWriter graph = new ProtoWriter();
    roots.forEach((id, kind) -> graph.message(7, new ProtoWriter().number(1, id).number(2, kind)));
    packets.add(graph);
    long[] last = new long[1];
    for (int i = 0; i < types.size(); i++) {
      packets.getLast().message(2, classObject(i, last, fieldIds));
    }
    for (Thing each : things) {
      if (random.nextInt(4) == 0) {
        packets.add(new ProtoWriter());
      }
      packets.getLast().message(2, object(each, last));
    }
    ProtoWriter end = new ProtoWriter();
    for (int i = 0; i < types.size(); i++) {
      end.message(9, description(i, fieldIds));
      end.message(
          9, new ProtoWriter().number(1, 200 + i).text(3, types.get(i).name + "[]").number(7, 4));
      end.message(
          9,
          new ProtoWriter()
              .number(1, 300 + i)
              .text(3, "java.lang.Class<" + types.get(i).name + ">"));
    }
    end.message(9, new ProtoWriter().number(1, 99).text(3, "byte[]").number(7, 2));
    fieldIds.forEach((name, id) ->
        end.message(4, new ProtoWriter().number(1, id).text(2, "java.lang.Object " + name)));
    packets.add(end);
    ProtoWriter all = new ProtoWriter();
    for (int i = 0; i < packets.size(); i++) {
      packets.get(i).number(1, pid).number(5, i < packets.size() - 1 ? 1 : 0).number(6, i);
      all.message(1, new ProtoWriter().number(10, sequence).message(56, packets.get(i)));
    }
    return all.toBytes();
  }

  private ProtoWriter description(int number, Map<String, Integer> fieldIds) {
    Type type = types.get(number);
    ProtoWriter written =
        new ProtoWriter()
            .number(1, 100 + number)
            .text(3, type.name)
            .number(4, 8 + ID * fields(number).size() + 7 & -8);
    if (type.parent >= 0) {
      written.number(5, 100 + type.parent);
    }
    for (String each : type.fields) {
      written.number(6, fieldId(type.name + "." + each, fieldIds));
    }
    return written.number(7, type.kind);
  }

  private static int fieldId(String name, Map<String, Integer> fieldIds) {
    return fieldIds.computeIfAbsent(name, _ -> fieldIds.size() + 1);
  }

  private static void id(long id, long[] last, ProtoWriter of) {
    if (last[0] != 0 && id > last[0]) {
      of.number(7, id - last[0]);
    } else {
      of.number(1, id);
    }
    last[0] = id;
  }

  private ProtoWriter classObject(int number, long[] last, Map<String, Integer> fieldIds) {
    Type type = types.get(number);
    Map<String, Long> own = statics.getOrDefault(number, Map.of());
    ProtoWriter written = new ProtoWriter();
    id(type.id, last, written);
    written.number(2, 300 + number).number(3, 16 + ID * own.size() + 7 & -8);
    Map<String, Long> references = new LinkedHashMap<>();
    references.put("java.lang.Class.superClass", type.parent < 0 ? 0 : types.get(type.parent).id);
    references.put("java.lang.Class.classLoader", loader());
    own.forEach((name, to) -> references.put(type.name + "." + name, to));
    ProtoWriter fields = new ProtoWriter();
    ProtoWriter targets = new ProtoWriter();
    references.forEach((name, to) -> {
      fields.varint(fieldId(name, fieldIds));
      targets.varint(to);
    });
    return written.message(4, fields).message(5, targets);
  }

  private ProtoWriter object(Thing of, long[] last) {
    ProtoWriter written = new ProtoWriter();
    id(of.id, last, written);
    written.number(2, of.type < 0 ? 99 : of.isArray ? 200 + of.type : 100 + of.type);
    if (of.isArray) {
      written.number(3, size(of));
    }
    long base = random.nextBoolean() ? 50 : 0;
    if (base > 0) {
      written.number(6, base);
    }
    ProtoWriter targets = new ProtoWriter();
    for (long each : of.references) {
      targets.varint(each == 0 ? 0 : each - base);
    }
    return of.references.length == 0 ? written : written.message(5, targets);
  }
}
