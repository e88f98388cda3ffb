package dev.dexscope.dex;

import dev.dexscope.dex.raw.Op;

/**
 * An instruction in a method's code, and a cursor over them: {@link #next()} moves it, so that a
 * whole method is read without an object for each. Payloads count as instructions.
 *
 * <pre>{@code
 * for (Instruction i = body.instructions(); i.next(); ) {
 *   if (i.opcode() == Opcode.INVOKE_STATIC) {
 *     System.out.println(dex.method(i.index()));
 *   }
 * }
 * }</pre>
 */
public final class Instruction {
  /** The first unit of the three payloads. */
  public static final int PACKED_SWITCH_PAYLOAD = 0x0100;

  public static final int SPARSE_SWITCH_PAYLOAD = 0x0200;
  public static final int ARRAY_DATA_PAYLOAD = 0x0300;

  private final MethodBody body;
  private int pc;
  private int next;

  Instruction(MethodBody body) {
    this.body = body;
  }

  /** Goes to the next instruction; false at the end. */
  public boolean next() {
    if (next >= body.size) {
      return false;
    }
    return moveTo(next);
  }

  /** Goes to the instruction at an address, which must be one. */
  public boolean moveTo(int address) {
    if (address < 0 || address >= body.size) {
      throw body.broken(address, "no instruction at address " + address);
    }
    long end = address + units(body.insns, address, body.size);
    if (end > body.size) {
      throw body.broken(address, "instruction exceeds the code");
    }
    pc = address;
    next = (int) end;
    return true;
  }

  /**
   * For inner loops: the size of the instruction or payload at an address, in code units; more than
   * there are when the code ends in it.
   */
  public static long units(char[] insns, int pc, int size) {
    int unit = insns[pc];
    if ((unit & 0xff) != 0) {
      return Opcode.width(unit & 0xff);
    }
    int left = size - pc;
    return switch (unit) {
      case PACKED_SWITCH_PAYLOAD -> left < 2 ? left + 1L : 4 + 2L * insns[pc + 1];
      case SPARSE_SWITCH_PAYLOAD -> left < 2 ? left + 1L : 2 + 4L * insns[pc + 1];
      case ARRAY_DATA_PAYLOAD -> left < 4 ? left + 1L : arrayDataUnits(insns, pc);
      default -> 1;
    };
  }

  /** The size of an array payload, in code units; its four units of head are there. */
  public static long arrayDataUnits(char[] insns, int pc) {
    long count = insns[pc + 2] | (long) insns[pc + 3] << 16;
    return 4 + (insns[pc + 1] * count + 1) / 2;
  }

  private static boolean isPayload(int unit) {
    return (unit & 0xff) == 0 && unit != 0 && unit <= ARRAY_DATA_PAYLOAD;
  }

  /** A view of the same instruction that does not move with this one. */
  public Instruction copy() {
    var copy = new Instruction(body);
    copy.pc = pc;
    copy.next = next;
    return copy;
  }

  /** Returns the code that contains it. */
  public MethodBody body() {
    return body;
  }

  /** Its address, in code units. */
  public int pc() {
    return pc;
  }

  /** Its size, in code units. */
  public int units() {
    return next - pc;
  }

  /** The number of its opcode, also of an unused one. */
  public int opcodeValue() {
    return body.insns[pc] & 0xff;
  }

  /**
   * Its opcode; NOP for a payload.
   *
   * @throws DexFormatException when the specification has no such instruction
   */
  public Opcode opcode() {
    Opcode opcode = Opcode.of(opcodeValue());
    if (opcode == null) {
      throw body.broken(pc, "unused opcode 0x" + Integer.toHexString(opcodeValue()));
    }
    return opcode;
  }

  /** Returns whether it is a payload, data of a switch or of fill-array-data. */
  public boolean isPayload() {
    return isPayload(body.insns[pc]);
  }

