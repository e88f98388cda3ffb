package dev.dexscope.dex;

/**
 * An archive that is whole and has no dex code in it. On a class path it is there for its
 * resources; it is no program.
 */
public final class NoCodeException extends DexFormatException {
  private static final long serialVersionUID = 1L;

  NoCodeException(String file) {
    super(file, "archive", 0, "has no classes.dex");
  }
}
