package dev.dexscope.trace.read.proto;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.bytes.ProtoMessage;
import dev.dexscope.base.bytes.ProtoNumbers;
import dev.dexscope.base.bytes.ProtoReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tables to which all profiles of a message refer by numbers. */
final class OtlpDictionary {
  private static final int NO_LINE = -1;

  private final ByteView in;
  private final List<ByteView> mappings = new ArrayList<>();
  private final List<ByteView> locations = new ArrayList<>();
  private final List<ByteView> functions = new ArrayList<>();
  private final List<String> strings = new ArrayList<>();
  private final List<ByteView> attributes = new ArrayList<>();
  private final List<ByteView> stacks = new ArrayList<>();

  /**
   * A call.
   *
   * @param function its name; empty if only the address is known
   * @param file of the source, or the library
   * @param start the function's first line
   * @param line -1 if it is unknown
   */
  record Frame(String function, String file, int start, int line, long address) {}

  private OtlpDictionary(ByteView in) {
    this.in = in;
  }

  /** Reads the dictionary of a message. */
  static OtlpDictionary of(ByteView message) {
    var dictionary = new OtlpDictionary(message);
    var fields = new ProtoReader(message);
    while (fields.next()) {
      if (fields.number() == 2) {
        dictionary.read(fields.value());
      }
    }
    return dictionary;
  }

  /** Reads a dictionary. */
  static OtlpDictionary ofTables(ByteView tables) {
    var dictionary = new OtlpDictionary(tables);
    dictionary.read(tables);
    return dictionary;
  }

  private void read(ByteView tables) {
    var rows = new ProtoReader(tables);
    while (rows.next()) {
      switch (rows.number()) {
        case 1 -> mappings.add(rows.value());
        case 2 -> locations.add(rows.value());
        case 3 -> functions.add(rows.value());
        case 5 -> strings.add(ProtoMessage.text(rows.value()));
        case 6 -> attributes.add(rows.value());
        case 7 -> stacks.add(rows.value());
        default -> {}
      }
    }
  }

  /** The text of a number; empty for 0, which means none. */
  String text(long number) {
    return number == 0 ? "" : row(strings, number, "text");
  }

  private <T> T row(List<T> table, long number, String what) {
    if (number < 0 || number >= table.size()) {
      throw in.fault(0, what + " " + number + " of " + table.size());
    }
    return table.get((int) number);
  }

  OtlpAttribute attribute(long number) {
    var message = new ProtoMessage(row(attributes, number, "attribute"));
    return new OtlpAttribute(text(message.number(1)), value(message.part(2)));
  }

  /** The attributes of a resource by their keys. */
  Map<String, String> attributes(ByteView resource) {
    Map<String, String> found = new LinkedHashMap<>();
    var fields = new ProtoReader(resource);
    while (fields.next()) {
      if (fields.number() == 1) {
        var pair = new ProtoMessage(fields.value());
        String key = pair.text(1);
        found.put(key.isEmpty() ? text(pair.number(3)) : key, value(pair.part(2)));
      }
    }
    return found;
  }

  private String value(@Nullable ProtoMessage any) {
    String value = "";
    var fields = new ProtoReader(any == null ? in.slice(0, 0) : any.bytes());
    while (fields.next()) {
      value =
          switch (fields.number()) {
            case 1 -> ProtoMessage.text(fields.value());
            case 2 -> Boolean.toString(ProtoReader.varint(fields.value()) != 0);
            case 3 -> Long.toString(ProtoReader.varint(fields.value()));
            case 8 -> text(ProtoReader.varint(fields.value()));
            default -> "";
          };
    }
    return value;
  }

  /** The locations of a stack, the innermost first. */
  ProtoNumbers stack(long number) {
    return number == 0
        ? new ProtoNumbers()
        : new ProtoMessage(row(stacks, number, "stack")).numbers(1);
  }

  /** The calls at a location, the outermost first: others were inlined into it. */
  List<Frame> frames(long number) {
    var location = new ProtoMessage(row(locations, number, "location"));
    List<Frame> frames = new ArrayList<>();
    var fields = new ProtoReader(location.bytes());
    while (fields.next()) {
      if (fields.number() == 3) {
        frames.addFirst(frame(new ProtoMessage(fields.value())));
      }
    }
    return frames.isEmpty() ? List.of(unnamed(location)) : frames;
  }

  private Frame frame(ProtoMessage line) {
    long number = line.number(1);
    if (number == 0) {
      return new Frame("unknown", "", NO_LINE, NO_LINE, 0);
    }
    var function = new ProtoMessage(row(functions, number, "function"));
    String name = text(function.number(1));
    return new Frame(
        name.isEmpty() ? "unknown" : name,
        text(function.number(3)),
        line(function.number(4)),
        line(line.number(2)),
        0);
  }

  private Frame unnamed(ProtoMessage location) {
    long mapping = location.number(1);
    String path =
        mapping == 0 ? "" : text(new ProtoMessage(row(mappings, mapping, "mapping")).number(4));
    return new Frame(
        "", path.substring(path.lastIndexOf('/') + 1), NO_LINE, NO_LINE, location.number(2));
  }

  private static int line(long line) {
    return line > 0 && line < Integer.MAX_VALUE ? (int) line : NO_LINE;
  }
}
