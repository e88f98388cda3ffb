package dev.dexscope.dex.verify;

/**
 * What the verifier must know of each opcode: where control goes, and which operands name what
 * ("Summary of bytecode set" and "Instruction formats" of the specification).
 */
final class Op {
  static final int CONTINUE = 1;
  static final int BRANCH = 1 << 1;
  static final int SWITCH = 1 << 2;
  static final int THROW = 1 << 3;
  static final int RETURN = 1 << 4;

  /** A register operand, or a pair; of A, B and C. */
  static final int A = 1 << 5;

  static final int B = 1 << 6;
  static final int C = 1 << 7;
  static final int A_WIDE = 1 << 8;
  static final int B_WIDE = 1 << 9;
  static final int C_WIDE = 1 << 10;

  /** A list of registers or a range, that may have to hold one at least. */
  static final int LIST = 1 << 11;

  static final int RANGE = 1 << 12;
  static final int NOT_EMPTY = 1 << 13;

  /** Not an instruction of the specification. */
  static final int ILLEGAL = 1 << 14;

  private static final int INDEX_SHIFT = 16;

  /** What an index operand points to. */
  static final int STRING = 1;

  static final int TYPE = 2;
  static final int FIELD = 3;
  static final int METHOD = 4;
  static final int CALL_SITE = 5;
  static final int METHOD_HANDLE = 6;
  static final int PROTO = 7;
  static final int METHOD_AND_PROTO = 8;

  static final int RETURN_VOID_NO_BARRIER = 0x73;

  private static final int[] FLAGS = new int[256];
  private static final byte[] WIDTHS = new byte[256];

  static {
    operands(0x00, 0x00, 1, 0);
    moves();
    constants();
    objects();
    controlFlow();
    arraysAndFields();
    invokes();
    arithmetic();
    illegal(0x3e, 0x43);
    illegal(0x79, 0x7a);
    // Quickened instructions are the runtime's own: they mean nothing in a file.
    illegal(0xe3, 0xf9);
  }

  private Op() {}

  static int flags(int opcode) {
    return FLAGS[opcode];
  }

  static int width(int opcode) {
    return WIDTHS[opcode];
  }

  static boolean canThrow(int opcode) {
    return (FLAGS[opcode] & THROW) != 0;
  }

  static int indexKind(int flags) {
    return flags >>> INDEX_SHIFT;
  }

  private static void moves() {
    for (int i = 0; i < 3; i++) {
      int width = i + 1;
      operands(0x01 + i, 0x01 + i, width, A | B);
      operands(0x04 + i, 0x04 + i, width, A_WIDE | B_WIDE);
      operands(0x07 + i, 0x07 + i, width, A | B);
    }
    operands(0x0a, 0x0d, 1, A);
    operands(0x0b, 0x0b, 1, A_WIDE);
    operands(0x0e, 0x11, 1, A);
    operands(0x0e, 0x0e, 1, 0);
    operands(0x10, 0x10, 1, A_WIDE);
    control(0x0e, 0x11, RETURN);
    operands(RETURN_VOID_NO_BARRIER, RETURN_VOID_NO_BARRIER, 1, 0);
    control(RETURN_VOID_NO_BARRIER, RETURN_VOID_NO_BARRIER, RETURN);
  }

  private static void constants() {
    operands(0x12, 0x12, 1, A);
    operands(0x13, 0x13, 2, A);
    operands(0x14, 0x14, 3, A);
    operands(0x15, 0x15, 2, A);
    operands(0x16, 0x16, 2, A_WIDE);
    operands(0x17, 0x17, 3, A_WIDE);
    operands(0x18, 0x18, 5, A_WIDE);
    operands(0x19, 0x19, 2, A_WIDE);
    operands(0x1a, 0x1a, 2, A | index(STRING));
    operands(0x1b, 0x1b, 3, A | index(STRING));
    operands(0x1c, 0x1c, 2, A | index(TYPE));
    operands(0xfe, 0xfe, 2, A | index(METHOD_HANDLE));
    operands(0xff, 0xff, 2, A | index(PROTO));
    control(0x1a, 0x1c, CONTINUE | THROW);
    control(0xfe, 0xff, CONTINUE | THROW);
  }

  private static void objects() {
    operands(0x1d, 0x1e, 1, A);
    operands(0x1f, 0x1f, 2, A | index(TYPE));
    operands(0x20, 0x20, 2, A | B | index(TYPE));
    operands(0x21, 0x21, 1, A | B);
    operands(0x22, 0x22, 2, A | index(TYPE));
    operands(0x23, 0x23, 2, A | B | index(TYPE));
    operands(0x24, 0x24, 3, LIST | index(TYPE));
    operands(0x25, 0x25, 3, RANGE | index(TYPE));
    operands(0x26, 0x26, 3, A);
    control(0x1d, 0x26, CONTINUE | THROW);
    operands(0x27, 0x27, 1, A);
    control(0x27, 0x27, THROW);
  }

