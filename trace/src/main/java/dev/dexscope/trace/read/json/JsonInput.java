package dev.dexscope.trace.read.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.read.common.ViewStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads JSON in order. A value of another type than requested is reported by the reader's typed
 * exception, with its position.
 *
 * <pre>{@code
 * in.object(key -> {
 *   switch (key) {
 *     case "name" -> name = in.text();
 *     default -> in.skip();
 *   }
 * });
 * }</pre>
 */
final class JsonInput {
  private static final StreamReadConstraints BOUNDS =
      StreamReadConstraints.builder()
          .maxNestingDepth(200)
          .maxNumberLength(100)
          .maxStringLength(1 << 22)
          .maxNameLength(1 << 16)
          .build();

  private final ByteView in;
  private final JsonParser parser;

  /** Something that reads JSON. */
  @FunctionalInterface
  interface Reader {
    void read(JsonInput json) throws IOException;
  }

  /** Reads the value of a field: exactly one value. */
  @FunctionalInterface
  interface Field {
    void read(String key) throws IOException;
  }

  /** Reads an element of an array: exactly one value. */
  @FunctionalInterface
  interface Element {
    void read() throws IOException;
  }

  private JsonInput(ByteView in, JsonParser parser) {
    this.in = in;
    this.parser = parser;
  }

  /** Reads a whole text of JSON. */
  static void read(ByteView in, Reader reader) {
    var factory = JsonFactory.builder().streamReadConstraints(BOUNDS).build();
    try (JsonParser parser = factory.createParser(new ViewStream(in))) {
      var json = new JsonInput(in, parser);
      parser.nextToken();
      reader.read(json);
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getByteOffset());
      throw in.fault(at, "damaged JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the first of these fields in the outermost object; empty if there is none. */
  static String firstField(ByteView in, Set<String> fields) {
    String[] first = {""};
    read(
        in,
        json -> {
          while (first[0].isEmpty() && json.parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.parser.currentName();
            first[0] = fields.contains(name) ? name : "";
            if (first[0].isEmpty()) {
              json.parser.nextToken();
              json.parser.skipChildren();
            }
          }
        });
    return first[0];
  }

  /** Returns the position of the current value. */
  long at() {
    return Math.max(0, parser.currentTokenLocation().getByteOffset());
  }

  RuntimeException fault(String reason) {
    return in.fault(at(), reason);
  }

  boolean isArray() {
    return parser.currentToken() == JsonToken.START_ARRAY;
  }

  boolean isObject() {
    return parser.currentToken() == JsonToken.START_OBJECT;
  }

  boolean isNull() {
    return parser.currentToken() == JsonToken.VALUE_NULL;
  }

  /** Goes through an array that may end with the text, after any element or comma. */
  void openArray(Element element) throws IOException {
    while (true) {
      JsonToken next;
      try {
        next = parser.nextToken();
      } catch (JsonProcessingException e) {
        if (e.getLocation() != null && e.getLocation().getByteOffset() >= in.size()) {
          return;
        }
        throw e;
      }
      if (next == null || next == JsonToken.END_ARRAY) {
        return;
      }
      element.read();
    }
  }

  /** Goes through an object. */
  void object(Field field) throws IOException {
    expect(JsonToken.START_OBJECT, "object");
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String key = parser.currentName();
      parser.nextToken();
      field.read(key);
    }
  }

  /** Goes through an array. */
  void array(Element element) throws IOException {
    expect(JsonToken.START_ARRAY, "array");
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      element.read();
    }
  }

  private void expect(JsonToken token, String what) {
    if (parser.currentToken() != token) {
      throw fault("expected an " + what);
    }
  }

  /** Goes over a value. */
  void skip() throws IOException {
    parser.skipChildren();
  }

  /** A text; a number as it is written. */
  String text() throws IOException {
    if (!parser.currentToken().isScalarValue()) {
      throw fault("expected text");
    }
    return parser.getText();
  }

  boolean flag() throws IOException {
    return parser.getValueAsBoolean();
  }

  double real() throws IOException {
    if (!parser.currentToken().isNumeric()) {
      throw fault("expected a number");
    }
    double value = parser.getDoubleValue();
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw fault("a number out of range");
    }
    return value;
  }

  long whole() throws IOException {
    if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw fault("expected a whole number");
    }
    return parser.getLongValue();
  }

  /** A number from 0 to {@code limit}, without it. */
  int index(int limit) throws IOException {
    long value = whole();
    if (value < 0 || value >= limit) {
      throw fault("number " + value + " of " + limit);
    }
    return (int) value;
  }

  /** Returns real numbers; null is NaN. */
  double[] reals() throws IOException {
    double[][] all = {new double[64]};
    int[] size = {0};
    array(() -> {
      if (size[0] == all[0].length) {
        all[0] = Arrays.copyOf(all[0], 2 * size[0]);
      }
      all[0][size[0]++] = isNull() ? Double.NaN : real();
    });
    return Arrays.copyOf(all[0], size[0]);
  }

  /** Returns whole numbers; null is {@link Long#MIN_VALUE}. */
  long[] wholes() throws IOException {
    long[][] all = {new long[64]};
    int[] size = {0};
    array(() -> {
      if (size[0] == all[0].length) {
        all[0] = Arrays.copyOf(all[0], 2 * size[0]);
      }
      all[0][size[0]++] = isNull() ? Long.MIN_VALUE : whole();
    });
    return Arrays.copyOf(all[0], size[0]);
  }

  /** Returns texts; null is empty. */
  List<String> texts() throws IOException {
    List<String> all = new ArrayList<>();
    array(() -> all.add(isNull() ? "" : text()));
    return all;
  }
}
