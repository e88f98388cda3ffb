package dev.dexscope.dex;

import dev.dexscope.dex.raw.Op;
import java.util.Arrays;

/**
 * One method's code, unpacked for random access. The fields are open: it is a buffer for inner
 * loops, which reuse one from method to method ({@link DexFile#readBody}); arrays may be longer
 * than their content. For other uses, {@link CodeItem} and {@link Instruction} are better.
 */
public final class MethodBody {
  /** The type of a handler that catches everything. */
  public static final int CATCH_ALL = -1;

  /** The code units, and how many. */
  public char[] insns = new char[256];

  public int size;

  /** The size of the frame, of its arguments, and of the longest outgoing argument list. */
  public int registers;

  public int ins;
  public int outs;

  /** The number of tries, and the addresses that they cover. */
  public int tries;

  public int[] tryStart = new int[8];
  public int[] tryEnd = new int[8];

  /** The first handler of each try, and the end of its last. */
  public int[] tryHandlers = new int[8];

  public int[] tryHandlersEnd = new int[8];

  /** The number of handlers, what they catch, and where they begin. */
  public int handlers;

  public int[] handlerType = new int[8];
  public int[] handlerPc = new int[8];

  /** The file of the code, for errors. */
  String file = "";

  int offset;

  /** An error at an address of this code. */
  public DexFormatException broken(int pc, String reason) {
    return new DexFormatException(file, "code_item", offset + 16L + 2L * pc, reason);
  }

  /** A cursor before the first instruction. */
  public Instruction instructions() {
    return new Instruction(this);
  }

  /** Makes room for code of so many units, and sets its size. */
  public void resize(int units) {
    if (insns.length < units) {
      insns = new char[Math.max(units, insns.length * 2)];
    }
    size = units;
  }

  /** Makes room for the tries that have been counted. */
  public void startTries() {
    if (tryStart.length < tries) {
      tryStart = new int[tries];
      tryEnd = new int[tries];
      tryHandlers = new int[tries];
      tryHandlersEnd = new int[tries];
    }
  }

  /** Adds a handler. */
  public void addHandler(int type, int pc) {
    if (handlers == handlerPc.length) {
      handlerType = Arrays.copyOf(handlerType, handlers * 2);
      handlerPc = Arrays.copyOf(handlerPc, handlers * 2);
    }
    handlerType[handlers] = type;
    handlerPc[handlers] = pc;
    handlers++;
  }

  /** Two code units as a number. */
  public int int32(int at) {
    return insns[at] | insns[at + 1] << 16;
  }

  /** Register A: 4 bits in the formats with two operands in the first unit, else 8 or 16. */
  public int registerA(int pc) {
    int unit = insns[pc];
    int opcode = unit & 0xff;
    return switch (WIDE_A[opcode]) {
      case 4 -> (unit >>> 8) & 0xf;
      case 8 -> unit >>> 8;
      default -> insns[pc + 1];
    };
  }

  /** Register B. */
  public int registerB(int pc) {
    int unit = insns[pc];
    int opcode = unit & 0xff;
    return switch (WIDE_B[opcode]) {
      case 4 -> unit >>> 12;
      case 8 -> insns[pc + 1] & 0xff;
      case 16 -> insns[pc + 1];
      default -> insns[pc + 2];
    };
  }

  /** Register C. */
  public int registerC(int pc) {
    return insns[pc + 1] >>> 8;
  }

  private static final byte[] WIDE_A = new byte[256];
  private static final byte[] WIDE_B = new byte[256];

  static {
    Arrays.fill(WIDE_A, (byte) 8);
    Arrays.fill(WIDE_B, (byte) 4);
    for (Opcode each : Opcode.values()) {
      Format format = each.format();
      WIDE_A[each.value()] = (byte) (format.bitsOfA() == 0 ? 8 : format.bitsOfA());
      int unitsOfA = format.bitsOfA() == 16 ? 2 : 1;
      WIDE_B[each.value()] = (byte) (format.bitsOfB() * unitsOfA);
    }
  }

  /** The offset of a branch, or of the payload of a switch or fill-array-data. */
  public int branchOffset(int pc) {
    int unit = insns[pc];
    return switch (unit & 0xff) {
      case Op.GOTO -> (byte) (unit >>> 8);
      case Op.FILL_ARRAY_DATA, Op.GOTO_32, Op.PACKED_SWITCH, Op.SPARSE_SWITCH -> int32(pc + 1);
      default -> (short) insns[pc + 1];
    };
  }

  /** Returns how many registers a list or range instruction names. */
  public int argumentCount(int pc, boolean range) {
    return range ? insns[pc] >>> 8 : insns[pc] >>> 12;
  }

  /** A register of a list instruction (35c, 45cc). */
  public int argument(int pc, int i) {
    return i < 4 ? (insns[pc + 2] >>> (4 * i)) & 0xf : (insns[pc] >>> 8) & 0xf;
  }

  /** A register of a list or range instruction. */
  public int argument(int pc, int i, boolean range) {
    return range ? insns[pc + 2] + i : argument(pc, i);
  }

  /** The try that covers the address: the last that starts at or before it. */
  public int findTry(int pc) {
    int low = 0;
    int high = tries;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tryStart[middle] <= pc) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low > 0 && pc < tryEnd[low - 1] ? low - 1 : -1;
  }
}
