package dev.dexscope.inject.code;

import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;
import java.util.BitSet;

/**
 * What a method's own handlers do with an exception, as far as the shadow stack has to know: one
 * that goes on with the method's work puts the stack right first. One that only frees a monitor and
 * throws on has nothing to put right, since the next handler or catch-all does.
 */
final class Catches {
  /** Longer ways to an end are work. */
  private static final int MOST_STEPS = 16;

  /** Where handlers begin that go on working. */
  private final BitSet working = new BitSet();

  /** Whether some handler leads to a return at once. */
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

  /** Whether the method is still running after it has caught something. */
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
