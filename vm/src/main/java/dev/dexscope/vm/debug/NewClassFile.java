package dev.dexscope.vm.debug;

import java.util.Set;

/** A class file in the place of a class's dex code. */
public final class NewClassFile {
  private final byte[] bytes;
  private final Set<String> changed;

  /**
   * @param changed see {@link #changed}
   */
  public NewClassFile(byte[] bytes, Set<String> changed) {
    this.bytes = bytes;
    this.changed = Set.copyOf(changed);
  }

  /** Returns the class file for redefining the class. */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The methods, by name and descriptor, that run code of the class file's own, not dex code. */
  public Set<String> changed() {
    return changed;
  }
}