  private static void controlFlow() {
    operands(0x28, 0x28, 1, 0);
    operands(0x29, 0x29, 2, 0);
    operands(0x2a, 0x2a, 3, 0);
    control(0x28, 0x2a, BRANCH);
    operands(0x2b, 0x2c, 3, A);
    control(0x2b, 0x2c, CONTINUE | SWITCH);
    operands(0x2d, 0x2e, 2, A | B | C);
    operands(0x2f, 0x31, 2, A | B_WIDE | C_WIDE);
    operands(0x32, 0x37, 2, A | B);
    operands(0x38, 0x3d, 2, A);
    control(0x32, 0x3d, CONTINUE | BRANCH);
  }

  private static void arraysAndFields() {
    operands(0x44, 0x51, 2, A | B | C);
    operands(0x52, 0x5f, 2, A | B | index(FIELD));
    operands(0x60, 0x6d, 2, A | index(FIELD));
    for (int wide : new int[] {0x45, 0x4c, 0x53, 0x5a, 0x61, 0x68}) {
      FLAGS[wide] = (FLAGS[wide] & ~A) | A_WIDE;
    }
    control(0x44, 0x6d, CONTINUE | THROW);
  }

  private static void invokes() {
    operands(0x6e, 0x72, 3, LIST | NOT_EMPTY | index(METHOD));
    operands(0x71, 0x71, 3, LIST | index(METHOD));
    operands(0x74, 0x78, 3, RANGE | NOT_EMPTY | index(METHOD));
    operands(0x77, 0x77, 3, RANGE | index(METHOD));
    operands(0xfa, 0xfa, 4, LIST | NOT_EMPTY | index(METHOD_AND_PROTO));
    operands(0xfb, 0xfb, 4, RANGE | NOT_EMPTY | index(METHOD_AND_PROTO));
    operands(0xfc, 0xfc, 3, LIST | index(CALL_SITE));
    operands(0xfd, 0xfd, 3, RANGE | index(CALL_SITE));
    control(0x6e, 0x72, CONTINUE | THROW);
    control(0x74, 0x78, CONTINUE | THROW);
    control(0xfa, 0xfd, CONTINUE | THROW);
  }

  private static void arithmetic() {
    operands(0x7b, 0x8f, 1, A | B);
    for (int wide : new int[] {0x7d, 0x7e, 0x80, 0x86, 0x8b}) {
      FLAGS[wide] = CONTINUE | A_WIDE | B_WIDE;
    }
    for (int toWide : new int[] {0x81, 0x83, 0x88, 0x89}) {
      FLAGS[toWide] = CONTINUE | A_WIDE | B;
    }
    for (int fromWide : new int[] {0x84, 0x85, 0x8a, 0x8c}) {
      FLAGS[fromWide] = CONTINUE | A | B_WIDE;
    }
    operands(0x90, 0xaf, 2, A | B | C);
    operands(0x9b, 0xa2, 2, A_WIDE | B_WIDE | C_WIDE);
    operands(0xa3, 0xa5, 2, A_WIDE | B_WIDE | C);
    operands(0xab, 0xaf, 2, A_WIDE | B_WIDE | C_WIDE);
    operands(0xb0, 0xcf, 1, A | B);
    operands(0xbb, 0xc2, 1, A_WIDE | B_WIDE);
    operands(0xc3, 0xc5, 1, A_WIDE | B);
    operands(0xcb, 0xcf, 1, A_WIDE | B_WIDE);
    operands(0xd0, 0xe2, 2, A | B);
    for (int division :
        new int[] {0x93, 0x94, 0x9e, 0x9f, 0xb3, 0xb4, 0xbe, 0xbf, 0xd3, 0xd4, 0xdb, 0xdc}) {
      FLAGS[division] |= THROW;
    }
  }

  private static void illegal(int from, int to) {
    operands(from, to, 1, ILLEGAL);
  }

  private static int index(int kind) {
    return kind << INDEX_SHIFT;
  }

  private static void operands(int from, int to, int width, int operands) {
    for (int opcode = from; opcode <= to; opcode++) {
      FLAGS[opcode] = CONTINUE | operands;
      WIDTHS[opcode] = (byte) width;
    }
  }

  private static void control(int from, int to, int control) {
    for (int opcode = from; opcode <= to; opcode++) {
      FLAGS[opcode] = (FLAGS[opcode] & ~CONTINUE) | control;
    }
  }
}