  /** Returns whether it is a nop that only aligns the payload after it to an even address. */
  public boolean isAlignment() {
    return body.insns[pc] == 0 && (pc & 1) != 0 && next < body.size && isPayload(body.insns[next]);
  }

  /** Returns whether it is a packed-switch-payload. */
  public boolean isPackedSwitchPayload() {
    return body.insns[pc] == PACKED_SWITCH_PAYLOAD;
  }

  /** Returns whether it is a sparse-switch-payload. */
  public boolean isSparseSwitchPayload() {
    return body.insns[pc] == SPARSE_SWITCH_PAYLOAD;
  }

  /** Returns whether it is a fill-array-data-payload. */
  public boolean isArrayPayload() {
    return body.insns[pc] == ARRAY_DATA_PAYLOAD;
  }

  /** Register operand A. */
  public int a() {
    return body.registerA(pc);
  }

  /** Register operand B. */
  public int b() {
    return body.registerB(pc);
  }

  /** Register operand C. */
  public int c() {
    return body.registerC(pc);
  }

  /** The literal operand, extended as the instruction does. */
  public long literal() {
    char[] insns = body.insns;
    return switch (opcode().format()) {
      case F11N -> (short) insns[pc] >> 12;
      case F21S, F22S -> (short) insns[pc + 1];
      case F21IH -> (long) (short) insns[pc + 1] << 16;
      case F21LH -> (long) insns[pc + 1] << 48;
      case F22B -> (byte) (insns[pc + 1] >>> 8);
      case F31I -> body.int32(pc + 1);
      case F51L -> (body.int32(pc + 1) & 0xffff_ffffL) | ((long) body.int32(pc + 3) << 32);
      default -> throw new IllegalStateException(opcode().mnemonic() + " has no literal");
    };
  }

  /** The index operand, into the section that {@link Opcode#indexKind()} names. */
  public int index() {
    return opcodeValue() == Op.CONST_STRING_JUMBO ? body.int32(pc + 1) : body.insns[pc + 1];
  }

  /** The proto_id of invoke-polymorphic. */
  public int protoIndex() {
    return body.insns[pc + 3];
  }

  /** The address that a branch leads to, or of the payload of a switch or fill-array-data. */
  public int target() {
    return pc + body.branchOffset(pc);
  }

  /** Returns whether the registers of a call are a range. */
  public boolean isRange() {
    return (Opcode.flags(opcodeValue()) & Opcode.RANGE) != 0;
  }

  /** Returns how many registers a call or filled-new-array names. */
  public int argumentCount() {
    return body.argumentCount(pc, isRange());
  }

  /** A register of a call or filled-new-array. */
  public int argument(int i) {
    return body.argument(pc, i, isRange());
  }

  /** Returns how many cases a switch payload has, or elements an array payload. */
  public int payloadSize() {
    return isArrayPayload() ? body.int32(pc + 2) : body.insns[pc + 1];
  }

  /** The key of a case. */
  public int caseKey(int i) {
    return isPackedSwitchPayload() ? body.int32(pc + 2) + i : body.int32(pc + 2 + 2 * i);
  }

  /** Returns where a case leads to, counted from the switch instruction. */
  public int caseOffset(int i) {
    int first = pc + (isPackedSwitchPayload() ? 4 : 2 + 2 * payloadSize());
    return body.int32(first + 2 * i);
  }

  /** The size of an array payload's elements, in bytes. */
  public int elementWidth() {
    return body.insns[pc + 1];
  }

  /** An element of an array payload, of up to 8 bytes, extended with its sign. */
  public long element(int i) {
    int width = elementWidth();
    long value = 0;
    for (int j = 0; j < width; j++) {
      int at = i * width + j;
      int unit = body.insns[pc + 4 + at / 2];
      value |= (long) ((at & 1) == 0 ? unit & 0xff : unit >>> 8) << (8 * j);
    }
    int unused = 64 - 8 * width;
    return unused > 0 && unused < 64 ? value << unused >> unused : value;
  }
}
