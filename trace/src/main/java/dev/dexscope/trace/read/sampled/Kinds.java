package dev.dexscope.trace.read.sampled;

import dev.dexscope.base.bytes.ByteView;
import java.util.List;

/** The kinds of samples in one file: processor time, allocations, cache misses. */
public final class Kinds {
  /** The key of the kinds that a file has besides the one that was read. */
  public static final String OTHERS = "other-events";

  private Kinds() {}

  /** Returns the kinds but for the one that was read, in one line; empty if there are none. */
  public static String others(List<String> kinds, String read) {
    return String.join(", ", kinds.stream().filter(each -> !each.equals(read)).toList());
  }

  /**
   * Returns the number of the requested kind.
   *
   * @param asked empty for the default
   * @param usual the number of the default
   * @throws RuntimeException the reader's typed one, if there is no such kind
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
