package org.json;

import java.util.ArrayList;
import java.util.List;

/** Writes one JSON value, call by call. */
public class JSONStringer {
  private enum Scope {
    EMPTY_ARRAY,
    NONEMPTY_ARRAY,
    EMPTY_OBJECT,
    DANGLING_KEY,
    NONEMPTY_OBJECT
  }

  private final StringBuilder out = new StringBuilder();
  private final List<Scope> stack = new ArrayList<>();
  private final String indent;

  public JSONStringer() {
    indent = null;
  }

  JSONStringer(int indentSpaces) {
    indent = " ".repeat(indentSpaces);
  }

  public JSONStringer array() throws JSONException {
    return open(Scope.EMPTY_ARRAY, '[');
  }

  public JSONStringer endArray() throws JSONException {
    return close(Scope.EMPTY_ARRAY, Scope.NONEMPTY_ARRAY, ']');
  }

  public JSONStringer object() throws JSONException {
    return open(Scope.EMPTY_OBJECT, '{');
  }

  public JSONStringer endObject() throws JSONException {
    return close(Scope.EMPTY_OBJECT, Scope.NONEMPTY_OBJECT, '}');
  }

  private JSONStringer open(Scope scope, char bracket) throws JSONException {
    if (stack.isEmpty() && !out.isEmpty()) {
      throw new JSONException("Nesting problem: multiple top-level roots");
    }
    beforeValue();
    stack.add(scope);
    out.append(bracket);
    return this;
  }

  private JSONStringer close(Scope empty, Scope nonempty, char bracket) throws JSONException {
    Scope top = top();
    if (top != nonempty && top != empty) {
      throw new JSONException("Nesting problem");
    }
    stack.removeLast();
    if (top == nonempty) {
      newline();
    }
    out.append(bracket);
    return this;
  }

  private Scope top() throws JSONException {
    if (stack.isEmpty()) {
      throw new JSONException("Nesting problem");
    }
    return stack.getLast();
  }

  public JSONStringer value(Object value) throws JSONException {
    top();
    return anyValue(value);
  }

  private JSONStringer anyValue(Object value) throws JSONException {
    if (value instanceof JSONArray array) {
      array.writeTo(this);
      return this;
    }
    if (value instanceof JSONObject object) {
      object.writeTo(this);
      return this;
    }
    beforeValue();
    if (value == null || value instanceof Boolean || value.equals(JSONObject.NULL)) {
      out.append(value);
    } else if (value instanceof Number number) {
      out.append(JSONObject.numberToString(number));
    } else {
      string(value.toString());
    }
    return this;
  }

  /** A value outside of everything. */
  String single(Object value) throws JSONException {
    return anyValue(value).toString();
  }

  public JSONStringer value(boolean value) throws JSONException {
    return value((Boolean) value);
  }

  public JSONStringer value(double value) throws JSONException {
    return value((Double) value);
  }

  public JSONStringer value(long value) throws JSONException {
    return value((Long) value);
  }

  JSONStringer string(String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"', '\\', '/' -> out.append('\\').append(c);
        case '\t' -> out.append("\\t");
        case '\b' -> out.append("\\b");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\f' -> out.append("\\f");
        default -> {
          if (c < ' ') {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
    return this;
  }

  public JSONStringer key(String name) throws JSONException {
    if (name == null) {
      throw new JSONException("Names must be non-null");
    }
    Scope top = top();
    if (top == Scope.NONEMPTY_OBJECT) {
      out.append(',');
    } else if (top != Scope.EMPTY_OBJECT) {
      throw new JSONException("Nesting problem");
    }
    newline();
    stack.set(stack.size() - 1, Scope.DANGLING_KEY);
    return string(name);
  }

  private void newline() {
    if (indent != null) {
      out.append('\n').append(indent.repeat(stack.size()));
    }
  }

  private void beforeValue() throws JSONException {
    if (stack.isEmpty()) {
      return;
    }
    switch (stack.getLast()) {
      case EMPTY_ARRAY -> {
        stack.set(stack.size() - 1, Scope.NONEMPTY_ARRAY);
        newline();
      }
      case NONEMPTY_ARRAY -> {
        out.append(',');
        newline();
      }
      case DANGLING_KEY -> {
        out.append(indent == null ? ":" : ": ");
        stack.set(stack.size() - 1, Scope.NONEMPTY_OBJECT);
      }
      default -> throw new JSONException("Nesting problem");
    }
  }

  /** The text; null for none. */
  @Override
  @SuppressWarnings("ToStringReturnsNull") // As Android does.
  public String toString() {
    return out.isEmpty() ? null : out.toString();
  }
}
