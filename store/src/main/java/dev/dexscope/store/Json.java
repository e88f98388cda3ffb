package dev.dexscope.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A JSON object that others wrote. What is missing or of another type is reported by the typed
 * exception.
 */
final class Json {
  private static final StreamReadConstraints BOUNDS =
      StreamReadConstraints.builder()
          .maxNestingDepth(8)
          .maxNumberLength(20)
          .maxStringLength(4096)
          .maxNameLength(256)
          .build();

  private static final JsonFactory FACTORY =
      JsonFactory.builder().streamReadConstraints(BOUNDS).build();

  private final String file;
  private final Map<String, @Nullable Object> fields;

  private Json(String file, Map<String, @Nullable Object> fields) {
    this.file = file;
    this.fields = fields;
  }

  /**
   * Reads a file that is not larger than the given number of bytes.
   *
   * @throws IOException if it cannot be read
   */
  static byte[] bytesOf(Path file, long most) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new NoSuchFileException(file.toString());
    }
    try (var in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes((int) most + 1);
      if (bytes.length > most) {
        throw new StoreFormatException(file.toString(), most, "is longer than " + most + " bytes");
      }
      return bytes;
    }
  }

  /** Reads an object, and nothing behind it. */
  static Json read(String file, byte[] text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      parser.nextToken();
      if (!(value(parser, file) instanceof Json object) || parser.nextToken() != null) {
        throw new StoreFormatException(file, 0, "is not one JSON object");
      }
      return object;
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getByteOffset());
      throw new StoreFormatException(file, at, "damaged JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static @Nullable Object value(JsonParser in, String file) throws IOException {
    JsonToken token = in.currentToken();
    if (token == null) {
      throw new StoreFormatException(file, 0, "ends early");
    }
    return switch (token) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (in.nextToken() == JsonToken.FIELD_NAME) {
          String name = in.currentName();
          in.nextToken();
          fields.put(name, value(in, file));
        }
        yield new Json(file, fields);
      }
      case START_ARRAY -> {
        List<@Nullable Object> elements = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(in, file));
        }
        yield elements;
      }
      case VALUE_STRING -> in.getText();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NULL -> null;
      case VALUE_TRUE, VALUE_FALSE -> token == JsonToken.VALUE_TRUE;
      default -> throw new StoreFormatException(file, 0, "has a value of another kind: " + token);
    };
  }

  boolean has(String name) {
    return fields.get(name) != null;
  }

  Iterable<String> names() {
    return fields.keySet();
  }

  String text(String name) {
    if (fields.get(name) instanceof String text) {
      return text;
    }
    throw wrong(name, "a text");
  }

  /** A text or a number, as text. */
  String word(String name) {
    return fields.get(name) instanceof Long number ? number.toString() : text(name);
  }

  long number(String name) {
    if (fields.get(name) instanceof Long number) {
      return number;
    }
    throw wrong(name, "a number");
  }

  /** A number that counts something. */
  long count(String name) {
    long number = number(name);
    if (number < 0) {
      throw wrong(name, "a number from 0 on");
    }
    return number;
  }

  List<Json> objects(String name) {
    return list(name, Json.class, "objects");
  }

  List<String> texts(String name) {
    return list(name, String.class, "texts");
  }

  private <T> List<T> list(String name, Class<T> type, String kind) {
    if (!(fields.get(name) instanceof List<?> elements)) {
      throw wrong(name, "a list");
    }
    List<T> all = new ArrayList<>();
    for (Object each : elements) {
      if (!type.isInstance(each)) {
        throw wrong(name, "a list of " + kind);
      }
      all.add(type.cast(each));
    }
    return all;
  }

  private StoreFormatException wrong(String name, String kind) {
    return fault("'" + name + "' is not " + kind);
  }

  StoreFormatException fault(String reason) {
    return new StoreFormatException(file, 0, reason);
  }
}
