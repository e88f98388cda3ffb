package dev.dexscope.inject.coverage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * The places of a program's code that runs have reached, as the run time writes them: {@code code=}
 * and a name of the numbered code, {@code places=} and their number, then the numbers that were
 * reached, {@code 7} or {@code 9-12}, a line each.
 *
 * @param code the name of the numbered code
 * @param count the number of places
 * @param reached those that were reached
 */
public record ReachedPlaces(String code, int count, BitSet reached) {
  /** The limit of the run time. */
  public static final int MOST = 1 << 24;

  private static final int MOST_DIGITS = 8;

  /**
   * Reads a file.
   *
   * @throws PlacesFormatException if it is no such file
   * @throws IOException if it cannot be read
   */
  public static ReachedPlaces read(Path file) throws IOException {
    String code = "";
    int count = -1;
    var reached = new BitSet();
    long offset = 0;
    try (var lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      for (String line; (line = lines.readLine()) != null; offset += line.length() + 1L) {
        if (line.startsWith("code=") && offset == 0) {
          code = line.substring("code=".length());
        } else if (line.startsWith("places=") && count < 0) {
          count = number(file, offset, line.substring("places=".length()), MOST + 1);
        } else {
          int dash = line.indexOf('-');
          int from = number(file, offset, dash < 0 ? line : line.substring(0, dash), count);
          int to = dash < 0 ? from : number(file, offset, line.substring(dash + 1), count);
          if (to < from) {
            throw broken(file, offset, "places " + line);
          }
          reached.set(from, to + 1);
        }
      }
    }
    if (count < 0 || code.isEmpty()) {
      throw broken(file, 0, "no places of code");
    }
    return new ReachedPlaces(code, count, reached);
  }

  private static int number(Path file, long offset, String text, int limit) {
    boolean isNumber =
        !text.isEmpty()
            && text.length() <= MOST_DIGITS
            && text.chars().allMatch(each -> each >= '0' && each <= '9');
    int number = isNumber ? Integer.parseInt(text) : -1;
    if (number < 0 || number >= limit) {
      throw broken(file, offset, "no place is " + text.substring(0, Math.min(20, text.length())));
    }
    return number;
  }

  private static PlacesFormatException broken(Path file, long offset, String reason) {
    return new PlacesFormatException(file.toString(), offset, reason);
  }

  /** Returns what either has reached of the same code. */
  public ReachedPlaces plus(ReachedPlaces other) {
    var both = (BitSet) reached.clone();
    both.or(other.reached);
    return new ReachedPlaces(code, count, both);
  }

  /** Returns the file's text. */
  public String text() {
    var text = new StringBuilder("code=" + code + "\nplaces=" + count + "\n");
    for (int from = reached.nextSetBit(0); from >= 0; ) {
      int to = reached.nextClearBit(from) - 1;
      text.append(from == to ? from + "\n" : from + "-" + to + "\n");
      from = reached.nextSetBit(to + 1);
    }
    return text.toString();
  }
}
