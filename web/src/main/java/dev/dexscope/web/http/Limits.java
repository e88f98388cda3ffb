package dev.dexscope.web.http;

import java.time.Duration;

/**
 * The limits of one peer, so that others are served.
 *
 * @param connections the maximum number at once; others wait until one ends
 * @param idle the time that a connection may be silent while a request is read or an answer is sent
 * @param request the time in which a request may arrive, at any speed
 * @param progress the bytes that must have arrived by then, and again in each {@code idle} after
 *     it, for a request that takes longer
 */
public record Limits(int connections, Duration idle, Duration request, long progress) {
  /** A large trace may come over a slow line; one that comes byte by byte is refused. */
  public static final Limits USUAL =
      new Limits(512, Duration.ofSeconds(30), Duration.ofMinutes(10), 1 << 20);
}
