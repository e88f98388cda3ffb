package dev.dexscope.inject.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import java.util.BitSet;

/**
 * The effect of a method's own handlers on the shadow stack: a handler that continues the method's
 * work restores the stack first. One that only frees a monitor and rethrows does not have to,
 * because the next handler or catch-all does.
 */
final class Catches {
  /** Longer ways to an end are work. */
  private static final int MOST_STEPS = 16;

  /** The addresses of handlers that continue the method's work. */
  private final BitSet working = new BitSet();

  /** Whether a handler leads to a return at once. */
  private boolean isReturning;

  private Catches() {}

  static Catches of(MethodBody body) {
    var catches = new Catches();
    for (int i = 0; i < body.handlers; i++) {
      catches.add(body, body.handlerPc[i]);
    }
    return catches;
  }

  BitSet working() {
    return working;
  }

  /** Returns whether the method is still running after it has caught something. */
  boolean goOn() {
    return isReturning || !working.isEmpty();
  }

  private void add(MethodBody body, int handler) {
    Instruction at = body.instructions();
    at.moveTo(handler);
    for (int i = 0; i < MOST_STEPS; i++) {
      int opcode = at.opcodeValue();
      int flags = Opcode.flags(opcode);
      if (opcode == Opcode.THROW.value() && body.findTry(at.pc()) < 0) {
        return;
      }
      if ((flags & Opcode.CAN_RETURN) != 0) {
        isReturning = true;
        return;
      }
      boolean isGoto = (flags & (Opcode.CAN_BRANCH | Opcode.CAN_CONTINUE)) == Opcode.CAN_BRANCH;
      boolean isPlain =
          (flags & (Opcode.CAN_BRANCH | Opcode.CAN_SWITCH | Opcode.CAN_THROW)) == 0
              || opcode == Opcode.MONITOR_EXIT.value();
      if (isGoto) {
        at.moveTo(at.target());
      } else if (!isPlain || !at.next()) {
        break;
      }
    }
    working.set(handler);
  }
}
