package dev.dexscope.web.http;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Limits how often each client may perform an operation: a number of times at once, and again in
 * each period. Only the most recent clients are recorded.
 */
public final class RateLimit {
  private static final int MOST_CLIENTS = 10_000;

  private record Bucket(double left, long millis) {}

  private final int most;
  private final Duration each;
  private final InstantSource clock;
  private final Map<String, Bucket> clients =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_CLIENTS;
        }
      };

  /**
   * Limits all clients alike.
   *
   * @param most how many times at once
   * @param each the period in which as many more are allowed
   */
  public RateLimit(int most, Duration each, InstantSource clock) {
    this.most = most;
    this.each = each;
    this.clock = clock;
  }

  /** Returns whether a client may do it once more; if so, it has. */
  public synchronized boolean takes(String client) {
    long now = clock.millis();
    double left = left(client, now);
    boolean takes = left >= 1;
    clients.put(group(client), new Bucket(takes ? left - 1 : left, now));
    return takes;
  }

  /** Returns whether a client may do it once more. */
  synchronized boolean has(String client) {
    return left(client, clock.millis()) >= 1;
  }

  private double left(String client, long now) {
    Bucket bucket = clients.getOrDefault(group(client), new Bucket(most, now));
    double won = (double) (now - bucket.millis) * most / each.toMillis();
    return Math.min(most, bucket.left + Math.max(0, won));
  }

  /** The owner of one IPv6 address has its whole network: 64 bits of it (RFC 4291). */
  private static String group(String client) {
    String address = client.replace("[", "").replace("]", "");
    if (address.indexOf(':') < 0) {
      return address;
    }
    String[] parts = address.split(":", -1);
    int whole = Math.min(4, parts.length);
    return String.join(":", Arrays.copyOf(parts, whole));
  }
}
