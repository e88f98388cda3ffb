package dev.dexscope.device.awk;

import dev.dexscope.device.script.PosixRegex;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The patterns of a program, and the last ones that it has made of texts. */
final class Patterns {
  private static final int MOST = 100;

  private final Map<String, Pattern> known =
      new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Pattern> eldest) {
          return size() > MOST;
        }
      };

  static Pattern compile(String pattern) throws AwkException {
    try {
      return PosixRegex.compile(pattern, true, false);
    } catch (IOException e) {
      throw new AwkException(e.getMessage() + "");
    }
  }

  /** Returns the pattern of a text. */
  Pattern of(String text) throws AwkException {
    Pattern pattern = known.get(text);
    if (pattern == null) {
      pattern = compile(text);
      known.put(text, pattern);
    }
    return pattern;
  }
}
