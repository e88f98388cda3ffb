import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A parser of recursive descent, with many short methods. */
public class Parser {
  private final String text;
  private int at;

  Parser(String text) {
    this.text = text;
  }

  char peek() {
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  boolean accept(char c) {
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  Object value() {
    char c = peek();
    if (c == '{') {
      return object();
    }
    if (c == '[') {
      return array();
    }
    return c == '"' ? string() : number();
  }

  Map<String, Object> object() {
    Map<String, Object> map = new HashMap<>();
    accept('{');
    while (!accept('}')) {
      String key = string();
      accept(':');
      map.put(key, value());
      accept(',');
    }
    return map;
  }

  List<Object> array() {
    List<Object> list = new ArrayList<>();
    accept('[');
    while (!accept(']')) {
      list.add(value());
      accept(',');
    }
    return list;
  }

  String string() {
    accept('"');
    int from = at;
    while (text.charAt(at) != '"') {
      at++;
    }
    return text.substring(from, at++);
  }

  Object number() {
    peek();
    int from = at;
    while (at < text.length() && "+-.0123456789".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return Double.valueOf(text.substring(from, at));
  }

  static int size(Object value) {
    int size = 1;
    if (value instanceof Map<?, ?> map) {
      for (Object each : map.values()) {
        size += size(each);
      }
    } else if (value instanceof List<?> list) {
      for (Object each : list) {
        size += size(each);
      }
    }
    return size;
  }

  static String document() {
    var text = new StringBuilder("[");
    for (int i = 0; i < 200; i++) {
      text.append("{\"id\": ").append(i).append(", \"name\": \"item ").append(i);
      text.append("\", \"tags\": [\"a\", \"b\", \"c\"], \"size\": {\"w\": 1.5, \"h\": 22}},");
    }
    return text.append("]").toString();
  }

  public static void main(String[] args) {
    String document = document();
    long size = 0;
    for (int i = 0; i < 4_000; i++) {
      size += size(new Parser(document).value());
    }
    System.out.println(size);
  }
}
