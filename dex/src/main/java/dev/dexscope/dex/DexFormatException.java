package dev.dexscope.dex;

/**
 * Thrown for input that is not a well-formed DEX file; contains the fault, the file and the
 * position.
 */
public sealed class DexFormatException extends RuntimeException permits NoCodeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final String section;
  private final long offset;

  public DexFormatException(String file, String section, long offset, String reason) {
    super(file + ": " + section + " at 0x" + Long.toHexString(offset) + ": " + reason);
    this.file = file;
    this.section = section;
    this.offset = offset;
  }

  /** The file's name, or the name of the entry inside an archive ({@code app.apk!classes2.dex}). */
  public String file() {
    return file;
  }

  /** The section of the format that was being read, in the specification's words. */
  public String section() {
    return section;
  }

  /** Returns the byte offset of the fault in the dex file. */
  public long offset() {
    return offset;
  }
}
