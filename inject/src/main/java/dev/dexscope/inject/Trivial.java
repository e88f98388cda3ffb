package dev.dexscope.inject;

import dev.dexscope.dex.DexFile;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.MethodBody;
import dev.dexscope.dex.Opcode;

/**
 * Methods that take less time than measuring them would: of up to three instructions, or of up to
 * 16 code units that do no work: call nothing (but the constructor of Object), have no loop, handle
 * no exception.
 */
final class Trivial {
  static final int MOST_UNITS = 16;
  private static final int FEW_INSTRUCTIONS = 3;
  private static final int UNITS_OF_FEW = 6;

  private Trivial() {}

  /** Returns whether a method has a few instructions, whatever they do. */
  static boolean isShort(MethodBody body) {
    int count = 0;
    for (Instruction each = body.instructions(); each.next(); ) {
      count++;
    }
    return count <= FEW_INSTRUCTIONS && body.size <= UNITS_OF_FEW && body.tries == 0;
  }

  /** Returns whether a method does what may take time. */
  static boolean works(MethodBody body, DexFile dex) {
    boolean works = body.tries > 0;
    for (Instruction each = body.instructions(); !works && each.next(); ) {
      works = works(each, dex);
    }
    return works;
  }

  private static boolean works(Instruction each, DexFile dex) {
    int opcode = each.opcodeValue();
    int flags = Opcode.flags(opcode);
    if ((flags & Opcode.CAN_BRANCH) != 0) {
      return each.target() <= each.pc();
    }
    return switch (Opcode.indexKind(flags)) {
      case METHOD -> !isObjectsConstructor(each, dex);
      case METHOD_AND_PROTO, CALL_SITE -> true;
      default -> (flags & Opcode.CAN_SWITCH) != 0 || opcode == Opcode.MONITOR_ENTER.value();
    };
  }

  private static boolean isObjectsConstructor(Instruction each, DexFile dex) {
    return each.opcodeValue() == Opcode.INVOKE_DIRECT.value()
        && dex.type(dex.methodClass(each.index())).equals("Ljava/lang/Object;");
  }
}
