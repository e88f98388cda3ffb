package dev.dexscope.inject;

import dev.dexscope.dex.DexFile;
import java.util.List;

/**
 * The content of one file: a dex file, or a container of several that share their strings.
 *
 * @param name for messages
 * @param isAlone whether it is not in an archive, which could contain other files
 */
record DexUnit(String name, byte[] bytes, List<DexFile> files, boolean isAlone) {
  /** Returns whether a class of that type is in it. */
  boolean defines(String type) {
    return files.stream().anyMatch(each -> each.findClassIndex(type) >= 0);
  }

  static DexUnit of(String name, byte[] bytes) {
    return new DexUnit(name, bytes, DexFile.parse(name, bytes), false);
  }

  static DexUnit alone(String name, byte[] bytes) {
    return new DexUnit(name, bytes, DexFile.parse(name, bytes), true);
  }
}
