package dev.dexscope.device.script;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields that words become: collected piece by piece, and split where expansions have spaces.
 */
final class Fields {
  private static final int MOST = 1 << 16;

  /** A field, and the same as a pattern, in which literal characters follow backslashes. */
  record Field(String text, String pattern, boolean isPattern) {}

  private final List<Field> fields = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder pattern = new StringBuilder();
  private final String separators;
  private final boolean splits;
  private boolean isPattern;
  private boolean isPresent;

  /** Whether the last field was ended by a space, which a separator may follow. */
  private boolean isAfterSpace;

  private int chars;

  /**
   * @param separators the characters at which expansions are split
   */
  Fields(String separators, boolean splits) {
    this.separators = separators;
    this.splits = splits;
  }

  /** Adds text that is not split. */
  void literal(String added, boolean isQuoted) throws IOException {
    isPresent = true;
    for (int i = 0; i < added.length(); i++) {
      append(added.charAt(i), isQuoted);
    }
  }

  /** Adds the value of an expansion. */
  void value(String added, boolean isQuoted) throws IOException {
    if (isQuoted || !splits) {
      // An empty one is a field only in quotes.
      isPresent |= isQuoted || !added.isEmpty();
      for (int i = 0; i < added.length(); i++) {
        append(added.charAt(i), isQuoted);
      }
      return;
    }
    for (int i = 0; i < added.length(); i++) {
      char c = added.charAt(i);
      boolean isSeparator = separators.indexOf(c) >= 0;
      if (isSeparator && Character.isWhitespace(c)) {
        if (isPresent) {
          end();
          isAfterSpace = true;
        }
      } else if (isSeparator) {
        if (isPresent || !isAfterSpace) {
          isPresent = true;
          end();
        }
        isAfterSpace = false;
      } else {
        isPresent = true;
        isAfterSpace = false;
        append(c, false);
      }
    }
  }

  private void append(char c, boolean isQuoted) throws IOException {
    if (++chars > Variables.MOST_CHARS) {
      throw new IOException("argument list too long");
    }
    text.append(c);
    isPattern |= !isQuoted && (c == '*' || c == '?' || c == '[');
    pattern.append(isQuoted ? Glob.quote(c) : c + "");
  }

  /** Ends the field, if there is one. */
  void end() throws IOException {
    if (isPresent) {
      if (fields.size() >= MOST) {
        throw new IOException("argument list too long");
      }
      fields.add(new Field(text.toString(), pattern.toString(), isPattern));
    }
    text.setLength(0);
    pattern.setLength(0);
    isPattern = false;
    isPresent = false;
    isAfterSpace = false;
  }

  /** Begins another field, unless the text is one. */
  void next() throws IOException {
    if (splits) {
      end();
    } else {
      literal(" ", true);
    }
  }

  List<Field> all() {
    return fields;
  }
}
