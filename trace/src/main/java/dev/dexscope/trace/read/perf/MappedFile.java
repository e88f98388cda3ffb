package dev.dexscope.trace.read.perf;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A file with code, as simpleperf describes it: where it is loaded, and its symbols. */
final class MappedFile {
  private static final int KERNEL = 0;
  private static final int KERNEL_MODULE = 1;
  private static final int ELF = 2;
  private static final int SYMBOL_MAP = 4;

  private static final int DEX = 3;

  /** The offset was not written. */
  static final long NO_OFFSET = -1;

  private final int type;
  private final long minAddress;
  private final long offsetOfMin;
  private final List<Symbol> symbols;

  /** A function, in the file's own addresses. */
  record Symbol(long address, long length, String name) {
    boolean holds(long at) {
      return at >= address && (length == 0 || at - address < length);
    }
  }

  MappedFile(int type, long minAddress, long offsetOfMin, List<Symbol> symbols) {
    this.type = type;
    this.minAddress = minAddress;
    this.offsetOfMin = offsetOfMin;
    this.symbols = new ArrayList<>(symbols);
    this.symbols.sort(Comparator.comparingLong(Symbol::address));
  }

  /** Returns whether it has dex code, which the runtime's interpreter runs. */
  boolean isDex() {
    return type == DEX;
  }

  /** Returns the names of its symbols. */
  List<String> names() {
    return symbols.stream().map(Symbol::name).toList();
  }

  /** The address in the file of an address in a process into which it is mapped. */
  long address(long ip, long mapStart, long mapOffset) {
    return switch (type) {
      case KERNEL, SYMBOL_MAP -> ip;
      case KERNEL_MODULE -> ip - mapStart - Math.max(0, offsetOfMin) + minAddress;
      case ELF ->
          offsetOfMin == NO_OFFSET
              ? ip - mapStart + minAddress
              : ip - mapStart + mapOffset - offsetOfMin + minAddress;
      default -> ip - mapStart + mapOffset;
    };
  }

  /** Returns the function at an address in the file; null if unknown. */
  @Nullable Symbol symbolAt(long address) {
    int low = 0;
    int high = symbols.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (symbols.get(middle).address() <= address) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && symbols.get(low - 1).holds(address) ? symbols.get(low - 1) : null;
  }
}
