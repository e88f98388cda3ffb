package dev.dexscope.probe;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The places of the code that were reached, where the injector has numbered them: its file has
 * {@code code=} and a name of the numbered code, {@code places=} and their number. What is written
 * has the same two lines, and the numbers that were reached, {@code 7} or {@code 9-12}, a line
 * each.
 */
final class Places {
  private static final String ASSET = "dexscope/places.txt";
  private static final int MOST_BYTES = 1 << 10;

  /** The injector's limit, too: a byte for each. */
  private static final int MOST = 1 << 24;

  private static final boolean[] NONE = {};

  /** Which were reached, by their numbers. */
  final boolean[] reached;

  /** The injector's file. */
  private final String code;

  Places(String code, int count) {
    this.code = code;
    this.reached = count == 0 ? NONE : new boolean[count];
  }

  /** Returns those of this program; none if the injector has numbered none. */
  static Places load() {
    try {
      InputStream in = Assets.open(ASSET);
      return in == null ? new Places("", 0) : parse(Assets.bytes(in, MOST_BYTES));
    } catch (IOException | RuntimeException e) {
      // A profiler that does not work must not keep the app from working.
      Log.warn("no places are recorded: " + e);
      return new Places("", 0);
    }
  }

  private static Places parse(byte[] file) throws IOException {
    String text = new String(file, StandardCharsets.UTF_8);
    int count = Integer.parseInt(text.substring(text.lastIndexOf('=') + 1).trim());
    if (count < 0 || count > MOST) {
      throw new IOException(count + " places");
    }
    return new Places(text, count);
  }

  boolean isEmpty() {
    return reached.length == 0;
  }

  void reset() {
    Arrays.fill(reached, false);
  }

  void write(File target) throws IOException {
    AtomicFile file = new AtomicFile(target);
    try {
      Writer out = file.writer();
      out.write(code);
      for (int from = 0; from < reached.length; from++) {
        if (reached[from]) {
          int to = from;
          while (to + 1 < reached.length && reached[to + 1]) {
            to++;
          }
          out.write(from == to ? from + "\n" : from + "-" + to + "\n");
          from = to;
        }
      }
      file.commit();
    } finally {
      file.discard();
    }
  }
}
