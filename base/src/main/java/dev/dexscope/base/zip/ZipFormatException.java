package dev.dexscope.base.zip;

/**
 * A zip file, or an entry of one, that is not well-formed: what is wrong, in which file, and where.
 */
public final class ZipFormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  public ZipFormatException(String file, long offset, String reason) {
    super(file + ": at 0x" + Long.toHexString(offset) + ": " + reason);
    this.file = file;
    this.offset = offset;
  }

  /** The file's name, or the entry's inside an archive ({@code app.apk!AndroidManifest.xml}). */
  public String file() {
    return file;
  }

  /** The byte offset at which the fault stands. */
  public long offset() {
    return offset;
  }
}
