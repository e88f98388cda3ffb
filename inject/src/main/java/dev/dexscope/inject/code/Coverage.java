package dev.dexscope.inject.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import java.util.ArrayList;
import java.util.List;

/**
 * The code of a method that a catch-all which only reports the method's end may cover. Code that
 * holds a monitor is excluded, unless it has a catch-all of its own: at the handler paths with and
 * without monitors would meet, and such a method loses its fast interpreter and its compiled code.
 */
final class Coverage {
  /** Addresses, the end not included. */
  record Range(int start, int end) {}

  /**
   * A try_item has 16 bits for its size, and branches may take up to three times their old room.
   */
  private static final int LONGEST = 20_000;

  private final MethodBody body;
  private final int[] depth;
  private final List<Range> ranges = new ArrayList<>();
  private boolean isWorthIt;

  private Coverage(MethodBody body, int[] depth) {
    this.body = body;
    this.depth = depth;
  }

  /**
   * Returns the ranges, empty if nothing in them can throw past them: a handler that nothing
   * reaches would keep the method from being compiled.
   *
   * @param from their lowest start
   */
  static List<Range> of(MethodBody body, int from) {
    int[] depth = MonitorDepth.areUsed(body) ? MonitorDepth.of(body) : new int[body.size];
    var coverage = new Coverage(body, depth);
    coverage.collect(from);
    return coverage.isWorthIt ? coverage.ranges : List.of();
  }

  private void collect(int from) {
    int start = -1;
    for (Instruction each = body.instructions(); each.next(); ) {
      int pc = each.pc();
      boolean isCovered = pc >= from && depth[pc] == 0;
      if (start >= 0 && (!isCovered || pc - start > LONGEST)) {
        ranges.add(new Range(start, pc));
        start = -1;
      }
      if (!isCovered) {
        continue;
      }
      if (start < 0) {
        start = pc;
      }
      isWorthIt |= canThrow(each) && !hasCatchAll(pc);
    }
    if (start >= 0) {
      ranges.add(new Range(start, body.size));
    }
  }

  private static boolean canThrow(Instruction each) {
    return !each.isPayload() && (Opcode.flags(each.opcodeValue()) & Opcode.CAN_THROW) != 0;
  }

  private boolean hasCatchAll(int pc) {
    int range = body.findTry(pc);
    return range >= 0
        && body.tryHandlersEnd[range] > body.tryHandlers[range]
        && body.handlerType[body.tryHandlersEnd[range] - 1] == MethodBody.CATCH_ALL;
  }
}
