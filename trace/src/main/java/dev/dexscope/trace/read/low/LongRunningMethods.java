package dev.dexscope.trace.read.low;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.trace.TraceFormatException;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The methods that ran longer than a third of a second, as ART of 2026 prints them into ANR and
 * SIGQUIT dumps: a line {@code LongRunningMethods:} followed by base64 on that line or the next
 * ones.
 */
public final class LongRunningMethods {
  private static final String MARK = "LongRunningMethods:";
  private static final int LONGEST_LINE = 1 << 22;

  /** Dumps are text of some megabytes. */
  private static final long SEARCH = 1L << 28;

  private LongRunningMethods() {}

  /** The packets of all such blocks in a dump; null when it is no dump. */
  public static @Nullable ByteView find(ByteView in) {
    if (in.u1(0) != '-' && in.u1(0) != '\n' && in.u1(0) < ' ') {
      return null;
    }
    var packets = new ByteArrayOutputStream();
    long limit = Math.min(in.size(), SEARCH);
    for (long at = 0; at < limit; ) {
      long end = in.indexOf('\n', at, Math.min(limit, at + LONGEST_LINE));
      end = end < 0 ? Math.min(limit, at + LONGEST_LINE) : end;
      long mark = mark(in, at, Math.min(end, at + 256));
      if (mark >= 0) {
        end = decode(in, mark, limit, packets);
      }
      at = end + 1;
    }
    return packets.size() == 0
        ? null
        : ByteView.of(
            in.file(), MemorySegment.ofArray(packets.toByteArray()), TraceFormatException::new);
  }

  private static long mark(ByteView in, long from, long to) {
    for (long at = from; at + MARK.length() <= to; at++) {
      if (in.startsWith(MARK, at)) {
        return at + MARK.length();
      }
    }
    return -1;
  }

  /** Decodes base64 up to the first line with anything else; returns where that begins. */
  private static long decode(ByteView in, long from, long limit, ByteArrayOutputStream packets) {
    var text = new StringBuilder();
    long at = from;
    while (at < limit) {
      long end = in.indexOf('\n', at, limit);
      end = end < 0 ? limit : end;
      String line = in.text(at, Math.min(end - at, LONGEST_LINE)).strip();
      if (!line.matches("[A-Za-z0-9+/]*={0,2}")) {
        break;
      }
      text.append(line);
      at = end + 1;
      if (line.endsWith("=") || (line.isEmpty() && !text.isEmpty())) {
        break;
      }
    }
    try {
      packets.writeBytes(
          Base64.getMimeDecoder().decode(text.toString().getBytes(StandardCharsets.US_ASCII)));
    } catch (IllegalArgumentException e) {
      throw in.fault(from, "damaged base64 after " + MARK);
    }
    return at - 1;
  }
}
