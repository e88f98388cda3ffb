package dev.dexscope.apk.preflight;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The strings of a dex file, found without reading its structure, so that every version, container
 * and damaged file can be searched: each follows its length and precedes a zero (string_data_item
 * of the format's specification). Only those below 128 characters of ASCII are found.
 */
final class DexStrings {
  private DexStrings() {}

  static void forEach(byte[] dex, Consumer<String> action) {
    int start = 0;
    for (int at = 0; at < dex.length; at++) {
      if (dex[at] == 0) {
        int length = at - start - 1;
        if (length > 0 && dex[start] == length) {
          action.accept(new String(dex, start + 1, length, StandardCharsets.ISO_8859_1));
        }
        start = at + 1;
      }
    }
  }
}
