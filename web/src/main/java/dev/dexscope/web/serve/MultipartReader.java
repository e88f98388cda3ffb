package dev.dexscope.web.serve;

import dev.dexscope.web.http.HttpException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads a form as browsers and {@code curl -F} send it (RFC 7578), part after part, without holding
 * more of it than a buffer.
 *
 * <pre>{@code
 * var form = new MultipartReader(body, exchange.requestHeader("Content-Type"));
 * while (form.next()) {
 *   if (!form.fileName().isEmpty()) {
 *     form.content().transferTo(out);
 *   }
 * }
 * }</pre>
 */
final class MultipartReader {
  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_BOUNDARY = 70;
  private static final int LONGEST_LINE = 8 << 10;
  private static final int MOST_LINES = 32;
  private static final int MOST_PARTS = 64;
  private static final int LONGEST_PREAMBLE = 16 << 10;

  private final InputStream in;
  private final byte[] delimiter;
  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;
  private int parts;
  private boolean isBegun;

  /** Whether the next bytes belong to a part's content. */
  private boolean isInContent;

  private Disposition disposition = Disposition.NONE;

  /**
   * Creates a reader of a request's body.
   *
   * @param contentType the header that names the boundary
   * @throws HttpException if it is not a form's
   */
  MultipartReader(InputStream in, String contentType) {
    this.in = in;
    this.delimiter = ("\r\n--" + boundary(contentType)).getBytes(StandardCharsets.ISO_8859_1);
    // The first delimiter may stand at the very beginning.
    buffer[0] = '\r';
    buffer[1] = '\n';
    this.to = 2;
  }

  /** Returns whether a request is a form. */
  static boolean isForm(String contentType) {
    return contentType.toLowerCase(Locale.ROOT).startsWith("multipart/form-data");
  }

  private static String boundary(String contentType) {
    String boundary = Disposition.parameter(contentType, "boundary");
    if (boundary.isEmpty() || boundary.length() > LONGEST_BOUNDARY) {
      throw malformed("its header names no boundary of 1 to 70 characters");
    }
    return boundary;
  }

  private static HttpException malformed(String how) {
    return HttpException.badRequest("this is not a valid form: " + how);
  }

  /** Moves to the next part, skipping the rest of the last; returns false if there is none. */
  boolean next() throws IOException {
    if (!isBegun) {
      isBegun = true;
      isInContent = true;
      skipContent(LONGEST_PREAMBLE);
    } else {
      skipContent(Long.MAX_VALUE);
    }
    if (isEnd()) {
      return false;
    }
    if (++parts > MOST_PARTS) {
      throw malformed("it has more than " + MOST_PARTS + " parts");
    }
    disposition = header();
    isInContent = true;
    return true;
  }

  /** The name of the part's field. */
  String name() {
    return disposition.name();
  }

  /** Returns the name of the part's file; empty if it is not a file. */
  String fileName() {
    return disposition.fileName();
  }

  /** The part's bytes. */
  InputStream content() {
    return new Content();
  }

  private void skipContent(long most) throws IOException {
    byte[] skipped = new byte[LONGEST_LINE];
    long size = 0;
    for (int read = read(skipped, 0, skipped.length);
        read >= 0;
        read = read(skipped, 0, skipped.length)) {
      size += read;
      if (size > most) {
        throw malformed("its boundary is not where it begins");
      }
    }
  }

  /** RFC 2046, section 5.1.1: two hyphens follow the last delimiter, a line's end the others. */
  private boolean isEnd() throws IOException {
    String rest = line();
    if (rest.startsWith("--")) {
      return true;
    }
    if (!rest.isBlank()) {
      throw malformed("something follows a boundary");
    }
    return false;
  }

  private Disposition header() throws IOException {
    Disposition found = Disposition.NONE;
    for (int lines = 0; lines <= MOST_LINES; lines++) {
      String line = line();
      if (line.isEmpty()) {
        return found;
      }
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).strip().equalsIgnoreCase("content-disposition")) {
        found = Disposition.parse(line.substring(colon + 1));
      }
    }
    throw malformed("a part has too long a head");
  }

  /** Returns a line without its terminator, which the last may lack. */
  private String line() throws IOException {
    var line = new ByteArrayOutputStream();
    while (fill(1)) {
      byte b = buffer[from++];
      if (b == '\n') {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      line.write(b);
      if (line.size() > LONGEST_LINE) {
        throw malformed("a line of a part's head is too long");
      }
    }
    String last = line.toString(StandardCharsets.UTF_8);
    if (!last.startsWith("--")) {
      throw malformed("it breaks off in a head");
    }
    return last;
  }

  /** Reads on until there are so many bytes; whether there are. */
  private boolean fill(int bytes) throws IOException {
    if (to - from >= bytes) {
      return true;
    }
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    while (to < bytes) {
      int read = in.read(buffer, to, buffer.length - to);
      if (read < 0) {
        return false;
      }
      to += read;
    }
    return true;
  }

  private int read(byte[] bytes, int at, int length) throws IOException {
    if (!isInContent) {
      return -1;
    }
    if (length == 0) {
      return 0;
    }
    if (!fill(delimiter.length)) {
      throw malformed("it breaks off before its last boundary");
    }
    int end = nextCandidate();
    if (end == from && isDelimiterAt(from)) {
      from += delimiter.length;
      isInContent = false;
      return -1;
    }
    int count = Math.min(length, Math.max(1, end - from));
    System.arraycopy(buffer, from, bytes, at, count);
    from += count;
    return count;
  }

  /** The first place at which a delimiter stands, or may when more has been read. */
  private int nextCandidate() {
    for (int i = from; i < to; i++) {
      if (buffer[i] == '\r' && (i + delimiter.length > to || isDelimiterAt(i))) {
        return i;
      }
    }
    return to;
  }

  private boolean isDelimiterAt(int at) {
    return at + delimiter.length <= to
        && Arrays.equals(buffer, at, at + delimiter.length, delimiter, 0, delimiter.length);
  }

  private final class Content extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return MultipartReader.this.read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int at, int length) throws IOException {
      return MultipartReader.this.read(bytes, at, length);
    }
  }
}
