package dev.dexscope.trace.read.common;

import dev.dexscope.trace.TraceFormatException;

/**
 * The limit of a compressed trace's unpacked size: a file of a few kilobytes can hold gigabytes.
 * Traces shrink to a tenth, those of a program that repeats one operation to a hundredth.
 *
 * @param most the maximum in bytes
 * @param ratio the maximum as a multiple of the compressed size
 */
public record UnpackLimit(long most, int ratio) {
  /** Property that permits larger traces: so many bytes, at any ratio. */
  private static final String ALLOWED = "dexscope.unpack.bytes";

  private static final long USUAL_MOST = 16L << 30;
  private static final int USUAL_RATIO = 200;

  /** So much is unpacked at any ratio. */
  private static final long LITTLE = 64L << 20;

  /** The limit that is set for this process. */
  public static UnpackLimit ofProcess() {
    long allowed = Long.getLong(ALLOWED, 0);
    return allowed > 0
        ? new UnpackLimit(allowed, Integer.MAX_VALUE)
        : new UnpackLimit(USUAL_MOST, USUAL_RATIO);
  }

  /**
   * Checks the size unpacked so far.
   *
   * @throws TraceFormatException if it exceeds the limit
   */
  public void check(String file, long packed, long unpacked) {
    if (unpacked > most) {
      throw fault(file, most + " bytes");
    }
    if (unpacked > LITTLE && unpacked / ratio > packed) {
      throw fault(file, ratio + " times its size");
    }
  }

  private static TraceFormatException fault(String file, String limit) {
    return new TraceFormatException(
        file, 0, "unpacks to more than " + limit + " (-D" + ALLOWED + "=BYTES allows more)");
  }
}
