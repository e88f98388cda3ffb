package dev.dexscope.web.http;

import java.time.Duration;

/**
 * What one peer may take of a server, so that the others are served.
 *
 * @param connections how many there may be at once; more wait until one ends
 * @param idle how long a connection may be silent while a request is read or an answer is taken
 * @param request how long a request may take to arrive, however slowly
 * @param progress how many bytes must have arrived by then, and again in each {@code idle} after
 *     it, for a request to take longer
 */
public record Limits(int connections, Duration idle, Duration request, long progress) {
  /** A large trace may come over a slow line; one that comes byte by byte is refused. */
  public static final Limits USUAL =
      new Limits(512, Duration.ofSeconds(30), Duration.ofMinutes(10), 1 << 20);
}
