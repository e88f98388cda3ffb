package dev.dexscope.monitor.vm;

import dev.dexscope.wire.ddm.HeapChunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The layout of a heap, as a VM reports it in chunks {@code HPSG} or {@code HPSO}: pieces of one
 * kind and solidity, one after the other.
 *
 * <pre>{@code
 * HeapMap map = vm.mapHeap(false);
 * map.parts().forEach(System.out::println);
 * List<HeapMap.Cell> picture = map.cells(4096);
 * }</pre>
 */
public final class HeapMap {
  private static final int KINDS = 16;
  private static final int SOLIDITIES = 8;
  private static final int STATES = KINDS * SOLIDITIES;

  /** The maximum of distinct pieces; smaller ones after them are counted, but not placed. */
  private static final int MOST_PIECES = 1 << 22;

  private static final Kind[] ALL_KINDS = Kind.values();
  private static final Solidity[] ALL_SOLIDITIES = Solidity.values();

  /** The kind of a piece. */
  public enum Kind {
    OBJECT,
    CLASS,
    BYTES,
    SHORTS,
    INTS,
    LONGS,
    UNKNOWN,
    NATIVE
  }

  /** The strength of the references to a piece. */
  public enum Solidity {
    FREE,
    HARD,
    SOFT,
    WEAK,
    PHANTOM,
    FINALIZABLE,
    SWEEP,
    UNKNOWN
  }

  /**
   * All pieces of a kind and solidity.
   *
   * @param pieces their number; of objects, if the VM was requested to separate them
   */
  public record Part(Kind kind, Solidity solidity, long pieces, long bytes) {}

  /**
   * A stretch of a heap.
   *
   * @param kind of what takes most of it
   * @param solidity of the same; free where all of it is
   * @param used how much of it is not free, from 0 to 1
   */
  public record Cell(Kind kind, Solidity solidity, double used) {}

  private byte[] states = new byte[64];
  private long[] lengths = new long[64];
  private int count;
  private boolean isPartial;
  private final long[] pieces = new long[STATES];
  private final long[] bytes = new long[STATES];
  private long total;
  private long unplaced;

  HeapMap() {}

  void add(HeapChunk.Segment segment) {
    byte[] runs = segment.runs();
    for (int i = 0; i < runs.length; i += 2) {
      int state = runs[i] & STATES - 1;
      long length = (long) ((runs[i + 1] & 0xff) + 1) * segment.unit();
      boolean goesOn = isPartial && count > 0 && states[count - 1] == (byte) state;
      isPartial = (runs[i] & 0x80) != 0;
      bytes[state] += length;
      total += length;
      if (!goesOn) {
        pieces[state]++;
      }
      place(state, length);
    }
  }

  /** Neighbours of one state look alike. */
  private void place(int state, long length) {
    if (count > 0 && states[count - 1] == (byte) state) {
      lengths[count - 1] += length;
      return;
    }
    if (count == MOST_PIECES) {
      unplaced += length;
      return;
    }
    if (count == states.length) {
      states = Arrays.copyOf(states, 2 * count);
      lengths = Arrays.copyOf(lengths, 2 * count);
    }
    states[count] = (byte) state;
    lengths[count++] = length;
  }

  /** All bytes, free ones too. */
  public long bytes() {
    return total;
  }

  /** Bytes of which {@link #cells} shows nothing, because there are too many small pieces. */
  public long unplacedBytes() {
    return unplaced;
  }

  /** Returns the free bytes after the last object, which {@link #cells} does not show either. */
  public long freeEnd() {
    boolean isFree = count > 0 && solidity(states[count - 1]) == Solidity.FREE;
    return isFree && unplaced == 0 ? lengths[count - 1] : 0;
  }

  /** Returns the parts, the largest first. */
  public List<Part> parts() {
    List<Part> all = new ArrayList<>();
    for (int state = 0; state < STATES; state++) {
      if (pieces[state] > 0) {
        all.add(new Part(kind(state), solidity(state), pieces[state], bytes[state]));
      }
    }
    all.sort((one, other) -> Long.compare(other.bytes, one.bytes));
    return all;
  }

  private static Kind kind(int state) {
    return ALL_KINDS[Math.min(state >> 3, ALL_KINDS.length - 1)];
  }

  private static Solidity solidity(int state) {
    return ALL_SOLIDITIES[state & SOLIDITIES - 1];
  }

  /** The heap up to its last object in so many stretches of equal length, by their addresses. */
  public List<Cell> cells(int wanted) {
    long placed = total - unplaced - freeEnd();
    if (wanted <= 0 || placed == 0) {
      return List.of();
    }
    List<Cell> cells = new ArrayList<>(wanted);
    long[] inCell = new long[STATES];
    int piece = 0;
    long left = lengths[0];
    long at = 0;
    for (int i = 0; i < wanted; i++) {
      // In this order, so that rounding does not add up.
      long end = (long) ((i + 1.0) / wanted * placed);
      long size = end - at;
      Arrays.fill(inCell, 0);
      while (at < end && piece < count) {
        long step = Math.min(left, end - at);
        inCell[states[piece] & STATES - 1] += step;
        at += step;
        left -= step;
        if (left == 0 && ++piece < count) {
          left = lengths[piece];
        }
      }
      cells.add(cell(inCell, size));
    }
    return cells;
  }

  private static Cell cell(long[] inCell, long size) {
    long free = 0;
    int most = 0;
    for (int state = 0; state < STATES; state++) {
      if (solidity(state) == Solidity.FREE) {
        free += inCell[state];
      } else if (inCell[state] > inCell[most] || solidity(most) == Solidity.FREE) {
        most = state;
      }
    }
    return new Cell(kind(most), solidity(most), size == 0 ? 0 : 1 - (double) free / size);
  }
}
