package dev.dexscope.samples.crunch;

import java.util.List;
import java.util.Map;

/** JSON text of maps, lists, strings, numbers and booleans. */
final class JsonWriter {
  private JsonWriter() {}

  static String write(Object value) {
    StringBuilder text = new StringBuilder();
    append(value, text);
    return text.toString();
  }

  private static void append(Object value, StringBuilder text) {
    if (value instanceof Map) {
      char before = '{';
      for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
        text.append(before).append('"').append(each.getKey()).append("\":");
        append(each.getValue(), text);
        before = ',';
      }
      text.append('}');
    } else if (value instanceof List) {
      char before = '[';
      for (Object each : (List<?>) value) {
        text.append(before);
        append(each, text);
        before = ',';
      }
      text.append(']');
    } else if (value instanceof String) {
      text.append('"').append(value).append('"');
    } else {
      text.append(value);
    }
  }
}
