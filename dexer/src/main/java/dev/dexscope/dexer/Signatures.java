package dev.dexscope.dexer;

import dev.dexscope.dex.EncodedValue;
import java.lang.classfile.constantpool.ClassEntry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Generic signatures as D8 keeps them. It drops malformed ones, with which reflection would fail,
 * and lets those of classes name exactly the interfaces that the class has.
 */
final class Signatures {
  private static final String OBJECT = "Ljava/lang/Object;";

  /** Far more than compilers nest, and little enough for the stack. */
  private static final int MAX_DEPTH = 500;

  private final String text;
  private int at;
  private int depth;

  private Signatures(String text) {
    this.text = text;
  }

  /** Returns the signature of a field, or null if there is none to keep. */
  static @Nullable String ofField(String text) {
    var reader = new Signatures(text);
    return reader.reference() ? reader.read() : null;
  }

  /** Returns the signature of a method, or null if there is none to keep. */
  static @Nullable String ofMethod(String text) {
    var reader = new Signatures(text);
    return reader.method() ? reader.read() : null;
  }

  /** Returns the signature of a class, or null if there is none to keep. */
  static @Nullable String ofClass(String text, List<ClassEntry> interfaces) {
    var reader = new Signatures(text);
    if (!reader.formals() || !reader.classType()) {
      return null;
    }
    String start = reader.read();
    String kept = text;
    if (reader.at < text.length()) {
      List<String> written = new ArrayList<>();
      while (reader.at < text.length()) {
        int from = reader.at;
        if (!reader.classType()) {
          return null;
        }
        written.add(text.substring(from, reader.at));
      }
      if (!areSame(written, interfaces)) {
        kept = start + aligned(written, interfaces);
      }
    }
    // It says nothing.
    return kept.equals(OBJECT) ? null : kept;
  }

  private static boolean areSame(List<String> written, List<ClassEntry> interfaces) {
    boolean areSame = written.size() == interfaces.size();
    for (int i = 0; areSame && i < written.size(); i++) {
      areSame = interfaces.get(i).name().equalsString(className(written.get(i)));
    }
    return areSame;
  }

  /** Returns the signatures of interfaces, in their order. */
  private static String aligned(List<String> written, List<ClassEntry> interfaces) {
    var text = new StringBuilder();
    for (int i = 0; i < interfaces.size(); i++) {
      String name = interfaces.get(i).asInternalName();
      String found = "L" + name + ";";
      for (int j = written.size() - 1; j >= 0; j--) {
        if (className(written.get(j)).equals(name)) {
          found = written.get(j);
        }
      }
      text.append(found);
    }
    return text.toString();
  }

  /** Returns the internal name of the class that a signature names. */
  private static String className(String signature) {
    var name = new StringBuilder(signature.length());
    int nesting = 0;
    for (int i = 1; i < signature.length() - 1; i++) {
      char c = signature.charAt(i);
      if (c == '<') {
        nesting++;
      } else if (c == '>') {
        nesting--;
      } else if (nesting == 0) {
        name.append(c == '.' ? '$' : c);
      }
    }
    return name.toString();
  }

  /**
   * Returns a signature in parts. They are cut around the names of classes, which are descriptors
   * in the end: that the file has already, or that other signatures share.
   */
  static List<EncodedValue> parts(String text) {
    List<EncodedValue> parts = new ArrayList<>();
    int length = text.length();
    int from = 0;
    while (from < length) {
      int end = from + 1;
      if (text.charAt(from) == 'L') {
        while (end < length && text.charAt(end) != ';' && text.charAt(end) != '<') {
          end++;
        }
        end = Math.min(end + 1, length);
      } else {
        while (end < length && text.charAt(end) != 'L') {
          end++;
        }
      }
      parts.add(new EncodedValue.OfString(text.substring(from, end)));
      from = end;
    }
    return parts;
  }

  /** The part of the text that has been read. */
  private String read() {
    return text.substring(0, at);
  }

  /** The next character; 0 at the end. */
  private char next() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean skip(char c) {
    if (next() != c) {
      return false;
    }
    at++;
    return true;
  }

  private boolean method() {
    if (!formals() || !skip('(')) {
      return false;
    }
    while (next() != ')') {
      if (!type()) {
        return false;
      }
    }
    at++;
    if (!skip('V') && !type()) {
      return false;
    }
    while (skip('^')) {
      if (next() == '[' || !reference()) {
        return false;
      }
    }
    return true;
  }

  /** Skips the type parameters, if there are any. */
  private boolean formals() {
    if (!skip('<')) {
      return true;
    }
    while (next() != '>') {
      if (!identifier() || !skip(':')) {
        return false;
      }
      // The bound by a class can be left out, that by an interface cannot.
      char c = next();
      if ((c == 'L' || c == '[' || c == 'T') && !reference()) {
        return false;
      }
      while (skip(':')) {
        if (!reference()) {
          return false;
        }
      }
    }
    at++;
    return true;
  }

  private boolean type() {
    if ("BCDFIJSZ".indexOf(next()) >= 0) {
      at++;
      return true;
    }
    return reference();
  }

  private boolean reference() {
    boolean isArray = false;
    while (skip('[')) {
      isArray = true;
    }
    char c = next();
    if (c == 'L') {
      return classType();
    }
    if (c == 'T') {
      at++;
      return identifier() && skip(';');
    }
    return isArray && type();
  }

  private boolean classType() {
    if (!skip('L') || !identifier()) {
      return false;
    }
    while (skip('/')) {
      if (!identifier()) {
        return false;
      }
    }
    if (!arguments()) {
      return false;
    }
    while (skip('.')) {
      if (!identifier() || !arguments()) {
        return false;
      }
    }
    return skip(';');
  }

  /** Skips the type arguments, if there are any. */
  private boolean arguments() {
    if (!skip('<')) {
      return true;
    }
    if (++depth > MAX_DEPTH) {
      throw new UnsupportedClassException("a signature that is nested too deeply");
    }
    do {
      if (!skip('*')) {
        if (next() == '+' || next() == '-') {
          at++;
        }
        if (!reference()) {
          return false;
        }
      }
    } while (next() != '>');
    at++;
    depth--;
    return true;
  }

  private boolean identifier() {
    int start = at;
    while (at < text.length() && !isStop(text.charAt(at))) {
      at++;
    }
    return at > start;
  }

  private static boolean isStop(char c) {
    return c == ':' || c == '/' || c == ';' || c == '<' || c == '.';
  }
}
