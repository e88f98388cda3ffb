package dev.dexscope.agents.program;

import dev.dexscope.vm.debug.CodeMap;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * A method as agents see it.
 *
 * @param isShown whether they see it at all
 * @param map of its dex code; null for methods of the platform, and those without code
 * @param starts the JVM addresses at which dex instructions begin
 * @param isLast whether they see no frame below its own
 */
public record MethodView(boolean isShown, @Nullable CodeMap map, BitSet starts, boolean isLast) {
  static final MethodView HIDDEN = new MethodView(false, null, new BitSet(), false);

  /** The caller of the program's first method. */
  static final MethodView LAST = new MethodView(false, null, new BitSet(), true);

  private static final int[] NOWHERE = {};
  static final MethodView PLATFORM = new MethodView(true, null, new BitSet(), false);

  public static MethodView of(CodeMap map) {
    BitSet starts = new BitSet();
    for (int pc : map.pcs()) {
      for (int bci : map.bcisAt(pc)) {
        starts.set(bci);
      }
    }
    return new MethodView(true, map, starts, false);
  }

  /** Where a breakpoint at a dex instruction goes. */
  static int[] places(CodeMap map, long location) {
    boolean isInside = location >= 0 && location < map.code().length;
    return isInside ? map.bcisAt((int) location) : NOWHERE;
  }

  /**
   * For each JVM address that of the dex instruction there, its bits inverted where that does not
   * begin there.
   */
  int[] addresses() {
    int[] addresses = new int[map == null ? 0 : map.bciEnd()];
    for (int bci = 0; bci < addresses.length; bci++) {
      int address = (int) location(bci);
      addresses[bci] = starts.get(bci) ? address : ~address;
    }
    return addresses;
  }

  /** Whether hooks, which know of all exceptions that leave the method, throw one again there. */
  public boolean isOfHooks(long bci) {
    return map != null && map.handlers().isOfHooks((int) bci);
  }

  /** A place in the code: dex code has addresses of its own. */
  public long location(long bci) {
    if (map == null || bci < 0) {
      return bci;
    }
    return Math.max(0, map.pcAt((int) bci));
  }
}
