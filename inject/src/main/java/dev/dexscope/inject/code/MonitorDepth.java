package dev.dexscope.inject.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import java.util.Arrays;

/**
 * The number of monitors that a method holds before each of its instructions. Where paths with
 * different numbers meet, the larger one counts: no code may rely on a free monitor.
 */
final class MonitorDepth {
  /** The limit of the verifier; also ends the search in unbalanced loops. */
  private static final int MOST = 32;

  private static final int UNREACHED = -1;

  private final MethodBody body;
  private final int[] depth;
  private int[] pending = new int[64];
  private int pendingCount;

  private MonitorDepth(MethodBody body) {
    this.body = body;
    this.depth = new int[body.size];
    Arrays.fill(depth, UNREACHED);
  }

  /** By address; {@code -1} for what no path reaches. Only addresses of instructions count. */
  static int[] of(MethodBody body) {
    var search = new MonitorDepth(body);
    search.reach(0, 0);
    Instruction at = body.instructions();
    while (search.pendingCount > 0) {
      at.moveTo(search.pending[--search.pendingCount]);
      search.follow(at);
    }
    return search.depth;
  }

  /** Returns whether a method uses monitors at all; most do not. */
  static boolean areUsed(MethodBody body) {
    for (Instruction each = body.instructions(); each.next(); ) {
      if (each.opcodeValue() == Opcode.MONITOR_ENTER.value()) {
        return true;
      }
    }
    return false;
  }

  private void reach(int pc, int held) {
    if (pc < 0 || pc >= body.size) {
      throw body.broken(pc, "code leads out of the method");
    }
    int most = Math.min(held, MOST);
    if (depth[pc] >= most) {
      return;
    }
    depth[pc] = most;
    if (pendingCount == pending.length) {
      pending = Arrays.copyOf(pending, 2 * pendingCount);
    }
    pending[pendingCount++] = pc;
  }

  private void follow(Instruction at) {
    int pc = at.pc();
    int held = depth[pc];
    int opcode = at.opcodeValue();
    int flags = Opcode.flags(opcode);
    // As the verifier sees it, monitor-exit throws nothing: else no handler could use it.
    if ((flags & Opcode.CAN_THROW) != 0 && opcode != Opcode.MONITOR_EXIT.value()) {
      reachHandlers(pc, held);
    }
    int after = held;
    if (opcode == Opcode.MONITOR_ENTER.value()) {
      after++;
    } else if (opcode == Opcode.MONITOR_EXIT.value()) {
      after = Math.max(0, held - 1);
    }
    if ((flags & Opcode.CAN_SWITCH) != 0) {
      reachCases(at, after);
    } else if ((flags & Opcode.CAN_BRANCH) != 0) {
      reach(at.target(), after);
    }
    if ((flags & Opcode.CAN_CONTINUE) != 0) {
      reach(pc + at.units(), after);
    }
  }

  private void reachHandlers(int pc, int held) {
    int range = body.findTry(pc);
    if (range >= 0) {
      for (int i = body.tryHandlers[range]; i < body.tryHandlersEnd[range]; i++) {
        reach(body.handlerPc[i], held);
      }
    }
  }

  private void reachCases(Instruction at, int held) {
    Instruction payload = at.copy();
    payload.moveTo(at.target());
    if (!payload.isPackedSwitchPayload() && !payload.isSparseSwitchPayload()) {
      throw body.broken(at.pc(), "switch without cases");
    }
    for (int i = 0; i < payload.payloadSize(); i++) {
      reach(at.pc() + payload.caseOffset(i), held);
    }
  }
}
