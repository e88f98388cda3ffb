package dev.dexscope.wire.jdwp;

import dev.dexscope.wire.WireReader;
import dev.dexscope.wire.WireWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The form of a command's or a reply's data: reads it, writes it, renumbers its ids.
 *
 * <p>Values without tags ({@code SetValues} of objects, classes, arrays) have the form of the
 * fields' types, which JDWP does not send: they remain bytes.
 */
public final class Layout {
  /** An entry of a few bytes takes some hundred in memory. */
  private static final int MOST_ENTRIES = 1 << 20;

  private final List<Part> parts;

  Layout(List<Part> parts) {
    this.parts = List.copyOf(parts);
  }

  /** An element of a layout. */
  sealed interface Part {
    String name();
  }

  record Single(String name, Kind kind) implements Part {}

  /** Four bytes contain the number of repetitions. */
  record Repetition(String name, Layout element) implements Part {}

  /** A byte selects the fields that follow. */
  record Choice(String name, Map<Integer, Layout> cases) implements Part {}

  /**
   * Returns the fields of a packet; those that a newer VM adds after the known ones are ignored.
   *
   * @param packet its name, for errors
   */
  public Fields read(String packet, byte[] data, IdSizes ids) {
    return read(WireReader.bigEndian(packet, data), ids);
  }

  /** The data of a packet. */
  public byte[] write(Fields fields, IdSizes ids) {
    WireWriter out = WireWriter.bigEndian();
    write(out, fields, ids);
    return out.toBytes();
  }

  /** Returns the same fields, with their ids mapped. */
  public Fields rewrite(Fields fields, IdMap map) {
    Map<String, Datum> copy = new LinkedHashMap<>();
    rewrite(fields, map, copy);
    return new Fields(copy);
  }

  List<Part> parts() {
    return parts;
  }

  private Fields read(WireReader in, IdSizes ids) {
    Map<String, Datum> fields = new LinkedHashMap<>();
    read(in, ids, fields);
    return new Fields(fields);
  }

  private void read(WireReader in, IdSizes ids, Map<String, Datum> into) {
    for (Part part : parts) {
      switch (part) {
        case Single single -> into.put(single.name, read(in, single.kind, ids));
        case Repetition repetition -> {
          Layout element = repetition.element;
          int count = in.count(in.u4(), element.leastSize(ids));
          if (count > MOST_ENTRIES) {
            throw in.fault(count + " entries, not up to " + MOST_ENTRIES);
          }
          List<Fields> all = new ArrayList<>(count);
          for (int i = 0; i < count; i++) {
            all.add(element.read(in, ids));
          }
          into.put(repetition.name, new Datum.Repeated(all));
        }
        case Choice choice -> {
          int which = in.u1();
          Layout chosen = choice.cases.get(which);
          if (chosen == null) {
            throw in.fault("unknown " + choice.name + " " + which);
          }
          into.put(choice.name, new Datum.Num(which));
          chosen.read(in, ids, into);
        }
      }
    }
  }

  private static Datum read(WireReader in, Kind kind, IdSizes ids) {
    return switch (kind) {
      case TEXT -> new Datum.Text(in.utf8(in.u4()));
      case BYTES -> new Datum.Raw(in.bytes(in.u4()));
      case REST -> new Datum.Raw(in.rest());
      case VALUE -> tagged(in, in.u1(), ids);
      case LOCATION ->
          new Datum.Location(
              in.u1(), in.number(ids.referenceType()), in.number(ids.method()), in.i8());
      case REGION -> region(in, ids);
      default -> new Datum.Num(signed(kind, in.number(kind.size(ids))));
    };
  }

  private static long signed(Kind kind, long unsigned) {
    return kind == Kind.INT ? (int) unsigned : unsigned;
  }

  private static Datum.Tagged tagged(WireReader in, int tag, IdSizes ids) {
    return new Datum.Tagged(tag, in.number(Tags.size(in, tag, ids)));
  }

