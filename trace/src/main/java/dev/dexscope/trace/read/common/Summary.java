package dev.dexscope.trace.read.common;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.Clock;
import dev.dexscope.trace.Method;
import dev.dexscope.trace.write.TraceviewWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The text part of a trace: {@code *version}, {@code key=value} lines, {@code *threads} and {@code
 * *methods}, up to {@code *end}. It precedes the records of a file and follows those of a stream.
 *
 * @param version the number after {@code *version}; -1 if it is missing
 * @param keys in the order of the file
 * @param end the offset after {@code *end} and its line feed
 */
public record Summary(int version, Map<String, String> keys, long end) {
  public static final long ALL_BITS = -1;
  public static final long LOW_16_BITS = 0xffff;

  private static final String END = "*end";

  /** What ART calls the thread that ends it, by then the main thread has ended: it is the same. */
  private static final String AT_END = "Shutdown thread";

  private enum Section {
    VERSION,
    KEYS,
    THREADS,
    METHODS
  }

  /**
   * Reads from {@code start}; adds listed threads and methods to the tables.
   *
   * @param threadBits the bits of a thread's id that records hold; older ART lists complete ids
   */
  public static Summary read(
      ByteView in,
      long start,
      long limit,
      long threadBits,
      ThreadTable threads,
      MethodIds methods) {
    return read(
        in,
        start,
        limit,
        StandardCharsets.UTF_8,
        line -> thread(line, threadBits, threads),
        line -> method(line, methods));
  }

  /** Reads from {@code start}; passes on the lines that list threads and methods unchanged. */
  public static Summary read(
      ByteView in,
      long start,
      long limit,
      Charset charset,
      Consumer<String> threads,
      Consumer<String> methods) {
    Map<String, String> keys = new LinkedHashMap<>();
    int version = -1;
    Section section = Section.KEYS;
    for (long at = start; at < limit; ) {
      long lineEnd = in.indexOf('\n', at, Math.min(limit, at + MAX_LINE));
      if (lineEnd < 0) {
        throw in.fault(at, limit - at > MAX_LINE ? "a line without an end" : "*end is missing");
      }
      String line = in.text(at, lineEnd - at, charset);
      at = lineEnd + 1;
      if (line.startsWith("*")) {
        if (line.equals(END)) {
          return new Summary(version, keys, at);
        }
        section =
            switch (line) {
              case "*version" -> Section.VERSION;
              case "*threads" -> Section.THREADS;
              case "*methods" -> Section.METHODS;
              default -> Section.KEYS;
            };
      } else {
        switch (section) {
          case VERSION -> {
            version = (int) number(line, -1);
            section = Section.KEYS;
          }
          case KEYS -> key(line, keys);
          case THREADS -> threads.accept(line);
          case METHODS -> methods.accept(line);
        }
      }
    }
    throw in.fault(limit, "*end is missing");
  }

  /** Longer than any method's line: a class name is at most 64 KiB, as is a signature. */
  private static final int MAX_LINE = 1 << 19;

  private static void key(String line, Map<String, String> keys) {
    int equals = line.indexOf('=');
    if (equals > 0) {
      keys.put(line.substring(0, equals), line.substring(equals + 1));
    }
  }

  private static void thread(String line, long threadBits, ThreadTable threads) {
    int tab = line.indexOf(line.indexOf('\t') < 0 ? ' ' : '\t');
    String id = tab < 0 ? line : line.substring(0, tab);
    long number = number(id, -1);
    if (number >= 0) {
      String name = tab < 0 ? "" : line.substring(tab + 1);
      if (!name.equals(AT_END) || !threads.isNamed(number & threadBits)) {
        threads.name(number & threadBits, name);
      }
    }
  }

  /**
   * {@code 0xID class name signature file [line]}, by tabs, or by spaces in what was copied from a
   * page; Dalvik writes classes with slashes.
   */
  public static void method(String line, MethodIds methods) {
    String[] parts = line.indexOf('\t') < 0 ? line.split(" ", -1) : line.split("\t", -1);
    if (parts.length < 3) {
      return;
    }
    long id = parts[0].startsWith("0x") ? hex(parts[0].substring(2)) : number(parts[0], -1);
    if (id == -1) {
      return;
    }
    methods.list(
        new Method(
            id,
            parts[1].replace('/', '.'),
            parts[2],
            parts.length > 3 ? parts[3] : "",
            parts.length > 4 ? parts[4] : "",
            parts.length > 5 ? (int) number(parts[5], -1) : -1));
  }

  private static long hex(String digits) {
    try {
      return Long.parseUnsignedLong(digits, 16);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static long number(String digits, long otherwise) {
    try {
      return Long.parseLong(digits.strip());
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  public long number(String key) {
    return number(keys.getOrDefault(key, ""), 0);
  }

  /** Returns whether Dexscope has written the trace. */
  public boolean isOurs() {
    return keys.getOrDefault("vm", "").equals(TraceviewWriter.VM);
  }

  /** Returns whether the buffer was full before the end. */
  public boolean overflow() {
    return keys.getOrDefault("data-file-overflow", "").equals("true");
  }

  /** Returns the time from start to stop in nanoseconds; 0 if it is not known. */
  public long elapsedNanos() {
    return keys.containsKey("elapsed-time-nsec")
        ? number("elapsed-time-nsec")
        : number("elapsed-time-usec") * 1000;
  }

  /**
   * Returns the time of the stop on the clock of the records, if samples may have been taken until
   * then; 0 otherwise.
   */
  public long endOfSamples(Clock clock) {
    boolean everyCall = isOurs() && !keys.containsKey(TraceviewWriter.SAMPLING_INTERVAL);
    return overflow() || everyCall || !clock.hasWall() ? 0 : elapsedNanos();
  }
}
