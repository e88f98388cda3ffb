package dev.dexscope.agents.machine;

import java.util.List;

/**
 * Writes the few instructions of A64 that {@link A64Code} is made of: words of 32 bits each, under
 * the names that the Arm Architecture Reference Manual (chapter C6) has for them. Registers are of
 * 64 bits, but for the methods that end with {@code W}.
 */
final class A64Assembler {
  /** The general registers that are used, by their numbers. */
  enum Register {
    X0(0),
    X1(1),
    X2(2),
    X3(3),
    X4(4),
    X5(5),
    X6(6),
    X7(7),
    X9(9),
    X10(10),
    X11(11),
    X12(12),
    X13(13),
    X16(16),
    X17(17),
    X19(19),
    X20(20),
    X21(21),
    X22(22),
    X23(23),
    X29(29),
    X30(30),
    /** The stack pointer, or zero, as the instruction will. */
    SP(31);

    static final Register XZR = SP;

    private static final List<Register> ARGUMENTS = List.of(X0, X1, X2, X3, X4, X5, X6, X7);

    private final int number;

    Register(int number) {
      this.number = number;
    }

    /** One of those in which a function gets its first arguments (AAPCS64, 6.8.2). */
    static Register argument(int index) {
      return ARGUMENTS.get(index);
    }
  }

  /** How many arguments have registers. */
  static final int ARGUMENTS = Register.ARGUMENTS.size();

  /** The outcomes of a comparison, by their numbers in conditional branches. */
  enum Condition {
    EQ(0),
    NE(1),
    /** Unsigned: higher or same. */
    HS(2),
    /** Unsigned: higher. */
    HI(8);

    private final int number;

    Condition(int number) {
      this.number = number;
    }
  }

  /** Where instructions have the distance of what they name. */
  private static final MachineCode.Distance IMM26 =
      (word, distance) -> word | field(distance, 2, 26);

  private static final MachineCode.Distance IMM19 =
      (word, distance) -> word | field(distance, 2, 19) << 5;
  private static final MachineCode.Distance IMM14 =
      (word, distance) -> word | field(distance, 2, 14) << 5;
  private static final MachineCode.Distance ADR =
      (word, distance) -> {
        int bytes = field(distance, 0, 21);
        return word | (bytes & 3) << 29 | bytes >>> 2 << 5;
      };

  private final MachineCode to = new MachineCode();

  MachineCode code() {
    return to;
  }

  void label(String name) {
    to.label(name);
  }

  /** Goes to a multiple of some bytes; what is between never runs: {@code brk #0}. */
  void align(int bytes) {
    while (to.size() % bytes != 0) {
      to.number(0xd420_0000);
    }
  }

  // Numbers and addresses.

  /** {@code movz}, and {@code movk} for each further 16 bits that are not 0. */
  void set(Register d, long value) {
    to.number(0xd280_0000 | part(value, 0) << 5 | d.number);
    for (int i = 1; i < 4; i++) {
      if (part(value, i) != 0) {
        to.number(0xf280_0000 | i << 21 | part(value, i) << 5 | d.number);
      }
    }
  }

  private static int part(long value, int index) {
    return (int) (value >>> (16 * index)) & 0xffff;
  }

  void mov(Register d, Register from) {
    to.number(0xaa00_03e0 | from.number << 16 | d.number);
  }

  /** The address of a label, or of a place of the data. */
  void adr(Register d, String target) {
    to.refer(0x1000_0000 | d.number, target, ADR);
  }

  // Calculations.

  void add(Register d, Register n, int immediate) {
    to.number(0x9100_0000 | unsigned(immediate, 12) << 10 | n.number << 5 | d.number);
  }

  void sub(Register d, Register n, int immediate) {
    to.number(0xd100_0000 | unsigned(immediate, 12) << 10 | n.number << 5 | d.number);
  }

  /** {@code n + m}. */
  void add(Register d, Register n, Register m) {
    add(d, n, m, 0);
  }

  /** {@code n + (m << shift)}. */
  void add(Register d, Register n, Register m, int shift) {
    to.number(0x8b00_0000 | m.number << 16 | shift << 10 | n.number << 5 | d.number);
  }

  /** {@code n ^ (m << shift)}. */
  void eor(Register d, Register n, Register m, int shift) {
    to.number(0xca00_0000 | m.number << 16 | shift << 10 | n.number << 5 | d.number);
  }

  /** Some bits of a register, the others 0. */
  void ubfx(Register d, Register n, int lowest, int width) {
    int highest = lowest + width - 1;
    to.number(0xd340_0000 | lowest << 16 | highest << 10 | n.number << 5 | d.number);
  }

  /** Extends an int to a long. */
  void sxtw(Register d, Register n) {
    to.number(0x9340_7c00 | n.number << 5 | d.number);
  }

  void cmp(Register n, int immediate) {
    to.number(0xf100_001f | unsigned(immediate, 12) << 10 | n.number << 5);
  }

  void cmp(Register n, Register m) {
    to.number(0xeb00_001f | m.number << 16 | n.number << 5);
  }

  // Memory.

  void ldr(Register t, Register n, int offset) {
    to.number(0xf940_0000 | scaled(offset, 3, 12) << 10 | n.number << 5 | t.number);
  }

  /** A word of the data. */
  void ldr(Register t, String place) {
    to.refer(0x5800_0000 | t.number, place, IMM19);
  }

