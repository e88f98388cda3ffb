package dev.dexscope.vm.code;

import java.util.Map;

/**
 * A class translated as ever, byte for byte, but for its LineNumberTables: they have the numbers of
 * instructions ({@link MethodLayout#pc}) for lines.
 *
 * @param layouts of the methods with code, by name and descriptor
 */
public record MappedClass(byte[] classFile, Map<String, MethodLayout> layouts) {
  public MappedClass {
    layouts = Map.copyOf(layouts);
  }
}
