package dev.dexscope.web.store;

import java.time.Duration;

/**
 * The limits of a store, and the time that it keeps traces.
 *
 * @param mostBytes of one trace, packed or unpacked
 * @param keepFor the time that a trace is kept
 * @param keepEntries the number of traces kept; the oldest are removed first
 * @param keepBytes the bytes on disk kept; the oldest are removed first
 * @param freeBytes the bytes on the disk that uploads do not use
 * @param uploads the maximum number at once; others are refused
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

  /**
   * Returns how many bytes on disk uploads may take, all together, before they are kept or refused.
   */
  long incomingBytes() {
    return Math.max(mostBytes, keepBytes / 4);
  }

  public StoreLimits {
    if (mostBytes <= 0 || keepEntries <= 0 || uploads <= 0 || keepFor.isNegative()) {
      throw new IllegalArgumentException("a store keeps something");
    }
  }
}
