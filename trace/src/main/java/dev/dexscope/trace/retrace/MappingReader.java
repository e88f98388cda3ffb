package dev.dexscope.trace.retrace;

import dev.dexscope.trace.MappingFormatException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a mapping file: {@code original -> new:} for classes, and {@code [from:to:]type
 * [class.]name(parameters)[:from[:to]] -> new} for methods, with notes after them.
 */
final class MappingReader {
  private static final String ARROW = " -> ";

  /** Digits of a line number; more do not fit into an int. */
  private static final int DIGITS = 9;

  private final String file;
  private final Map<String, RenamedClass> classes = new HashMap<>();
  private final Map<String, String> sourceFiles = new HashMap<>();
  private final NotesReader notes = new NotesReader();
  private final Map<Signature, Signature> signatures = new HashMap<>();
  private int lineNumber;
  private @Nullable RenamedClass current;

  /** Where the last method's line was added: its notes come after it. */
  private @Nullable List<MappedRange> last;

  /** The name of that method now; empty at the beginning of a class. */
  private String lastName = "";

  private MappingReader(String file) {
    this.file = file;
  }

  static RenamedClasses read(Path file) throws IOException {
    var reader = new MappingReader(file.toString());
    try (BufferedReader in = Files.newBufferedReader(file)) {
      for (String line; (line = in.readLine()) != null; ) {
        reader.lineNumber++;
        reader.line(line);
      }
    } catch (CharacterCodingException e) {
      throw new MappingFormatException(file.toString(), 0, "is not text");
    }
    if (reader.classes.isEmpty()) {
      throw new MappingFormatException(file.toString(), 0, "names no class");
    }
    return new RenamedClasses(reader.classes, reader.sourceFiles);
  }

  private void line(String line) {
    String text = line.strip();
    if (text.startsWith("#")) {
      note(text.substring(1).strip());
    } else if (!text.isEmpty()) {
      int arrow = text.lastIndexOf(ARROW);
      if (arrow < 0) {
        throw fault("has no '->'");
      }
      String original = text.substring(0, arrow).strip();
      String renamed = text.substring(arrow + ARROW.length()).strip();
      if (Character.isWhitespace(line.charAt(0))) {
        member(original, renamed);
      } else {
        type(original, renamed);
      }
    }
  }

  private void note(String text) {
    if (!text.startsWith("{")) {
      return;
    }
    List<MappedRange> method = last;
    if (method == null) {
      notes.read(text, Notes.NONE);
      String sourceFile = notes.takeSourceFile();
      if (current != null && !sourceFile.isEmpty()) {
        sourceFiles.put(current.original(), sourceFile);
      }
      return;
    }
    MappedRange noted = method.getLast();
    method.set(
        method.size() - 1,
        new MappedRange(
            noted.now(), noted.original(), noted.before(), notes.read(text, noted.notes())));
  }

  private void type(String original, String renamed) {
    int colon = renamed.indexOf(':');
    if (colon <= 0) {
      throw fault("has no ':' after the class's name");
    }
    var type = new RenamedClass(original);
    classes.put(renamed.substring(0, colon).strip(), type);
    current = type;
    last = null;
    lastName = "";
  }

  private void member(String text, String renamed) {
    RenamedClass type = current;
    if (type == null) {
      throw fault("no class precedes it");
    }
    int open = text.indexOf('(');
    int close = text.indexOf(')', open + 1);
    if (open < 0 || close < 0) {
      type.field(renamed, text.substring(text.lastIndexOf(' ') + 1));
      last = null;
      lastName = "";
      return;
    }
    LineRange now = null;
    int at = 0;
    if (Character.isDigit(text.charAt(0))) {
      int colon = text.indexOf(':');
      int end = colon < 0 ? -1 : text.indexOf(':', colon + 1);
      if (end < 0) {
        throw fault("has no two lines before the method");
      }
      now = range(text.substring(0, end));
      at = end + 1;
    }
    LineRange before = null;
    if (close + 1 < text.length() && text.charAt(close + 1) == ':') {
      before = range(text.substring(close + 2));
    }
    Signature original = signature(text.substring(at, close).strip());
    List<MappedRange> ranges = type.ranges(renamed);
    boolean continues = lastName.equals(renamed) && original.equals(ranges.getLast().original());
    String residual = continues ? ranges.getLast().notes().residual() : "";
    ranges.add(new MappedRange(now, original, before, Notes.NONE.withResidual(residual)));
    last = ranges;
    lastName = renamed;
  }

  /** Reads {@code type [class.]name(parameters}. */
  private Signature signature(String text) {
    int open = text.indexOf('(');
    int space = text.lastIndexOf(' ', open);
    if (open < 0 || space <= 0) {
      throw fault("has no type before the method's name");
    }
    String name = text.substring(space + 1, open);
    int dot = name.lastIndexOf('.');
    var signature =
        new Signature(
            dot < 0 ? "" : name.substring(0, dot),
            text.substring(0, space).strip(),
            name.substring(dot + 1),
            text.substring(open + 1));
    // A method has many ranges.
    Signature known = signatures.putIfAbsent(signature, signature);
    return known == null ? signature : known;
  }

  private LineRange range(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      int line = number(text);
      return new LineRange(line, line, true);
    }
    int from = number(text.substring(0, colon));
    int to = number(text.substring(colon + 1));
    if (from <= to) {
      return new LineRange(from, to, false);
    }
    // R8 has written 0 for the end of a single line.
    return to == 0 ? new LineRange(from, from, false) : new LineRange(to, from, false);
  }

  private int number(String text) {
    String digits = text.strip();
    if (digits.isEmpty()
        || digits.length() > DIGITS
        || !digits.chars().allMatch(Character::isDigit)) {
      throw fault("has '" + digits + "' for a line number");
    }
    return Integer.parseInt(digits);
  }

  private MappingFormatException fault(String reason) {
    return new MappingFormatException(file, 0, "line " + lineNumber + " " + reason);
  }
}
