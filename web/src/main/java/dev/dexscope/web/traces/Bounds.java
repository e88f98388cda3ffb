package dev.dexscope.web.traces;

/**
 * The limits of viewers of traces.
 *
 * @param traces the number of traces kept open
 * @param mapping the maximum size of a mapping file, in bytes
 */
public record Bounds(int traces, long mapping) {
  /** For the user that has started the server. */
  public static final Bounds OF_ONE_USER = new Bounds(8, 256L << 20);

  /** For anybody: each trace may need half of the memory. */
  public static final Bounds OF_STRANGERS = new Bounds(3, 64L << 20);
}
