package dev.dexscope.web.traces;

/**
 * The limits of viewers of traces.
 *
 * @param traces the number of traces kept open
 * @param mapping the maximum size of a mapping file, in bytes
 * @param sources the maximum size of a file with sources or a program, in bytes; 0 if there are
 *     none
 */
public record Bounds(int traces, long mapping, long sources) {
  /** For the user that has started the server. */
  public static final Bounds OF_ONE_USER = new Bounds(8, 256L << 20, 1L << 30);

  /** For anybody: each trace may need half of the memory. */
  public static final Bounds OF_STRANGERS = new Bounds(3, 64L << 20, 0);
}
