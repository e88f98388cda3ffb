package dev.dexscope.dex.verify;

import java.util.Arrays;

/** One method's code, unpacked for random access; reused from method to method. */
final class MethodBody {
  /** The type of a handler that catches everything. */
  static final int CATCH_ALL = -1;

  char[] insns = new char[256];
  int size;
  int registers;
  int ins;
  int outs;

  int tries;
  int[] tryStart = new int[8];
  int[] tryEnd = new int[8];

  /** The first handler of each try, and behind its last. */
  int[] tryHandlers = new int[8];

  int[] tryHandlersEnd = new int[8];

  int handlers;
  int[] handlerType = new int[8];
  int[] handlerPc = new int[8];

  /** Makes room for the tries that have been counted. */
  void startTries() {
    if (tryStart.length < tries) {
      tryStart = new int[tries];
      tryEnd = new int[tries];
      tryHandlers = new int[tries];
      tryHandlersEnd = new int[tries];
    }
  }

  void addHandler(int type, int pc) {
    if (handlers == handlerPc.length) {
      handlerType = Arrays.copyOf(handlerType, handlers * 2);
      handlerPc = Arrays.copyOf(handlerPc, handlers * 2);
    }
    handlerType[handlers] = type;
    handlerPc[handlers] = pc;
    handlers++;
  }

  int int32(int at) {
    return insns[at] | insns[at + 1] << 16;
  }

  /** Register A: 4 bits in the formats with two operands in the first unit, else 8 or 16. */
  int registerA(int pc) {
    int unit = insns[pc];
    int opcode = unit & 0xff;
    return switch (WIDE_A[opcode]) {
      case 4 -> (unit >>> 8) & 0xf;
      case 8 -> unit >>> 8;
      default -> insns[pc + 1];
    };
  }

  int registerB(int pc) {
    int unit = insns[pc];
    int opcode = unit & 0xff;
    return switch (WIDE_B[opcode]) {
      case 4 -> unit >>> 12;
      case 8 -> insns[pc + 1] & 0xff;
      case 16 -> insns[pc + 1];
      default -> insns[pc + 2];
    };
  }

  int registerC(int pc) {
    return insns[pc + 1] >>> 8;
  }

  private static final byte[] WIDE_A = new byte[256];
  private static final byte[] WIDE_B = new byte[256];

  static {
    Arrays.fill(WIDE_A, (byte) 8);
    Arrays.fill(WIDE_B, (byte) 4);
    // 12x, 11n, 22t, 22c and 22s keep A and B in the first unit.
    int[][] four = {
      {0x01, 0x01},
      {0x04, 0x04},
      {0x07, 0x07},
      {0x12, 0x12},
      {0x20, 0x21},
      {0x23, 0x23},
      {0x32, 0x37},
      {0x52, 0x5f},
      {0x7b, 0x8f},
      {0xb0, 0xd7}
    };
    for (int[] range : four) {
      Arrays.fill(WIDE_A, range[0], range[1] + 1, (byte) 4);
    }
    for (int move : new int[] {0x03, 0x06, 0x09}) {
      WIDE_A[move] = 16;
      WIDE_B[move] = 32;
    }
    for (int move : new int[] {0x02, 0x05, 0x08}) {
      WIDE_B[move] = 16;
    }
    // 23x and 22b.
    int[][] eight = {{0x2d, 0x31}, {0x44, 0x51}, {0x90, 0xaf}, {0xd8, 0xe2}};
    for (int[] range : eight) {
      Arrays.fill(WIDE_B, range[0], range[1] + 1, (byte) 8);
    }
  }

  int branchOffset(int pc) {
    int unit = insns[pc];
    return switch (unit & 0xff) {
      case 0x28 -> (byte) (unit >>> 8);
      case 0x2a -> int32(pc + 1);
      default -> (short) insns[pc + 1];
    };
  }

  /** How many registers a list or range instruction names. */
  int argumentCount(int pc, boolean range) {
    return range ? insns[pc] >>> 8 : insns[pc] >>> 12;
  }

  /** A register of a list instruction (35c, 45cc). */
  int argument(int pc, int i) {
    return i < 4 ? (insns[pc + 2] >>> (4 * i)) & 0xf : (insns[pc] >>> 8) & 0xf;
  }

  int argument(int pc, int i, boolean range) {
    return range ? insns[pc + 2] + i : argument(pc, i);
  }

  /** The try that covers the address: the last that starts at or before it. */
  int findTry(int pc) {
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