  /** The word of a number in an array of words. */
  void ldr(Register t, Register n, Register index) {
    to.number(0xf860_7800 | index.number << 16 | n.number << 5 | t.number);
  }

  void ldrW(Register t, Register n, int offset) {
    to.number(0xb940_0000 | scaled(offset, 2, 12) << 10 | n.number << 5 | t.number);
  }

  /** The int of a number in an array of ints, as a long. */
  void ldrsw(Register t, Register n, Register index) {
    to.number(0xb8a0_7800 | index.number << 16 | n.number << 5 | t.number);
  }

  void str(Register t, Register n, int offset) {
    to.number(0xf900_0000 | scaled(offset, 3, 12) << 10 | n.number << 5 | t.number);
  }

  /** The word of a number in an array of words. */
  void str(Register t, Register n, Register index) {
    to.number(0xf820_7800 | index.number << 16 | n.number << 5 | t.number);
  }

  void strW(Register t, Register n, int offset) {
    to.number(0xb900_0000 | scaled(offset, 2, 12) << 10 | n.number << 5 | t.number);
  }

  /** The first floating-point register, {@code d0}. */
  void ldrD0(Register n, int offset) {
    to.number(0xfd40_0000 | scaled(offset, 3, 12) << 10 | n.number << 5);
  }

  void strD0(Register n, int offset) {
    to.number(0xfd00_0000 | scaled(offset, 3, 12) << 10 | n.number << 5);
  }

  void ldp(Register t, Register u, Register n, int offset) {
    pair(0xa940_0000, t, u, n, offset);
  }

  void stp(Register t, Register u, Register n, int offset) {
    pair(0xa900_0000, t, u, n, offset);
  }

  /** Makes room on the stack, with two registers at its beginning: {@code [sp, #-size]!}. */
  void push(Register t, Register u, int size) {
    pair(0xa980_0000, t, u, Register.SP, -size);
  }

  /** Takes them, and the room: {@code [sp], #size}. */
  void pop(Register t, Register u, int size) {
    pair(0xa8c0_0000, t, u, Register.SP, size);
  }

  private void pair(int word, Register t, Register u, Register n, int offset) {
    int words = field(offset, 3, 7);
    to.number(word | words << 15 | u.number << 10 | n.number << 5 | t.number);
  }

  // Memory that threads share (Arm ARM, B2.3).

  /** Reads what other threads may write; all that this one reads later it reads behind that. */
  void ldar(Register t, Register n) {
    to.number(0xc8df_fc00 | n.number << 5 | t.number);
  }

  /** The same, for a store that happens only if nobody else has written there. */
  void ldaxr(Register t, Register n) {
    to.number(0xc85f_fc00 | n.number << 5 | t.number);
  }

  /** That store, behind all that this thread has written before; the status is 0 if it happened. */
  void stlxr(Register status, Register t, Register n) {
    to.number(0xc800_fc00 | status.number << 16 | n.number << 5 | t.number);
  }

  /** {@code dmb ishld}: what is read later is read behind what has been read. */
  void loadBarrier() {
    to.number(0xd503_39bf);
  }

  /** {@code mrs t, tpidr_el0}: the thread pointer. */
  void threadPointer(Register t) {
    to.number(0xd53b_d040 | t.number);
  }

  // Branches.

  void b(String target) {
    to.refer(0x1400_0000, target, IMM26);
  }

  void b(Condition condition, String target) {
    to.refer(0x5400_0000 | condition.number, target, IMM19);
  }

  void cbz(Register t, String target) {
    to.refer(0xb400_0000 | t.number, target, IMM19);
  }

  void cbnz(Register t, String target) {
    to.refer(0xb500_0000 | t.number, target, IMM19);
  }

  void cbzW(Register t, String target) {
    to.refer(0x3400_0000 | t.number, target, IMM19);
  }

  void cbnzW(Register t, String target) {
    to.refer(0x3500_0000 | t.number, target, IMM19);
  }

  /** Where a bit is 0. */
  void tbz(Register t, int bit, String target) {
    to.refer(0x3600_0000 | bit(bit) | t.number, target, IMM14);
  }

  /** Where it is 1. */
  void tbnz(Register t, int bit, String target) {
    to.refer(0x3700_0000 | bit(bit) | t.number, target, IMM14);
  }

  private static int bit(int bit) {
    return bit >>> 5 << 31 | (bit & 31) << 19;
  }

  void br(Register n) {
    to.number(0xd61f_0000 | n.number << 5);
  }

  void blr(Register n) {
    to.number(0xd63f_0000 | n.number << 5);
  }

  void ret() {
    to.number(0xd65f_03c0);
  }

  // Fields of instructions.

  private static int unsigned(int value, int bits) {
    return scaled(value, 0, bits);
  }

  /** An offset in units of {@code 1 << scale} bytes. */
  private static int scaled(int offset, int scale, int bits) {
    int units = offset >> scale;
    if (units << scale != offset || units >>> bits != 0) {
      throw new IllegalArgumentException(offset + " has no place in an instruction");
    }
    return units;
  }

  /** The same with a sign. */
  private static int field(int offset, int scale, int bits) {
    int units = offset >> scale;
    if (units << scale != offset || units >> (bits - 1) != units >> 31) {
      throw new IllegalArgumentException(offset + " has no place in an instruction");
    }
    return units & ((1 << bits) - 1);
  }
}