  /** Objects have a tag each, others share that of the region. */
  private static Datum.Region region(WireReader in, IdSizes ids) {
    int tag = in.u1();
    int size = Tags.size(in, tag, ids);
    if (size == 0) {
      throw in.fault("a part of an array without values");
    }
    int count = in.count(in.u4(), Tags.isObject(tag) ? 1 + size : size);
    List<Datum.Tagged> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(tagged(in, Tags.isObject(tag) ? in.u1() : tag, ids));
    }
    return new Datum.Region(tag, values);
  }

  private void write(WireWriter out, Fields fields, IdSizes ids) {
    for (Part part : parts) {
      switch (part) {
        case Single single -> write(out, single, fields, ids);
        case Repetition repetition -> {
          List<Fields> all = fields.list(repetition.name);
          out.i4(all.size());
          for (Fields each : all) {
            repetition.element.write(out, each, ids);
          }
        }
        case Choice choice -> {
          int which = (int) fields.number(choice.name);
          Layout chosen = choice.cases.get(which);
          if (chosen == null) {
            throw new IllegalArgumentException("unknown " + choice.name + " " + which);
          }
          out.u1(which);
          chosen.write(out, fields, ids);
        }
      }
    }
  }

  private static void write(WireWriter out, Single part, Fields fields, IdSizes ids) {
    String name = part.name;
    switch (part.kind) {
      case TEXT -> {
        byte[] text = WireWriter.bigEndian().utf8(fields.text(name)).toBytes();
        out.i4(text.length).bytes(text);
      }
      case BYTES -> out.i4(fields.bytes(name).length).bytes(fields.bytes(name));
      case REST -> out.bytes(fields.bytes(name));
      case VALUE -> write(out, fields.tagged(name), ids);
      case LOCATION -> {
        Datum.Location at = fields.location(name);
        out.u1(at.typeTag())
            .number(ids.referenceType(), at.referenceType())
            .number(ids.method(), at.method())
            .i8(at.index());
      }
      case REGION -> {
        Datum.Region region = fields.region(name);
        out.u1(region.tag()).i4(region.values().size());
        for (Datum.Tagged each : region.values()) {
          if (Tags.isObject(region.tag())) {
            write(out, each, ids);
          } else {
            out.number(Tags.size(region.tag(), ids), each.value());
          }
        }
      }
      default -> out.number(part.kind.size(ids), fields.number(name));
    }
  }

  private static void write(WireWriter out, Datum.Tagged value, IdSizes ids) {
    int size = Tags.size(value.tag(), ids);
    if (size < 0) {
      throw new IllegalArgumentException("unknown tag " + value.tag());
    }
    out.u1(value.tag()).number(size, value.value());
  }

  private void rewrite(Fields fields, IdMap map, Map<String, Datum> into) {
    for (Part part : parts) {
      switch (part) {
        case Single single -> {
          Datum old = fields.get(single.name, Datum.class);
          into.put(single.name, rewrite(single.kind, old, map));
        }
        case Repetition repetition -> {
          List<Fields> all = fields.list(repetition.name);
          into.put(
              repetition.name,
              new Datum.Repeated(
                  all.stream().map(each -> repetition.element.rewrite(each, map)).toList()));
        }
        case Choice choice -> {
          long which = fields.number(choice.name);
          into.put(choice.name, new Datum.Num(which));
          Layout chosen = choice.cases.get((int) which);
          if (chosen != null) {
            chosen.rewrite(fields, map, into);
          }
        }
      }
    }
  }

  private static Datum rewrite(Kind kind, Datum old, IdMap map) {
    return switch (old) {
      case Datum.Num number when kind.isId() -> new Datum.Num(map.map(kind, number.value()));
      case Datum.Tagged value -> rewrite(value, map);
      case Datum.Location at ->
          new Datum.Location(
              at.typeTag(),
              map.map(Kind.REFERENCE_TYPE, at.referenceType()),
              map.map(Kind.METHOD, at.method()),
              at.index());
      case Datum.Region region ->
          new Datum.Region(
              region.tag(), region.values().stream().map(each -> rewrite(each, map)).toList());
      default -> old;
    };
  }

  private static Datum.Tagged rewrite(Datum.Tagged value, IdMap map) {
    return Tags.isObject(value.tag())
        ? new Datum.Tagged(value.tag(), map.map(Tags.kind(value.tag()), value.value()))
        : value;
  }

  /**
   * Returns how many bytes it has at least, so that no count makes more room than bytes are there.
   */
  private int leastSize(IdSizes ids) {
    int least = 0;
    for (Part part : parts) {
      least +=
          switch (part) {
            case Single single -> leastSize(single.kind, ids);
            case Repetition _ -> 4;
            case Choice _ -> 1;
          };
    }
    return least;
  }

  private static int leastSize(Kind kind, IdSizes ids) {
    return switch (kind) {
      case TEXT, BYTES -> 4;
      case REST -> 0;
      case VALUE -> 1;
      case LOCATION -> 1 + ids.referenceType() + ids.method() + 8;
      case REGION -> 5;
      default -> kind.size(ids);
    };
  }
}
