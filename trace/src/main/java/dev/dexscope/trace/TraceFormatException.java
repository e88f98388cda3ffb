package dev.dexscope.trace;

/** Input that cannot be read as a method trace: what is wrong, in which file, and where. */
public final class TraceFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  public TraceFormatException(String file, long offset, String reason) {
    super(file + ": at 0x" + Long.toHexString(offset) + ": " + reason);
    this.file = file;
    this.offset = offset;
  }

  /** The file's name as the user gave it. */
  public String file() {
    return file;
  }

  /** The byte offset at which the fault stands. */
  public long offset() {
    return offset;
  }
}
