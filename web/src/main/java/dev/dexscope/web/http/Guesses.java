package dev.dexscope.web.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Limits how many wrong tokens each client may try. A text that was wrong before counts once: a
 * page of an earlier server, which goes on asking with its token, learns nothing by it.
 */
final class Guesses {
  private static final int MOST_KNOWN = 10_000;

  private final RateLimit rate;
  private final Map<String, Boolean> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST_KNOWN;
        }
      };

  Guesses(InstantSource clock) {
    rate = new RateLimit(30, Duration.ofMinutes(1), clock);
  }

  /**
   * Returns what a text is right for; null if it is wrong.
   *
   * @param kind of text: what is wrong as one kind may be right as another
   * @throws HttpException if the client has tried too many others
   */
  synchronized @Nullable Grant grant(
      String client, String kind, String text, Function<String, @Nullable Grant> check) {
    String digest = digest(kind + " " + text);
    if (known.containsKey(digest)) {
      return null;
    }
    if (!rate.has(client)) {
      throw new HttpException(429, "too many wrong tokens; try again in some seconds");
    }
    Grant grant = check.apply(text);
    if (grant == null) {
      rate.takes(client);
      known.put(digest, true);
    }
    return grant;
  }

  private static String digest(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
