package dev.dexscope.dex.write.code;

import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.write.ids.ConstantPool;
import java.util.Arrays;

/**
 * A method's code on its way into a file. Its ids are those of the {@link ConstantPool}, until the
 * order of all ids is known.
 *
 * @param registers the size of the frame
 * @param ins that of its arguments
 * @param outs that of the longest argument list
 * @param insns the code units
 * @param tries start, end, first handler and end of handlers of each try
 * @param handlers type and address of each handler
 * @param debug lines and variables
 * @param isFinal whether the ids are those of the finished file
 */
public record Code(
    int registers,
    int ins,
    int outs,
    char[] insns,
    int[] tries,
    int[] handlers,
    Debug debug,
    boolean isFinal) {

  static final int TRY = 4;
  public static final int HANDLER = 2;

  /** Unpacks it for a reader. */
  public void load(MethodBody body) {
    body.registers = registers;
    body.ins = ins;
    body.outs = outs;
    body.resize(insns.length);
    System.arraycopy(insns, 0, body.insns, 0, insns.length);
    body.tries = tries.length / TRY;
    body.startTries();
    for (int i = 0; i < body.tries; i++) {
      body.tryStart[i] = tries[i * TRY];
      body.tryEnd[i] = tries[i * TRY + 1];
      body.tryHandlers[i] = tries[i * TRY + 2];
      body.tryHandlersEnd[i] = tries[i * TRY + 3];
    }
    body.handlers = 0;
    for (int i = 0; i < handlers.length; i += HANDLER) {
      body.addHandler(handlers[i], handlers[i + 1]);
    }
  }

  /** Returns whether it is the code that was read. */
  public boolean isSame(MethodBody body) {
    return registers == body.registers
        && ins == body.ins
        && outs == body.outs
        && hasOldDebug()
        && Arrays.equals(insns, 0, insns.length, body.insns, 0, body.size)
        && hasTriesOf(body);
  }

  private boolean hasOldDebug() {
    return switch (debug) {
      case Debug.None _ -> true;
      case Debug.Kept(_, int shift) -> shift == 0;
      case Debug.Made _ -> false;
    };
  }

  private boolean hasTriesOf(MethodBody body) {
    if (tries.length != body.tries * TRY) {
      return false;
    }
    for (int i = 0; i < body.tries; i++) {
      int from = tries[i * TRY + 2];
      int count = tries[i * TRY + 3] - from;
      if (tries[i * TRY] != body.tryStart[i]
          || tries[i * TRY + 1] != body.tryEnd[i]
          || count != body.tryHandlersEnd[i] - body.tryHandlers[i]) {
        return false;
      }
      for (int j = 0; j < count; j++) {
        if (handlers[(from + j) * HANDLER] != body.handlerType[body.tryHandlers[i] + j]
            || handlers[(from + j) * HANDLER + 1] != body.handlerPc[body.tryHandlers[i] + j]) {
          return false;
        }
      }
    }
    return true;
  }
}
