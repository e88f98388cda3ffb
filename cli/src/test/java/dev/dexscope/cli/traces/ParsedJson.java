package dev.dexscope.cli.traces;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, texts, longs, doubles, truths. */
final class ParsedJson {
  static final Object NULL = "null value";

  private ParsedJson() {}

  /** The value of a text. */
  static Object of(String json) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      parser.nextToken();
      return value(parser);
    }
  }

  private static Object value(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          String name = in.currentName();
          in.nextToken();
          object.put(name, value(in));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(in));
        }
        yield array;
      }
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
      case VALUE_NULL -> NULL;
      default -> in.getText();
    };
  }
}
