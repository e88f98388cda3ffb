package dev.dexscope.dex.smali;

import dev.dexscope.dex.CallSite;
import dev.dexscope.dex.EncodedValue;
import java.util.List;
import java.util.Locale;

/** Numbers, strings and values as the assembler writes them. */
final class SmaliText {
  private SmaliText() {}

  static String hex(long value) {
    return value < 0 ? "-0x" + Long.toUnsignedString(-value, 16) : "0x" + Long.toHexString(value);
  }

  static String string(String text) {
    var quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      escape(text.charAt(i), '"', quoted);
    }
    return quoted.append('"').toString();
  }

  private static void escape(char c, char quote, StringBuilder to) {
    switch (c) {
      case '\n' -> to.append("\\n");
      case '\r' -> to.append("\\r");
      case '\t' -> to.append("\\t");
      case '\\' -> to.append("\\\\");
      default -> {
        if (c == quote) {
          to.append('\\').append(c);
        } else if (c >= ' ' && c < 0x7f) {
          to.append(c);
        } else {
          to.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
      }
    }
  }

  /** A value; lines that follow its first are indented by so many blanks. */
  static String value(EncodedValue value, int indent) {
    return switch (value) {
      case EncodedValue.OfByte v -> hex(v.value()) + "t";
      case EncodedValue.OfShort v -> hex(v.value()) + "s";
      case EncodedValue.OfChar v -> {
        var quoted = new StringBuilder("'");
        escape(v.value(), '\'', quoted);
        yield quoted.append('\'').toString();
      }
      case EncodedValue.OfInt v -> hex(v.value());
      case EncodedValue.OfLong v -> hex(v.value()) + "L";
      case EncodedValue.OfFloat v -> v.value() + "f";
      case EncodedValue.OfDouble v -> String.valueOf(v.value());
      case EncodedValue.OfMethodType v -> v.value().descriptor();
      case EncodedValue.OfMethodHandle v -> v.value().toString();
      case EncodedValue.OfString v -> string(v.value());
      case EncodedValue.OfType v -> v.value();
      case EncodedValue.OfField v -> v.value().toString();
      case EncodedValue.OfMethod v -> v.value().toString();
      case EncodedValue.OfEnum v -> ".enum " + v.value();
      case EncodedValue.OfArray v -> array(v.values(), indent);
      case EncodedValue.OfAnnotation v ->
          ".subannotation "
              + v.type()
              + "\n"
              + elements(v.elements(), indent + 4)
              + " ".repeat(indent)
              + ".end subannotation";
      case EncodedValue.OfNull _ -> "null";
      case EncodedValue.OfBoolean v -> String.valueOf(v.value());
    };
  }

  private static String array(List<EncodedValue> values, int indent) {
    if (values.isEmpty()) {
      return "{}";
    }
    var text = new StringBuilder("{\n");
    for (int i = 0; i < values.size(); i++) {
      text.append(" ".repeat(indent + 4)).append(value(values.get(i), indent + 4));
      text.append(i < values.size() - 1 ? ",\n" : "\n");
    }
    return text.append(" ".repeat(indent)).append('}').toString();
  }

  static String elements(List<EncodedValue.Element> elements, int indent) {
    var text = new StringBuilder();
    for (EncodedValue.Element each : elements) {
      text.append(" ".repeat(indent))
          .append(each.name())
          .append(" = ")
          .append(value(each.value(), indent))
          .append('\n');
    }
    return text.toString();
  }

  static String callSite(int index, CallSite site) {
    var text = new StringBuilder("call_site_" + index + "(");
    text.append(string(site.name())).append(", ").append(site.type());
    site.arguments().forEach(each -> text.append(", ").append(value(each, 0)));
    return text.append(")@").append(site.bootstrap().method()).toString();
  }
}
