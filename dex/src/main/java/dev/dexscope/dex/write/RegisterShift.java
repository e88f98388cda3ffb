package dev.dexscope.dex.write;

import dev.dexscope.dex.Format;
import dev.dexscope.dex.Instruction;
import dev.dexscope.dex.Opcode;
import dev.dexscope.dex.raw.Op;

/**
 * Writes instructions with higher register numbers; where one does not fit, another instruction
 * that does the same, if there is one.
 */
final class RegisterShift {
  /** From a 2addr form to the one with three registers. */
  private static final int TO_THREE = Opcode.ADD_INT.value() - Opcode.ADD_INT_2ADDR.value();

  private static final int MOVES_END = Op.MOVE_OBJECT_16;

  private RegisterShift() {}

  static void write(CodeBuilder builder, Instruction old, int shift) {
    Opcode opcode = old.opcode();
    Format format = opcode.format();
    switch (format) {
      case F10X, F10T, F20T, F30T -> copyPlain(builder, old, opcode);
      case F12X, F22X, F32X -> two(builder, opcode, old.a() + shift, old.b() + shift);
      case F35C, F3RC, F45CC, F4RCC -> arguments(builder, old, opcode, shift);
      case F11N -> builder.constant(old.a() + shift, (int) old.literal());
      case F11X -> builder.emit(opcode, old.a() + shift);
      case F21S, F21IH, F21LH, F31I, F51L ->
          builder.literal(opcode, old.a() + shift, old.literal());
      case F23X -> builder.emit(opcode, old.a() + shift, old.b() + shift, old.c() + shift);
      case F22B -> builder.literal(opcode, old.a() + shift, old.b() + shift, (int) old.literal());
      case F22S -> shortLiteral(builder, old, opcode, shift);
      case F21T, F31T -> {
        int register = within(opcode, old.a() + shift, 8);
        if (opcode == Opcode.FILL_ARRAY_DATA) {
          builder.copyArray(old, register);
        } else {
          builder.copyBranch(old, opcode.value() | register << 8);
        }
      }
      case F22T ->
          builder.copyBranch(
              old,
              opcode.value()
                  | within(opcode, old.a() + shift, 4) << 8
                  | within(opcode, old.b() + shift, 4) << 12);
      case F21C, F31C -> index(builder, old, opcode, within(opcode, old.a() + shift, 8) << 8);
      case F22C ->
          index(
              builder,
              old,
              opcode,
              within(opcode, old.a() + shift, 4) << 8 | within(opcode, old.b() + shift, 4) << 12);
    }
  }

  private static int within(Opcode opcode, int register, int bits) {
    if (register >>> bits != 0) {
      throw new RegisterRangeException(opcode.mnemonic() + " has no room for v" + register);
    }
    return register;
  }

  private static void copyPlain(CodeBuilder builder, Instruction old, Opcode opcode) {
    if (opcode.has(Opcode.CAN_BRANCH)) {
      builder.copyBranch(old, opcode.value());
    } else {
      builder.emit(opcode);
    }
  }

  private static void two(CodeBuilder builder, Opcode opcode, int a, int b) {
    int value = opcode.value();
    if (value >= Opcode.MOVE.value() && value <= MOVES_END) {
      move(builder, opcode, a, b);
    } else if ((a | b) < 16 || value < Opcode.ADD_INT_2ADDR.value()) {
      builder.emit(opcode, a, b);
    } else {
      builder.emit(CodeBuilder.opcode(value + TO_THREE), a, a, b);
    }
  }

  /**
   * Writes the old form of the move, or a longer one: the old code's choice is kept if possible.
   */
  private static void move(CodeBuilder builder, Opcode opcode, int a, int b) {
    int first = (opcode.value() - 1) / 3 * 3 + 1;
    int form = opcode.value() - first;
    int needed = (a | b) < 16 ? 0 : a < 256 ? 1 : 2;
    builder.emit(CodeBuilder.opcode(first + Math.max(form, needed)), a, b);
  }

  private static void shortLiteral(CodeBuilder builder, Instruction old, Opcode opcode, int shift) {
    int a = old.a() + shift;
    int b = old.b() + shift;
    int value = (int) old.literal();
    // lit16 and lit8 forms stand in the same order, but for the shifts, which only lit8 has.
    int lit8 = opcode.value() + Opcode.ADD_INT_LIT8.value() - Opcode.ADD_INT_LIT16.value();
    boolean useLit8 = (a | b) >= 16 && value == (byte) value;
    builder.literal(useLit8 ? CodeBuilder.opcode(lit8) : opcode, a, b, value);
  }

  private static void index(CodeBuilder builder, Instruction old, Opcode opcode, int registers) {
    if (opcode.indexKind() == Opcode.IndexKind.STRING) {
      builder.string(registers >>> 8, old);
      return;
    }
    builder.assembler().unit(opcode.value() | registers);
    builder.assembler().unit(builder.translated(opcode.indexKind(), old.index()));
  }

  private static void arguments(CodeBuilder builder, Instruction old, Opcode opcode, int shift) {
    int index = builder.translated(opcode.indexKind(), old.index());
    if (old.isRange()) {
      builder.assembler().unit(opcode.value() | old.argumentCount() << 8);
      builder.assembler().unit(index);
      int first = old.argumentCount() == 0 ? 0 : old.argument(0) + shift;
      builder.assembler().unit(within(opcode, first, 16));
    } else {
      int[] list = new int[old.argumentCount()];
      for (int i = 0; i < list.length; i++) {
        list[i] = old.argument(i) + shift;
      }
      builder.arguments(opcode, index, list);
    }
    if (opcode.indexKind() == Opcode.IndexKind.METHOD_AND_PROTO) {
      builder.assembler().unit(builder.translated(Opcode.IndexKind.PROTO, old.protoIndex()));
    }
  }
}
