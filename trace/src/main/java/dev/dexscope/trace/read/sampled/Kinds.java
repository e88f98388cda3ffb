package dev.dexscope.trace.read.sampled;

import dev.dexscope.base.bytes.ByteView;
import dev.dexscope.base.files.RefusedFileException;
import dev.dexscope.trace.TraceInfo;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The kinds of samples in one file: processor time, allocations, cache misses. */
public final class Kinds {
  private Kinds() {}

  /** Returns the keys of a file: the kind that was read and the others, if there are several. */
  public static Map<String, String> keys(List<String> kinds, String read) {
    Map<String, String> keys = new LinkedHashMap<>();
    if (kinds.size() > 1) {
      keys.put(TraceInfo.EVENT, read);
      keys.put(
          TraceInfo.OTHER_EVENTS,
          String.join(", ", kinds.stream().filter(each -> !each.equals(read)).toList()));
    }
    return keys;
  }

  /**
   * Returns the number of the requested kind.
   *
   * @param asked empty for the default
   * @param usual the number of the default
   * @throws RefusedFileException if there is no such kind
   */
  public static int choose(ByteView in, String asked, List<String> kinds, int usual) {
    if (asked.isEmpty()) {
      return usual;
    }
    int found = kinds.indexOf(asked);
    if (found < 0) {
      throw refusal(in, asked, "name one that it has: " + String.join(", ", kinds));
    }
    return found;
  }

  /** The file is whole: the request does not fit it. */
  public static RefusedFileException refusal(ByteView in, String asked, String advice) {
    return new RefusedFileException("no samples of " + asked, in.file(), advice);
  }
}
