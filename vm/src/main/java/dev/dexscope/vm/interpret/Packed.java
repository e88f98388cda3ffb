package dev.dexscope.vm.interpret;

/**
 * A decoded instruction, packed in a long. Its lowest byte is the operation ({@link Op}), the next
 * two are the registers A and B, and the upper half is the rest: the register C, a literal, or an
 * index, of a branch's target or of an operand. Moves, whose registers have up to 16 bits, have A
 * in the upper half of the lower half, and B in the upper half.
 *
 * <p>What only some instructions have is read without a mask, by at most 6 bytes of code: HotSpot
 * inlines so small a method at calls too that it has seldom seen ({@code MaxTrivialSize}).
 */
final class Packed {
  private Packed() {}

  static long of(int operation, int a, int b, long rest) {
    return operation | (long) a << 8 | (long) b << 16 | rest << 32;
  }

  static long move(int operation, int a, int b) {
    return operation | (long) a << 16 | (long) b << 32;
  }

  static int operation(long instruction) {
    return (int) instruction & 0xff;
  }

  static int a(long instruction) {
    return (int) instruction >>> 8 & 0xff;
  }

  static int b(long instruction) {
    return (int) instruction >>> 16 & 0xff;
  }

  static int c(long instruction) {
    return (int) (instruction >>> 32);
  }

  static int literal(long instruction) {
    return (int) (instruction >>> 32);
  }

  static int index(long instruction) {
    return (int) (instruction >>> 32);
  }

  static int moveA(long instruction) {
    return (int) instruction >>> 16;
  }

  static int moveB(long instruction) {
    return (int) (instruction >>> 32);
  }
}
