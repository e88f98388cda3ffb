package dev.dexscope.wire.ddm;

/** The four letters of a chunk's type as a number, and back. */
public final class ChunkType {
  private ChunkType() {}

  /** The number of four letters. */
  public static int of(String letters) {
    if (letters.length() != 4) {
      throw new IllegalArgumentException(letters + " are not four letters");
    }
    int type = 0;
    for (int i = 0; i < 4; i++) {
      type = (type << 8) | (letters.charAt(i) & 0xff);
    }
    return type;
  }

  /** Returns the letters; a number if they are not letters. */
  public static String name(int type) {
    StringBuilder letters = new StringBuilder(4);
    for (int shift = 24; shift >= 0; shift -= 8) {
      char letter = (char) (type >>> shift & 0xff);
      if (letter <= ' ' || letter > '~') {
        return "0x" + Integer.toHexString(type);
      }
      letters.append(letter);
    }
    return letters.toString();
  }
}
