package dev.dexscope.trace.read.json;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.trace.TraceFormatException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * OpenTelemetry's profiles in JSON, which has the fields of the protobuf form under their names, in
 * either spelling. Whole numbers may be texts. Fields that are not read are skipped.
 */
public final class OtlpJson {
  /** More than an exporter sends: the other form of the file is made in memory. */
  private static final long MOST_BYTES = 256L << 20;

  private sealed interface Type permits Scalar, Message {}

  private enum Scalar implements Type {
    TEXT,
    NUMBER,
    FIXED,
    FLAG
  }

  private record Field(int number, Type type) {}

  private record Message(Map<String, Field> fields) implements Type {
    /** Fields as {@code name=number}, each with its type. */
    static Message of(Object... namesAndTypes) {
      Map<String, Field> fields = new HashMap<>();
      for (int i = 0; i < namesAndTypes.length; i += 2) {
        String[] name = namesAndTypes[i].toString().split("=", 2);
        var field = new Field(Integer.parseInt(name[1]), (Type) namesAndTypes[i + 1]);
        fields.put(name[0], field);
      }
      return new Message(fields);
    }

    @Nullable Field field(String key) {
      return fields.get(key.replace("_", "").toLowerCase(Locale.ROOT));
    }
  }

  private static final Message ANY =
      Message.of(
          "stringvalue=1", Scalar.TEXT,
          "boolvalue=2", Scalar.FLAG,
          "intvalue=3", Scalar.NUMBER,
          "stringvaluestrindex=8", Scalar.NUMBER);
  private static final Message ATTRIBUTE =
      Message.of("key=1", Scalar.TEXT, "value=2", ANY, "keystrindex=3", Scalar.NUMBER);
  private static final Message VALUE_TYPE =
      Message.of("typestrindex=1", Scalar.NUMBER, "unitstrindex=2", Scalar.NUMBER);
  private static final Message SAMPLE =
      Message.of(
          "stackindex=1", Scalar.NUMBER,
          "attributeindices=2", Scalar.NUMBER,
          "values=4", Scalar.NUMBER,
          "timestampsunixnano=5", Scalar.FIXED);
  private static final Message PROFILE =
      Message.of(
          "sampletype=1",
          VALUE_TYPE,
          "samples=2",
          SAMPLE,
          "timeunixnano=3",
          Scalar.FIXED,
          "durationnano=4",
          Scalar.NUMBER,
          "periodtype=5",
          VALUE_TYPE,
          "period=6",
          Scalar.NUMBER);
  private static final Message RESOURCE_PROFILES =
      Message.of(
          "resource=1", Message.of("attributes=1", ATTRIBUTE),
          "scopeprofiles=2", Message.of("profiles=2", PROFILE));
  private static final Message LOCATION =
      Message.of(
          "mappingindex=1", Scalar.NUMBER,
          "address=2", Scalar.NUMBER,
          "lines=3", Message.of("functionindex=1", Scalar.NUMBER, "line=2", Scalar.NUMBER));
  private static final Message FUNCTION =
      Message.of(
          "namestrindex=1", Scalar.NUMBER,
          "filenamestrindex=3", Scalar.NUMBER,
          "startline=4", Scalar.NUMBER);
  private static final Message DICTIONARY =
      Message.of(
          "mappingtable=1",
          Message.of("filenamestrindex=4", Scalar.NUMBER),
          "locationtable=2",
          LOCATION,
          "functiontable=3",
          FUNCTION,
          "stringtable=5",
          Scalar.TEXT,
          "attributetable=6",
          Message.of("keystrindex=1", Scalar.NUMBER, "value=2", ANY),
          "stacktable=7",
          Message.of("locationindices=1", Scalar.NUMBER));
  private static final Message PROFILES_DATA =
      Message.of("resourceprofiles=1", RESOURCE_PROFILES, "dictionary=2", DICTIONARY);

  private OtlpJson() {}

  /** The same profiles in the protobuf form. */
  public static ByteView toProto(ByteView in) {
    if (in.size() > MOST_BYTES) {
      throw in.fault(0, "profiles in JSON of more than " + MOST_BYTES + " bytes: send protobuf");
    }
    var out = new ProtoWriter();
    JsonInput.read(in, json -> message(json, PROFILES_DATA, out));
    return ByteView.of(in.file(), MemorySegment.ofArray(out.toBytes()), TraceFormatException::new);
  }

  private static void message(JsonInput json, Message type, ProtoWriter out) throws IOException {
    json.object(key -> {
      Field field = type.field(key);
      if (field == null) {
        json.skip();
      } else if (json.isArray()) {
        json.array(() -> value(json, field, out));
      } else if (!json.isNull()) {
        value(json, field, out);
      }
    });
  }

  private static void value(JsonInput json, Field field, ProtoWriter out) throws IOException {
    int number = field.number();
    switch (field.type()) {
      case Message type -> {
        var part = new ProtoWriter();
        message(json, type, part);
        out.message(number, part);
      }
      case Scalar.TEXT -> out.text(number, json.text());
      case Scalar.FLAG -> out.number(number, json.flag() ? 1 : 0);
      case Scalar.NUMBER -> out.number(number, number(json));
      case Scalar.FIXED -> out.fixed64(number, number(json));
    }
  }

  private static long number(JsonInput json) throws IOException {
    String text = json.text();
    try {
      // Unsigned ones have the same bits.
      return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw json.fault("expected a whole number");
    }
  }
}
