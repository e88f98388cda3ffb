package dev.dexscope.web.serve;

import dev.dexscope.base.bytes.ProtoWriter;
import dev.dexscope.web.http.HttpException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Folded stacks as a pprof profile. The text has no time and no unit, which the request has, so
 * that the same text of two intervals would be taken for one run.
 */
final class FoldedProfile {
  private static final int LONGEST_LINE = 1 << 20;
  private static final double SECOND = 1e9;

  /**
   * The meaning of the numbers.
   *
   * @param type of the values
   * @param unit of the values
   * @param factor by which the numbers are multiplied
   */
  record Values(String type, String unit, double factor) {
    /** Counts of samples, so many in a second, are processor time. */
    static Values ofSamples(double rate) {
      return new Values("cpu", "nanoseconds", SECOND / rate);
    }
  }

  private final Map<String, Integer> strings = new LinkedHashMap<>();
  private final Map<String, Integer> functions = new LinkedHashMap<>();
  private final ProtoWriter out = new ProtoWriter();

  private FoldedProfile() {
    string("");
  }

  /**
   * Converts a text.
   *
   * @param counted whether a number follows each stack; else each line is one sample
   * @param from when it begins, in nanoseconds since 1970
   * @param nanos how long it lasts
   * @throws HttpException if a line is no stack
   */
  static byte[] toPprof(InputStream text, boolean counted, Values values, long from, long nanos)
      throws IOException {
    return new FoldedProfile().convert(text, counted, values, from, nanos);
  }

  private byte[] convert(InputStream text, boolean counted, Values values, long from, long nanos)
      throws IOException {
    var type = new ProtoWriter().number(1, string(values.type())).number(2, string(values.unit()));
    out.message(1, type);
    var in = new BufferedReader(new InputStreamReader(text, StandardCharsets.UTF_8));
    for (String line = line(in); line != null; line = line(in)) {
      if (!line.isBlank()) {
        sample(line.strip(), counted, values.factor());
      }
    }
    functions.forEach((name, id) -> {
      out.message(4, new ProtoWriter().number(1, id).message(4, new ProtoWriter().number(1, id)));
      out.message(5, new ProtoWriter().number(1, id).number(2, string(name)));
    });
    strings.keySet().forEach(each -> out.text(6, each));
    return out.number(9, from).number(10, nanos).toBytes();
  }

  private static @Nullable String line(BufferedReader in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0; c = in.read()) {
      if (c == '\n') {
        return line.toString();
      }
      line.append((char) c);
      if (line.length() > LONGEST_LINE) {
        throw HttpException.badRequest("a stack of more than " + LONGEST_LINE + " characters");
      }
    }
    return line.isEmpty() ? null : line.toString();
  }

  private void sample(String line, boolean counted, double factor) {
    int space = counted ? line.lastIndexOf(' ') : line.length();
    if (space <= 0) {
      throw HttpException.badRequest("no stack with a number: " + shortened(line));
    }
    long count = counted ? number(line, space + 1) : 1;
    String[] frames = line.substring(0, space).split(";", -1);
    var locations = new ProtoWriter();
    for (int i = frames.length - 1; i >= 0; i--) {
      locations.varint(functions.computeIfAbsent(frames[i], _ -> functions.size() + 1));
    }
    out.message(2, new ProtoWriter().message(1, locations).number(2, Math.round(count * factor)));
  }

  private static long number(String line, int from) {
    try {
      long number = Long.parseLong(line.substring(from));
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw HttpException.badRequest("no stack with a number: " + shortened(line));
  }

  private static String shortened(String line) {
    return line.substring(0, Math.min(100, line.length()));
  }

  private int string(String text) {
    return strings.computeIfAbsent(text, _ -> strings.size());
  }
}
