package dev.dexscope.vm.translate;

import dev.dexscope.vm.code.Kind;
import java.lang.classfile.Opcode;
import org.jspecify.annotations.Nullable;

/**
 * The instructions that compute one value from one or two, and the JVM's for them.
 *
 * @param result the kind of the result
 * @param first the kind of the first operand
 * @param second the kind of the second operand, null for an instruction with one
 * @param code the JVM's instruction
 */
record Arithmetic(Kind result, Kind first, @Nullable Kind second, Opcode code) {
  /** By the value of the dex opcode; /2addr instructions have the entries of their long forms. */
  private static final @Nullable Arithmetic[] ALL = new Arithmetic[256];

  private static final int NEG_INT = 0x7b;
  private static final int ADD_INT = 0x90;
  private static final int ADD_INT_2ADDR = 0xb0;
  private static final int CMPL_FLOAT = 0x2d;

  static {
    compare();
    unary();
    binary();
  }

  private static void compare() {
    Opcode[] codes = {Opcode.FCMPL, Opcode.FCMPG, Opcode.DCMPL, Opcode.DCMPG, Opcode.LCMP};
    Kind[] kinds = {Kind.FLOAT, Kind.FLOAT, Kind.DOUBLE, Kind.DOUBLE, Kind.LONG};
    for (int i = 0; i < codes.length; i++) {
      ALL[CMPL_FLOAT + i] = new Arithmetic(Kind.INT, kinds[i], kinds[i], codes[i]);
    }
  }

  private static void unary() {
    Kind i = Kind.INT;
    Kind j = Kind.LONG;
    Kind f = Kind.FLOAT;
    Kind d = Kind.DOUBLE;
    Arithmetic[] inOrder = {
      // not-int and not-long, which the JVM lacks, are made of two instructions elsewhere.
      new Arithmetic(i, i, null, Opcode.INEG),
      null,
      new Arithmetic(j, j, null, Opcode.LNEG),
      null,
      new Arithmetic(f, f, null, Opcode.FNEG),
      new Arithmetic(d, d, null, Opcode.DNEG),
      new Arithmetic(j, i, null, Opcode.I2L),
      new Arithmetic(f, i, null, Opcode.I2F),
      new Arithmetic(d, i, null, Opcode.I2D),
      new Arithmetic(i, j, null, Opcode.L2I),
      new Arithmetic(f, j, null, Opcode.L2F),
      new Arithmetic(d, j, null, Opcode.L2D),
      new Arithmetic(i, f, null, Opcode.F2I),
      new Arithmetic(j, f, null, Opcode.F2L),
      new Arithmetic(d, f, null, Opcode.F2D),
      new Arithmetic(i, d, null, Opcode.D2I),
      new Arithmetic(j, d, null, Opcode.D2L),
      new Arithmetic(f, d, null, Opcode.D2F),
      new Arithmetic(i, i, null, Opcode.I2B),
      new Arithmetic(i, i, null, Opcode.I2C),
      new Arithmetic(i, i, null, Opcode.I2S),
    };
    System.arraycopy(inOrder, 0, ALL, NEG_INT, inOrder.length);
  }

  private static void binary() {
    int at = ADD_INT;
    Opcode[] ints = {
      Opcode.IADD,
      Opcode.ISUB,
      Opcode.IMUL,
      Opcode.IDIV,
      Opcode.IREM,
      Opcode.IAND,
      Opcode.IOR,
      Opcode.IXOR,
      Opcode.ISHL,
      Opcode.ISHR,
      Opcode.IUSHR
    };
    for (Opcode each : ints) {
      ALL[at++] = new Arithmetic(Kind.INT, Kind.INT, Kind.INT, each);
    }
    Opcode[] longs = {
      Opcode.LADD,
      Opcode.LSUB,
      Opcode.LMUL,
      Opcode.LDIV,
      Opcode.LREM,
      Opcode.LAND,
      Opcode.LOR,
      Opcode.LXOR,
      Opcode.LSHL,
      Opcode.LSHR,
      Opcode.LUSHR
    };
    for (int i = 0; i < longs.length; i++) {
      Kind second = i < 8 ? Kind.LONG : Kind.INT;
      ALL[at++] = new Arithmetic(Kind.LONG, Kind.LONG, second, longs[i]);
    }
    Opcode[] floats = {Opcode.FADD, Opcode.FSUB, Opcode.FMUL, Opcode.FDIV, Opcode.FREM};
    for (Opcode each : floats) {
      ALL[at++] = new Arithmetic(Kind.FLOAT, Kind.FLOAT, Kind.FLOAT, each);
    }
    Opcode[] doubles = {Opcode.DADD, Opcode.DSUB, Opcode.DMUL, Opcode.DDIV, Opcode.DREM};
    for (Opcode each : doubles) {
      ALL[at++] = new Arithmetic(Kind.DOUBLE, Kind.DOUBLE, Kind.DOUBLE, each);
    }
    System.arraycopy(ALL, ADD_INT, ALL, ADD_INT_2ADDR, ADD_INT_2ADDR - ADD_INT);
  }

  /** Returns the computation of the instruction, or null for other instructions. */
  static @Nullable Arithmetic of(int opcodeValue) {
    return ALL[opcodeValue];
  }
}
