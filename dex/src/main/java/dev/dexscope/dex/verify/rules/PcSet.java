package dev.dexscope.dex.verify.rules;

import java.util.Arrays;

/** A set of dex pcs that finds its next member fast in large methods: bits over bits. */
final class PcSet {
  private long[] words = new long[16];
  private long[] summary = new long[1];

  /** Empties the set and makes room for pcs below {@code size}. */
  void reset(int size) {
    int count = (size >>> 6) + 1;
    int summaries = (count >>> 6) + 1;
    if (count > words.length) {
      words = new long[count];
      summary = new long[summaries];
    } else {
      Arrays.fill(words, 0, count, 0);
      Arrays.fill(summary, 0);
    }
  }

  boolean contains(int pc) {
    return ((words[pc >>> 6] >>> pc) & 1) != 0;
  }

  void add(int pc) {
    int word = pc >>> 6;
    words[word] |= 1L << pc;
    summary[word >>> 6] |= 1L << word;
  }

  void remove(int pc) {
    int word = pc >>> 6;
    words[word] &= ~(1L << pc);
    if (words[word] == 0) {
      summary[word >>> 6] &= ~(1L << word);
    }
  }

  /** The first member at or after {@code pc}, or -1. */
  int next(int pc) {
    int word = pc >>> 6;
    long bits = words[word] & -1L << pc;
    if (bits != 0) {
      return (word << 6) + Long.numberOfTrailingZeros(bits);
    }
    word++;
    int at = word >>> 6;
    if (at >= summary.length) {
      return -1;
    }
    long rest = summary[at] & -1L << word;
    while (rest == 0) {
      if (++at >= summary.length) {
        return -1;
      }
      rest = summary[at];
    }
    int found = (at << 6) + Long.numberOfTrailingZeros(rest);
    return (found << 6) + Long.numberOfTrailingZeros(words[found]);
  }
}
