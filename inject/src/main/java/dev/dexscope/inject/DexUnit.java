package dev.dexscope.inject;

import dev.dexscope.dex.DexFile;
import java.util.List;

/**
 * What stands under one name: a dex file, or a container of several that share their strings.
 *
 * @param name for messages
 */
record DexUnit(String name, byte[] bytes, List<DexFile> files) {
  static DexUnit of(String name, byte[] bytes) {
    return new DexUnit(name, bytes, DexFile.parse(name, bytes));
  }
}
