package dev.dexscope.base.bytes;

/** Input that is not what it should be: what is wrong, in which file, and where. */
public abstract class FormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  protected FormatException(String file, long offset, String reason) {
    super(file + ": at 0x" + Long.toHexString(offset) + ": " + reason);
    this.file = file;
    this.offset = offset;
  }

  /** The file's name, or the entry's inside an archive ({@code app.apk!AndroidManifest.xml}). */
  public final String file() {
    return file;
  }

  /** The byte offset at which the fault stands. */
  public final long offset() {
    return offset;
  }
}
