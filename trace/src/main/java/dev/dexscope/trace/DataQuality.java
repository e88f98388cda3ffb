package dev.dexscope.trace;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The repairs made to a trace, counted by rule; {@code docs/trace-formats.md} describes the rules.
 *
 * @param records records that were read
 * @param enters records of calls
 * @param exits records of returns
 * @param unrolls records of frames left by an exception
 * @param openAtStart returns from calls that began before the trace: kept as calls that ran from
 *     the thread's first record on
 * @param openAtEnd calls that had not ended: closed with the trace
 * @param missingExits calls whose return is missing: closed with the caller that did return
 * @param unmatchedExits returns from methods that were not running: ignored
 * @param backwards records earlier than the one before on their thread: taken at its time
 * @param tooDeep calls nested deeper than a million on their thread: omitted, their time is the
 *     caller's
 * @param reserved records that are neither calls nor returns: ignored
 * @param unlistedMethods methods that records name and the trace does not list
 * @param unlistedThreads threads likewise
 * @param truncatedBytes bytes at the end that do not form a whole record or packet
 * @param compressionCut whether the compressed file ends before its end
 */
public record DataQuality(
    long records,
    long enters,
    long exits,
    long unrolls,
    long openAtStart,
    long openAtEnd,
    long missingExits,
    long unmatchedExits,
    long backwards,
    long tooDeep,
    long reserved,
    long unlistedMethods,
    long unlistedThreads,
    long truncatedBytes,
    boolean compressionCut) {

  /** Returns whether nothing was repaired; calls open at either end are normal. */
  public boolean isClean() {
    return !compressionCut
        && missingExits
                + unmatchedExits
                + backwards
                + tooDeep
                + reserved
                + unlistedMethods
                + unlistedThreads
                + truncatedBytes
            == 0;
  }

  /** Returns descriptions of the repairs; empty if there are none. */
  public List<String> repairs() {
    List<String> repairs = new ArrayList<>();
    count(repairs, missingExits, "calls without a return");
    count(repairs, unmatchedExits, "returns without a call");
    count(repairs, backwards, "times that went back");
    count(repairs, tooDeep, "calls nested too deep");
    count(repairs, reserved, "records of an unknown kind");
    count(repairs, unlistedMethods, "methods without a name");
    count(repairs, unlistedThreads, "threads without a name");
    if (compressionCut) {
      repairs.add("the compressed file is cut off");
    }
    count(repairs, truncatedBytes, "bytes cut off at the end");
    return repairs;
  }

  private static void count(List<String> repairs, long count, String what) {
    if (count > 0) {
      repairs.add(String.format(Locale.ROOT, "%,d %s", count, what));
    }
  }
}
