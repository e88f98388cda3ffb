package dev.dexscope.dexer;

/** The instructions of class files (JVMS 6.5): numbers, lengths and operands. */
final class Bytecode {
  static final int NOP = 0x00;
  static final int ACONST_NULL = 0x01;
  static final int ICONST_0 = 0x03;
  static final int LCONST_0 = 0x09;
  static final int LCONST_1 = 0x0a;
  static final int FCONST_0 = 0x0b;
  static final int FCONST_2 = 0x0d;
  static final int DCONST_0 = 0x0e;
  static final int DCONST_1 = 0x0f;
  static final int BIPUSH = 0x10;
  static final int SIPUSH = 0x11;
  static final int LDC = 0x12;
  static final int LDC_W = 0x13;
  static final int LDC2_W = 0x14;
  static final int ILOAD = 0x15;
  static final int ALOAD = 0x19;
  static final int ILOAD_0 = 0x1a;
  static final int ALOAD_3 = 0x2d;
  static final int IALOAD = 0x2e;
  static final int AALOAD = 0x32;
  static final int BALOAD = 0x33;
  static final int SALOAD = 0x35;
  static final int ISTORE = 0x36;
  static final int ASTORE = 0x3a;
  static final int ISTORE_0 = 0x3b;
  static final int ASTORE_3 = 0x4e;
  static final int IASTORE = 0x4f;
  static final int LASTORE = 0x50;
  static final int FASTORE = 0x51;
  static final int DASTORE = 0x52;
  static final int AASTORE = 0x53;
  static final int BASTORE = 0x54;
  static final int CASTORE = 0x55;
  static final int SASTORE = 0x56;
  static final int POP = 0x57;
  static final int POP2 = 0x58;
  static final int DUP = 0x59;
  static final int DUP_X1 = 0x5a;
  static final int DUP_X2 = 0x5b;
  static final int DUP2 = 0x5c;
  static final int DUP2_X1 = 0x5d;
  static final int DUP2_X2 = 0x5e;
  static final int SWAP = 0x5f;
  static final int IADD = 0x60;
  static final int ISUB = 0x64;
  static final int DREM = 0x73;
  static final int INEG = 0x74;
  static final int DNEG = 0x77;
  static final int ISHL = 0x78;
  static final int LUSHR = 0x7d;
  static final int IAND = 0x7e;
  static final int LXOR = 0x83;
  static final int IINC = 0x84;
  static final int I2L = 0x85;
  static final int I2S = 0x93;
  static final int LCMP = 0x94;
  static final int DCMPG = 0x98;
  static final int IFEQ = 0x99;
  static final int IFLE = 0x9e;
  static final int IF_ICMPEQ = 0x9f;
  static final int IF_ACMPEQ = 0xa5;
  static final int IF_ACMPNE = 0xa6;
  static final int GOTO = 0xa7;
  static final int JSR = 0xa8;
  static final int RET = 0xa9;
  static final int TABLESWITCH = 0xaa;
  static final int LOOKUPSWITCH = 0xab;
  static final int IRETURN = 0xac;
  static final int ARETURN = 0xb0;
  static final int RETURN = 0xb1;
  static final int GETSTATIC = 0xb2;
  static final int PUTSTATIC = 0xb3;
  static final int GETFIELD = 0xb4;
  static final int PUTFIELD = 0xb5;
  static final int INVOKEVIRTUAL = 0xb6;
  static final int INVOKESPECIAL = 0xb7;
  static final int INVOKESTATIC = 0xb8;
  static final int INVOKEINTERFACE = 0xb9;
  static final int INVOKEDYNAMIC = 0xba;
  static final int NEW = 0xbb;
  static final int NEWARRAY = 0xbc;
  static final int ANEWARRAY = 0xbd;
  static final int ARRAYLENGTH = 0xbe;
  static final int ATHROW = 0xbf;
  static final int CHECKCAST = 0xc0;
  static final int INSTANCEOF = 0xc1;
  static final int MONITORENTER = 0xc2;
  static final int MONITOREXIT = 0xc3;
  static final int WIDE = 0xc4;
  static final int MULTIANEWARRAY = 0xc5;
  static final int IFNULL = 0xc6;
  static final int IFNONNULL = 0xc7;
  static final int GOTO_W = 0xc8;
  static final int JSR_W = 0xc9;

