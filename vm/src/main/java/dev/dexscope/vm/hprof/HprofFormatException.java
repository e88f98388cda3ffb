package dev.dexscope.vm.hprof;

/** A file is no heap dump of HotSpot's, or a damaged one. */
public final class HprofFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  HprofFormatException(String file, long offset, String reason) {
    super(file + " at byte " + offset + ": " + reason);
  }
}
