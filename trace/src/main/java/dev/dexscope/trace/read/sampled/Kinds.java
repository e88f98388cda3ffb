package dev.dexscope.trace.read.sampled;

import dev.dexscope.base.bytes.ByteView;
import java.util.List;

/** The kinds of samples in one file: processor time, allocations, cache misses. */
public final class Kinds {
  private Kinds() {}

  /**
   * The number of the kind that is asked for.
   *
   * @param asked empty for the usual one
   * @param usual the number of that
   * @throws RuntimeException the reader's typed one, when there is no such kind
   */
  public static int choose(ByteView in, String asked, List<String> kinds, int usual) {
    if (asked.isEmpty()) {
      return usual;
    }
    int found = kinds.indexOf(asked);
    if (found < 0) {
      throw in.fault(0, "holds no samples of " + asked + ", but of " + String.join(", ", kinds));
    }
    return found;
  }
}