  /** The descriptors of the arrays that {@code newarray} makes, by its operand from 4 on. */
  static final String[] ARRAY_TYPES = {"[Z", "[C", "[F", "[D", "[B", "[S", "[I", "[J"};

  /** A digit for each instruction, 32 in a row; 0 where the length depends on operands. */
  private static final String LENGTHS =
      "11111111111111112323322222111111"
          + "11111111111111111111112222211111"
          + "11111111111111111111111111111111"
          + "11111111111111111111111111111111"
          + "11113111111111111111111113333333"
          + "33333333320011111133333335532311"
          + "3311043355";

  private static final int[] NO_TARGETS = {};

  private final byte[] code;

  Bytecode(byte[] code) {
    this.code = code;
  }

  int size() {
    return code.length;
  }

  /** An instruction's number, or any unsigned byte. */
  int u1(int pc) {
    return code[pc] & 0xff;
  }

  int s1(int pc) {
    return code[pc];
  }

  int u2(int pc) {
    return (code[pc] & 0xff) << 8 | (code[pc + 1] & 0xff);
  }

  int s2(int pc) {
    return (short) u2(pc);
  }

  int s4(int pc) {
    return u2(pc) << 16 | u2(pc + 2);
  }

  /** Returns where the operands of a switch begin. */
  static int switchAt(int pc) {
    return (pc + 4) & ~3;
  }

  /** Returns how many cases a switch has. */
  int cases(int pc) {
    int at = switchAt(pc);
    long count =
        u1(pc) == TABLESWITCH
            ? (long) s4(at + 8) - s4(at + 4) + 1
            : Integer.toUnsignedLong(s4(at + 4));
    if (count < 0 || count > code.length / 4) {
      throw new UnsupportedClassException("switch with " + count + " cases");
    }
    return (int) count;
  }

  /** Returns where a case of a switch leads. */
  int caseTarget(int pc, int number) {
    int at = switchAt(pc);
    return pc + (u1(pc) == TABLESWITCH ? s4(at + 12 + 4 * number) : s4(at + 12 + 8 * number));
  }

  int caseKey(int pc, int number) {
    int at = switchAt(pc);
    return u1(pc) == TABLESWITCH ? s4(at + 4) + number : s4(at + 8 + 8 * number);
  }

  int defaultTarget(int pc) {
    return pc + s4(switchAt(pc));
  }

  /** Returns where a branch with one target leads. */
  int target(int pc) {
    return pc + (u1(pc) == GOTO_W ? s4(pc + 1) : s2(pc + 1));
  }

  int length(int pc) {
    int op = u1(pc);
    return switch (op) {
      case TABLESWITCH -> switchAt(pc) + 12 + 4 * cases(pc) - pc;
      case LOOKUPSWITCH -> switchAt(pc) + 8 + 8 * cases(pc) - pc;
      case WIDE -> u1(pc + 1) == IINC ? 6 : 4;
      default -> {
        if (op >= LENGTHS.length()) {
          throw new UnsupportedClassException("no instruction " + op);
        }
        yield LENGTHS.charAt(op) - '0';
      }
    };
  }

  static boolean isConditional(int op) {
    return (op >= IFEQ && op <= IF_ACMPNE) || op == IFNULL || op == IFNONNULL;
  }

  static boolean isGoto(int op) {
    return op == GOTO || op == GOTO_W;
  }

  static boolean isSwitch(int op) {
    return op == TABLESWITCH || op == LOOKUPSWITCH;
  }

