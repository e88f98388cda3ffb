package dev.dexscope.web.store;

import java.time.Duration;

/**
 * How much a store takes, and for how long.
 *
 * @param mostBytes of one trace, packed or unpacked
 * @param keepFor how long a trace is kept
 * @param keepEntries how many are kept; the oldest go first
 * @param keepBytes how many bytes on disk are kept; the oldest go first
 * @param freeBytes what uploads leave free on the disk
 * @param uploads how many there may be at once; more are refused
 */
public record StoreLimits(
    long mostBytes,
    Duration keepFor,
    int keepEntries,
    long keepBytes,
    long freeBytes,
    int uploads) {
  private static final long GIGABYTE = 1L << 30;

  public static final StoreLimits USUAL =
      new StoreLimits(2 * GIGABYTE, Duration.ofDays(30), 10_000, 20 * GIGABYTE, GIGABYTE, 64);

  /** How many bytes on disk uploads may take, all together, before they are kept or refused. */
  long incomingBytes() {
    return Math.max(mostBytes, keepBytes / 4);
  }

  public StoreLimits {
    if (mostBytes <= 0 || keepEntries <= 0 || uploads <= 0 || keepFor.isNegative()) {
      throw new IllegalArgumentException("a store keeps something");
    }
  }
}
