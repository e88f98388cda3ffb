package dev.dexscope.web.traces;

/**
 * How much of the machine those who look at traces may use.
 *
 * @param traces how many stay open
 * @param mapping how large a mapping file may be, in bytes
 */
public record Bounds(int traces, long mapping) {
  /** For the user who has started the server. */
  public static final Bounds OF_ONE_USER = new Bounds(8, 256L << 20);

  /** For anybody: each trace may need half of the memory. */
  public static final Bounds OF_STRANGERS = new Bounds(3, 64L << 20);
}
