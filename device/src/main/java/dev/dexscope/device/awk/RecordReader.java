package dev.dexscope.device.awk;

import dev.dexscope.device.script.PosixRegex;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** Reads the records of an input. */
final class RecordReader implements Closeable {
  private static final int END = -1;
  private static final int MOST_CHARS = 1 << 22;

  private final BufferedReader in;

  /** What was read and belongs to later records, where a pattern separates them. */
  private @Nullable String rest;

  RecordReader(InputStream in) {
    this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  /**
   * Returns the next record; null at the end.
   *
   * @param separator the value of {@code RS}: a character, a pattern, or nothing for empty lines
   */
  @Nullable String next(String separator, Patterns patterns) throws IOException {
    if (rest != null || separator.length() > 1) {
      return byPattern(separator, patterns);
    }
    if (separator.isEmpty()) {
      return paragraph();
    }
    return until(separator.charAt(0));
  }

  private @Nullable String until(char separator) throws IOException {
    StringBuilder record = new StringBuilder();
    int c = in.read();
    if (c == END) {
      return null;
    }
    while (c != END && c != separator) {
      add(record, c);
      c = in.read();
    }
    return record.toString();
  }

  private static void add(StringBuilder record, int c) throws AwkException {
    if (record.length() >= MOST_CHARS) {
      throw new AwkException("a record of more than " + MOST_CHARS + " characters");
    }
    record.append((char) c);
  }

  private @Nullable String paragraph() throws IOException {
    int c = in.read();
    while (c == '\n') {
      c = in.read();
    }
    if (c == END) {
      return null;
    }
    StringBuilder record = new StringBuilder();
    boolean isAfterLine = false;
    while (c != END && !(isAfterLine && c == '\n')) {
      if (isAfterLine) {
        add(record, '\n');
      }
      isAfterLine = c == '\n';
      if (!isAfterLine) {
        add(record, c);
      }
      c = in.read();
    }
    return record.toString();
  }

  private @Nullable String byPattern(String separator, Patterns patterns) throws IOException {
    String left = rest == null ? all() : rest;
    if (left.isEmpty()) {
      return null;
    }
    Matcher matcher =
        PosixRegex.matcher(patterns.of(separator.isEmpty() ? "\n\n+" : separator), left);
    if (matcher.find() && matcher.end() > matcher.start()) {
      rest = left.substring(matcher.end());
      return left.substring(0, matcher.start());
    }
    rest = "";
    // As with a character, the end of the last line is none of the record.
    return left;
  }

  private String all() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int c = in.read(); c != END; c = in.read()) {
      add(all, c);
    }
    return all.toString();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
