package dev.dexscope.dex;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The source lines of a method's code.
 *
 * <pre>{@code
 * LineTable lines = LineTable.of(method.code());
 * int line = lines.line(instruction.pc());
 * }</pre>
 */
public final class LineTable {
  /** The result of {@link #line} if debug info has no line. */
  public static final int NO_LINE = -1;

  private final int[] addresses;
  private final int[] lines;

  private LineTable(int[] addresses, int[] lines) {
    this.addresses = addresses;
    this.lines = lines;
  }

  /**
   * Reads the lines; empty without code or debug info. Damaged debug info is read up to the damage,
   * as programs run with it.
   */
  public static LineTable of(@Nullable CodeItem code) {
    int[] addresses = new int[8];
    int[] lines = new int[8];
    int count = 0;
    try {
      DebugInfo debug = code == null ? null : code.debugInfo();
      for (DebugInfo.Events e = debug == null ? null : debug.events(); e != null && e.next(); ) {
        if (e.kind() == DebugInfo.Kind.LINE) {
          if (count == lines.length) {
            addresses = Arrays.copyOf(addresses, 2 * count);
            lines = Arrays.copyOf(lines, 2 * count);
          }
          addresses[count] = e.address();
          lines[count++] = e.line();
        }
      }
    } catch (DexFormatException _) {
      // See the method's comment.
    }
    return new LineTable(Arrays.copyOf(addresses, count), Arrays.copyOf(lines, count));
  }

  /**
   * The line of the instruction at an address, in code units. Where debug info has several lines
   * for one address, ART takes the first one there, and the last one for what follows.
   */
  public int line(int pc) {
    int next = firstBehind(pc);
    int first = firstBehind(pc - 1);
    return first < next ? lines[first] : next == 0 ? NO_LINE : lines[next - 1];
  }

  /** Returns the index of the first entry whose address is after this one. */
  private int firstBehind(int pc) {
    int low = 0;
    int high = addresses.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (addresses[middle] <= pc) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The line that is named first. */
  public int first() {
    return lines.length == 0 ? NO_LINE : lines[0];
  }

  /** Returns whether the line has code. */
  public boolean contains(int line) {
    return address(line) >= 0;
  }

  /** The first address of the line's code, or -1. */
  public int address(int line) {
    for (int i = 0; i < lines.length; i++) {
      if (lines[i] == line) {
        return addresses[i];
      }
    }
    return -1;
  }
}
