package dev.dexscope.trace.export.flame;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page with its parts and data inserted: complete in one file, nothing is loaded. */
final class Page {
  private static final String MARK = "/*DATA*/";
  private static final Pattern INCLUDE = Pattern.compile("/\\*INCLUDE ([a-z.]+)\\*/\n");

  private Page() {}

  /** Writes the data as JSON. */
  @FunctionalInterface
  interface Data {
    void writeTo(JsonGenerator json) throws IOException;
  }

  static void write(String resource, OutputStream out, Data data) throws IOException {
    String page = included(resource);
    int mark = page.indexOf(MARK);
    out.write(page.substring(0, mark).getBytes(StandardCharsets.UTF_8));
    var inert = new InertJson(out);
    try (JsonGenerator json = new JsonFactory().createGenerator(inert, JsonEncoding.UTF8)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      data.writeTo(json);
    }
    inert.flush();
    out.write(page.substring(mark + MARK.length()).getBytes(StandardCharsets.UTF_8));
  }

  /** The text of a resource with the resources that it includes put in. */
  private static String included(String resource) throws IOException {
    String text;
    try (InputStream in = Page.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException(resource + " is missing from the jar");
      }
      text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    Matcher include = INCLUDE.matcher(text);
    var whole = new StringBuilder();
    while (include.find()) {
      include.appendReplacement(whole, Matcher.quoteReplacement(included(include.group(1))));
    }
    return include.appendTail(whole).toString();
  }

  /**
   * JSON that cannot end the script element that contains it: a less-than sign occurs only in
   * strings, where its escape means the same.
   */
  private static final class InertJson extends FilterOutputStream {
    private static final byte[] LESS_THAN = "\\u003c".getBytes(StandardCharsets.US_ASCII);

    InertJson(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      int from = offset;
      for (int i = offset; i < offset + length; i++) {
        if (bytes[i] == '<') {
          out.write(bytes, from, i - from);
          out.write(LESS_THAN);
          from = i + 1;
        }
      }
      out.write(bytes, from, offset + length - from);
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }
  }
}
