package dev.dexscope.samples.crunch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A recursive descent through a JSON text without spaces. */
final class JsonParser {
  private final String text;
  private int at;
  private int values;

  JsonParser(String text) {
    this.text = text;
  }

  /** How many values there were, up to the first mistake. */
  int values() {
    return values;
  }

  Object parse() {
    Object value = value();
    if (at != text.length()) {
      throw new JsonException("end", at);
    }
    return value;
  }

  private Object value() {
    values++;
    char first = peek();
    if (first == '{') {
      return object();
    } else if (first == '[') {
      return array();
    } else if (first == '"') {
      return string();
    } else if (first == 't' || first == 'f') {
      return bool();
    }
    return number();
  }

  private Map<String, Object> object() {
    Map<String, Object> object = new LinkedHashMap<String, Object>();
    do {
      at++;
      String name = string();
      if (peek() != ':') {
        throw new JsonException(":", at);
      }
      at++;
      object.put(name, value());
    } while (peek() == ',');
    end('}');
    return object;
  }

  private List<Object> array() {
    List<Object> array = new ArrayList<Object>();
    do {
      at++;
      array.add(value());
    } while (peek() == ',');
    end(']');
    return array;
  }

  private String string() {
    if (peek() != '"') {
      throw new JsonException("\"", at);
    }
    int close = text.indexOf('"', at + 1);
    if (close < 0) {
      throw new JsonException("\"", text.length());
    }
    String string = text.substring(at + 1, close);
    at = close + 1;
    return string;
  }

  private Boolean bool() {
    boolean is = text.startsWith("true", at);
    if (!is && !text.startsWith("false", at)) {
      throw new JsonException("true or false", at);
    }
    at += is ? 4 : 5;
    return is;
  }

  private Integer number() {
    int begin = at;
    while (at < text.length() && Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (begin == at) {
      throw new JsonException("value", at);
    }
    return Integer.valueOf(text.substring(begin, at));
  }

  private void end(char close) {
    if (peek() != close) {
      throw new JsonException(String.valueOf(close), at);
    }
    at++;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }
}