  /** Returns whether the next instruction does not follow it. */
  static boolean ends(int op) {
    return isGoto(op) || isSwitch(op) || (op >= IRETURN && op <= RETURN) || op == ATHROW;
  }

  /**
   * Returns the kind of the number or null that an instruction loads, {@link Kind#NONE} for others;
   * those that the constant pool has are others.
   */
  byte constantKind(int pc) {
    int op = u1(pc);
    if (op == NOP || op > SIPUSH) {
      return Kind.NONE;
    }
    return switch (op) {
      case ACONST_NULL -> Kind.NULL;
      case LCONST_0, LCONST_1 -> Kind.LONG;
      case DCONST_0, DCONST_1 -> Kind.DOUBLE;
      default -> op >= FCONST_0 && op <= FCONST_2 ? Kind.FLOAT : Kind.INT;
    };
  }

  /** Returns the bits of that number. */
  long constantBits(int pc) {
    int op = u1(pc);
    return switch (op) {
      case ACONST_NULL -> 0;
      case LCONST_0, LCONST_1 -> op - LCONST_0;
      case DCONST_0, DCONST_1 -> Double.doubleToRawLongBits(op - DCONST_0);
      case BIPUSH -> s1(pc + 1);
      case SIPUSH -> s2(pc + 1);
      default -> op >= FCONST_0 ? Float.floatToRawIntBits(op - FCONST_0) : op - ICONST_0;
    };
  }

  static boolean isOfPool(int op) {
    return op >= LDC && op <= LDC2_W;
  }

  /** Returns the index of the constant that {@code ldc}, in any form, loads from the pool. */
  int poolIndex(int pc) {
    return u1(pc) == LDC ? u1(pc + 1) : u2(pc + 1);
  }

  /** Returns where an instruction branches to, in any order; empty if it does not. */
  int[] targets(int pc) {
    int op = u1(pc);
    if (isConditional(op) || isGoto(op)) {
      return new int[] {target(pc)};
    }
    if (!isSwitch(op)) {
      return NO_TARGETS;
    }
    int count = cases(pc);
    int[] targets = new int[count + 1];
    targets[count] = defaultTarget(pc);
    for (int i = 0; i < count; i++) {
      targets[i] = caseTarget(pc, i);
    }
    return targets;
  }

  /** Returns the local variable of a load or store, in any form; -1 for another instruction. */
  int local(int pc) {
    int op = u1(pc);
    if (op == WIDE) {
      return u2(pc + 2);
    }
    if ((op >= ILOAD && op <= ALOAD) || (op >= ISTORE && op <= ASTORE) || op == IINC) {
      return u1(pc + 1);
    }
    if (op >= ILOAD_0 && op <= ALOAD_3) {
      return (op - ILOAD_0) & 3;
    }
    return op >= ISTORE_0 && op <= ASTORE_3 ? (op - ISTORE_0) & 3 : -1;
  }

  /** Returns the kind of value that a store takes, in any form; {@link Kind#NONE} for others. */
  byte stored(int pc) {
    int op = u1(pc) == WIDE ? u1(pc + 1) : u1(pc);
    if (op >= ISTORE && op <= ASTORE) {
      return Kind.OF_TYPED[op - ISTORE];
    }
    return op >= ISTORE_0 && op <= ASTORE_3 ? Kind.OF_TYPED[(op - ISTORE_0) >> 2] : Kind.NONE;
  }

  /** The same for loads. */
  byte loaded(int pc) {
    int op = u1(pc) == WIDE ? u1(pc + 1) : u1(pc);
    if (op >= ILOAD && op <= ALOAD) {
      return Kind.OF_TYPED[op - ILOAD];
    }
    return op >= ILOAD_0 && op <= ALOAD_3 ? Kind.OF_TYPED[(op - ILOAD_0) >> 2] : Kind.NONE;
  }
}
